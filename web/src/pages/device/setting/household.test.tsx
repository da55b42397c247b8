/** The household page: its people, and the owner's invitation. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../../kit/session.ts'
import { ok, published, serve } from '../../../testing/server.ts'
import { aDevice, aSignIn } from '../../../testing/samples.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen } from './household.tsx'

const me = { user_id: '1', name: 'harbour-light', role: 'owner', since: 1, is_me: true }
const quinn = { user_id: '2', name: 'quinn', role: 'member', since: 2, is_me: false }
const invitation = (id: string, code: string) => ({
  invite_id: id,
  code,
  link: `http://box/#/?code=${code}`,
  qr: { path: 'M0 0h1v1h-1z', side: 21 },
  left_ms: 581_000,
})
const over = { invite_id: 'i1', code: '', link: '', qr: { path: '', side: 0 }, left_ms: 0 }

let people: object[]
let abilities: Record<string, unknown>[]
let answers: object[]

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  people = [me]
  abilities = []
  answers = []
  serve({
    '/user/device/members': () => ok({ data: people }),
    '/emqx/publish': published({
      household_invite: (data) => {
        abilities.push(data)
        return ok(answers.shift() ?? invitation('i1', 'M4TR8KWN'))
      },
    }),
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show() {
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <Screen />
      <Toasts />
    </QueryClientProvider>,
  )
}
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => button.click())
}
test('the owner gets a code, its QR and how long it holds; nothing of it is kept in the browser (C41)', async () => {
  show()
  expect(await screen.findByText('Only you use this box')).toBeTruthy()
  await press('Invite someone')
  expect(await screen.findByRole('img', { name: 'M 4 T R 8 K W N' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'QR code of the invitation' })).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toMatch(/^For one person · expires in 9:[34]\d$/)
  expect(abilities).toEqual([{}])
  expect(JSON.stringify({ ...localStorage })).not.toContain('M4TR8KWN')
})

test('a code that was used or replaced says so, and another one is a tap away', async () => {
  show()
  answers = [invitation('i1', 'M4TR8KWN'), over, invitation('i2', 'ABCD2345')]
  await press('Invite someone')
  await screen.findByRole('img', { name: 'M 4 T R 8 K W N' })
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(await screen.findByText('This code was used or has expired')).toBeTruthy()
  expect(abilities[1]).toEqual({ invite_id: 'i1' })
  await press('New code')
  expect(await screen.findByRole('img', { name: 'A B C D 2 3 4 5' })).toBeTruthy()
  expect(abilities[2]).toEqual({ is_new: true })
})

test('who joins is said by name as soon as the code is used, and the invitation closes', async () => {
  show()
  answers = [invitation('i1', 'M4TR8KWN'), over]
  await press('Invite someone')
  await screen.findByRole('img', { name: 'M 4 T R 8 K W N' })
  people = [me, quinn]
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(await screen.findByText('quinn joined')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  expect(screen.getByText('2 people share this box')).toBeTruthy()
})

test('a member sees who is there and invites nobody', async () => {
  setCurrentDevice({ ...aDevice, role: 'member' })
  show()
  expect(await screen.findByText('Only the owner can invite people.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Invite someone' })).toBe(null)
})
