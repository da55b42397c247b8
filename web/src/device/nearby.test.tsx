/** Boxes found nearby in the form that pairs one: none, several, and which one's code is typed. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { endSession, startSession } from '../kit/session.ts'
import { press, show, type } from '../testing/routes.tsx'
import { aSignIn } from '../testing/samples.ts'
import { ok, type Answer } from '../testing/server.ts'
import { BindForm } from './bind/bind-form.tsx'
import { pairing } from './bind/pairing.ts'

const boxes = [
  { showsn: '7F3A', name: 'Homeport 7F3A' },
  { showsn: 'K2QX', name: 'Homeport K2QX' },
]
const noCode = /^The box shows the code/

beforeEach(() => {
  setLang('en')
  startSession(aSignIn)
})
afterEach(() => {
  cleanup()
  pairing.set(null)
  endSession()
})

function open(nearby: () => Answer, bind: (body: Record<string, string>) => Answer = () => ({ code: Code.invalid })): void {
  show(<BindForm />, { calls: { '/device/device/nearby': nearby, '/user/device/bind': bind } })
}

test('choosing one of several says whose code is typed, which alone is sent', async () => {
  const sent: Record<string, string>[] = []
  open(
    () => ok({ data: boxes }),
    (body) => {
      sent.push(body)
      return { code: Code.wrongCredentials }
    },
  )
  await screen.findByText('Found nearby')
  expect(screen.getByText(noCode)).toBeTruthy()
  await press(/^Homeport K2QX/)
  expect(screen.getByText('Enter the code that Homeport K2QX shows.')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Homeport K2QX/ }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('button', { name: /^Homeport 7F3A/ }).getAttribute('aria-pressed')).toBe('false')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Pairing code')))
  await type('Pairing code', 'ABCD2345')
  await waitFor(() => expect(sent).toEqual([{ devsn: '', code: 'ABCD2345' }]))
})

test.each([
  ['there are none', () => ok({ data: [] })],
  ['the list fails', () => ({ code: Code.tooMany })],
])('the form stands alone where %s', async (_, nearby) => {
  let requests = 0
  open(() => {
    requests += 1
    return nearby()
  })
  await waitFor(() => expect(requests).toBe(1))
  expect(screen.queryByText('Found nearby')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText(noCode)).toBeTruthy()
})

test('a code from a QR link needs no list', async () => {
  pairing.set({ devsn: 'K7Q2M4XW5ZPA7F3A', code: 'ABCD2345' })
  open(() => ok({ data: boxes }))
  await screen.findByText(/filled in from the QR code/)
  expect(screen.queryByText('Found nearby')).toBeNull()
})
