/** The feedback page. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startOffline } from '../../../app/offline.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession, startSession } from '../../../kit/session.ts'
import { useIndexedDb } from '../../../testing/indexed-db.ts'
import { aSignIn } from '../../../testing/samples.ts'
import { serve } from '../../../testing/server.ts'
import { Screen } from './index.tsx'

const show = async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Screen />
    </QueryClientProvider>,
  )
  await screen.findByLabelText('What happened?')
}
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
const choose = (...files: File[]) =>
  act(async () => void fireEvent.change(screen.getByLabelText('Add screenshots'), { target: { files } }))
const aPicture = (bytes: number) => new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' })
const typed = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
})
afterEach(cleanup)

test('what stands below the form comes with it, so that it does not jump', async () => {
  const shown = show()
  expect(screen.queryByRole('complementary')).toBeNull()
  await shown
  expect(screen.getByRole('complementary')).toBeTruthy()
})

test('empty fields say so in place, and nothing is sent', async () => {
  const server = serve({})
  await show()
  await press('Send feedback')
  expect(await screen.findByText('Describe the problem')).toBeTruthy()
  expect(await screen.findByText('Enter an email address')).toBeTruthy()
  type('Your email', 'lin at home')
  expect(await screen.findByText('Enter a valid email address')).toBeTruthy()
  expect(server.requests).toEqual([])
})

test('it is sent and thanked for', async () => {
  const server = serve({ '/api/app/feekback': () => ({ code: Code.ok, data: { id: '1' } }) })
  await show()
  type('What happened?', 'It stops.')
  type('Your email', 'lin@example.com')
  await press('Send feedback')
  expect(await screen.findByText('Thank you')).toBeTruthy()
  expect(server.of('/api/app/feekback')).toEqual([{ text: 'It stops.', contact: 'lin@example.com' }])
  await press('Send another')
  expect(await screen.findByLabelText('What happened?')).toBeTruthy()
})

test('what the server refuses stands at its field, or above the button in its own words; what was typed stays', async () => {
  const answers = [
    { code: Code.invalid, msg: '', data: { field: 'contact', rule: 'email_format' } },
    { code: Code.invalid, msg: '', data: { field: 'file', rule: 'image_large' } },
    { code: Code.tooMany, msg: 'Too much for one hour.' },
  ]
  serve({ '/api/app/feekback': () => answers.shift() ?? { code: Code.fault } })
  await show()
  type('What happened?', 'It stops.')
  type('Your email', 'lin@example.com')
  for (const words of ['Enter a valid email address', 'This picture is too large', 'Too much for one hour.']) {
    await press('Send feedback')
    expect(await screen.findByText(words)).toBeTruthy()
  }
  expect([typed('What happened?'), typed('Your email')]).toEqual(['It stops.', 'lin@example.com'])
})

test('pictures are counted against what may be sent; what is none is refused', async () => {
  serve({})
  await show()
  const picture = aPicture(2 * 1024 * 1024)
  await choose(picture, picture)
  expect(await screen.findByText('2 of 9 · 4 of 5 MB')).toBeTruthy()
  await choose(picture)
  expect(await screen.findByText('This file is too large')).toBeTruthy()
  await choose(new File(['x'], 'a.txt', { type: 'text/plain' }))
  expect(await screen.findByText(/Not a supported picture/)).toBeTruthy()
  await press('Remove screenshot 1')
  await waitFor(() => expect(screen.getByText('1 of 9 · 2 of 5 MB')).toBeTruthy())
  expect(screen.queryByText(/Not a supported picture/)).toBeNull()
})

test('what was typed and chosen is there after the page was left, until it is sent', async () => {
  useIndexedDb()
  serve({ '/api/app/feekback': () => ({ code: Code.ok, data: { id: '1' } }) })
  await show()
  type('What happened?', 'It stops.')
  type('Your email', 'lin@example.com')
  await choose(aPicture(10), aPicture(10))
  await screen.findByText(/^2 of 9/)
  cleanup()
  await show()
  expect([typed('What happened?'), typed('Your email')]).toEqual(['It stops.', 'lin@example.com'])
  await screen.findByText(/^2 of 9/)
  await press('Remove screenshot 1')
  cleanup()
  await show()
  await screen.findByText(/^1 of 9/)
  await press('Send feedback')
  await screen.findByText('Thank you')
  cleanup()
  await show()
  expect([typed('What happened?'), typed('Your email')]).toEqual(['', ''])
  await screen.findByText(/^0 of 9/)
})

test('P13: signing out forgets what was typed and not sent', async () => {
  const stored = useIndexedDb()
  await startOffline(new QueryClient())
  serve({})
  startSession(aSignIn)
  await show()
  type('What happened?', 'It stops.')
  await choose(aPicture(10))
  cleanup()
  await show()
  expect(typed('What happened?')).toBe('It stops.')
  cleanup()
  endSession()
  await waitFor(() => expect([...stored.keys()]).toEqual([]))
  await show()
  expect(typed('What happened?')).toBe('')
  await screen.findByText(/^0 of 9/)
})
