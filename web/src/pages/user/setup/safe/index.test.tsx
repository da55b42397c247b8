/** Account security pages: errors at their fields, a refusal keeps what is typed, ended sessions disappear at once. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Profile, SessionRow } from '@homeport/contract/account.ts'
import { setLang } from '../../../../kit/lang.ts'
import { endSession, session, startSession } from '../../../../kit/session.ts'
import { ok, pageOf, serve } from '../../../../testing/server.ts'
import { aSignIn } from '../../../../testing/samples.ts'
import { Modals } from '../../../../ui/modal.tsx'
import { Toasts } from '../../../../ui/toast.tsx'
import { Screen as Cancellation } from '../../mine/setup/cancellation.tsx'
import { Screen as Safe } from '../../mine/safe.tsx'
import { Screen as BindEmail } from './bind_email.tsx'
import { Screen as BindPhone } from './bind_phone.tsx'
import { Screen as EditPassword } from './edit_password.tsx'
import { Screen as Security } from './index.tsx'

const show = (Page: () => React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Page />
      <Toasts />
      <Modals />
    </QueryClientProvider>,
  )
const type = (label: string, value: string) =>
  act(async () => void fireEvent.input(screen.getByLabelText(label), { target: { value } }))
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

function signIn(user: Partial<Profile> = {}): Profile {
  const own = { ...aSignIn.user, ...user }
  startSession({ ...aSignIn, user: own })
  return own
}
const row = (id: string, client: string, is_current = false): SessionRow => ({
  id,
  client,
  address: '192.168.1.7',
  created_at: 1,
  seen_at: 1,
  is_current,
})

beforeEach(() => {
  localStorage.clear()
  setLang('zh')
  setLang('en')
  history.replaceState(null, '', '#/pages/user/setup/safe/index')
})
afterEach(async () => {
  const no = screen.queryByRole('button', { name: 'Keep account' }) ?? screen.queryByRole('button', { name: 'Cancel' })
  if (no) await act(async () => no.click())
  cleanup()
  endSession()
})

test('changing the password: each field has its word, a refusal keeps what was typed, and the right one is sent once', async () => {
  signIn()
  const server = serve({
    '/user/account/profile': () => ok(session.get().user),
    '/user/account/changePassword': ({ password }) =>
      password === 'the old one'
        ? ok(null)
        : { code: Code.wrongCredentials, msg: 'The password is wrong', data: { field: 'password' } },
  })
  show(EditPassword)
  await press('Save')
  for (const word of ['Enter a password', 'Enter a new password', 'Enter the password again'])
    expect(await screen.findByText(word)).toBeTruthy()
  await type('Current password', 'a wrong one')
  await type('New password', 'a calm harbour')
  await type('Confirm new password', 'a calm harbor')
  await press('Save')
  expect(await screen.findByText('The passwords don’t match')).toBeTruthy()
  expect(server.of('/user/account/changePassword')).toEqual([])
  await type('Confirm new password', 'a calm harbour')
  await press('Save')
  expect(await screen.findByText('The password is wrong')).toBeTruthy()
  expect([valueOf('Current password'), valueOf('New password')]).toEqual(['a wrong one', 'a calm harbour'])
  await type('Current password', 'the old one')
  await press('Save')
  expect(await screen.findByText('Password changed. Other devices are signed out.')).toBeTruthy()
  expect(server.of('/user/account/changePassword').at(-1)).toMatchObject({
    password: 'the old one',
    new_password: 'a calm harbour',
  })
})

test('an account that came by phone sets its first password by a code to that phone', async () => {
  signIn({ has_password: false, phone: '13800138000', area_code: '86' })
  const server = serve({
    '/user/account/profile': () => ok(session.get().user),
    '/user/account/sendCode': () => ok({ wait: 60 }),
    '/user/account/changePassword': () => ok(null),
  })
  show(EditPassword)
  expect(screen.getByRole('heading', { name: 'Set a password' })).toBeTruthy()
  await press('Get code')
  await vi.waitFor(() =>
    expect(server.of('/user/account/sendCode')).toEqual([{ purpose: 'confirm', area_code: '86', phone: '13800138000' }]),
  )
  await type('Code sent to +86 138****8000', '246810')
  await type('New password', 'a calm harbour')
  await type('Confirm new password', 'a calm harbour')
  await press('Save')
  await vi.waitFor(() => expect(session.get().user?.has_password).toBe(true))
  expect(server.of('/user/account/changePassword')).toMatchObject([{ proof_code: '246810', new_password: 'a calm harbour' }])
})

test('binding a phone: a taken number is said at the number, a wrong code at the code, a wrong password at the password', async () => {
  signIn()
  const answers = [
    { code: Code.taken, msg: 'This mobile number belongs to another account' },
    { code: Code.wrongCredentials, msg: 'Wrong or expired code', data: { field: 'code' } },
    { code: Code.wrongCredentials, msg: 'The password is wrong', data: { field: 'password' } },
    ok({ ...aSignIn.user, phone: '13800138000', area_code: '86' }),
  ]
  serve({
    '/user/account/profile': () => ok(session.get().user),
    '/user/account/bindPhone': () => answers.shift() ?? ok(null),
  })
  show(BindPhone)
  await act(async () => void fireEvent.change(screen.getByLabelText('Area code'), { target: { value: '86' } }))
  await type('Confirm it’s you', 'a quiet harbour')
  await type('Mobile number', '13800138000')
  await type('Code sent to the new number', '246810')
  for (const [label, word] of [
    ['Mobile number', 'This mobile number belongs to another account'],
    ['Code sent to the new number', 'Wrong or expired code'],
    ['Confirm it’s you', 'The password is wrong'],
  ] as const) {
    await press('Bind')
    expect(await screen.findByText(word)).toBeTruthy()
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  }
  await press('Bind')
  await vi.waitFor(() => expect(session.get().user?.phone).toBe('13800138000'))
})

test('binding an e-mail wants a right address before a code is sent', async () => {
  signIn({ phone: '13800138000', area_code: '86' })
  const server = serve({
    '/user/account/profile': () => ok(session.get().user),
    '/user/account/sendCode': () => ok({ wait: 60 }),
  })
  show(BindEmail)
  await type('Email', 'one@two@three')
  await press('Get code')
  expect(await screen.findByText('Enter a valid email address')).toBeTruthy()
  expect(server.of('/user/account/sendCode')).toEqual([])
  await press('Use a code instead')
  expect(screen.getByLabelText('Code sent to +86 138****8000')).toBeTruthy()
  await press('Use your password instead')
  expect(screen.getByLabelText('Confirm it’s you')).toBeTruthy()
})

test('an account without a phone binds one in place', async () => {
  signIn()
  serve({ '/user/account/profile': () => ok(session.get().user), '/user/account/sessions': () => pageOf([]) })
  show(Security)
  await act(async () => screen.getByRole('button', { name: /^Phone/ }).click())
  const sheet = await screen.findByRole('dialog', { name: 'Bind phone' })
  expect(within(sheet).getByLabelText('Mobile number')).toBeTruthy()
  expect(within(sheet).queryByText(/no password yet/)).toBe(null)
})

test('a sign-in that is ended is gone at once, and comes back where the server refuses', async () => {
  signIn()
  let isRefused = true
  const list = [row('one', 'Chrome, Mac', true), row('two', 'Safari, iPhone')]
  serve({
    '/user/account/sessions': () => pageOf(isRefused ? list : list.slice(0, 1)),
    '/user/account/endSession': () => (isRefused ? { code: Code.fault, msg: 'no' } : ok(null)),
  })
  show(Safe)
  expect(await screen.findByText('This device')).toBeTruthy()
  const end = () => screen.getByRole('button', { name: 'Sign out Safari, iPhone' })
  await act(async () => end().click())
  expect(await screen.findByRole('button', { name: 'Sign out Safari, iPhone' })).toBeTruthy()
  isRefused = false
  await act(async () => end().click())
  await vi.waitFor(() => expect(screen.queryByText('Safari, iPhone')).toBe(null))
  expect(await screen.findByText('Only this device is signed in')).toBeTruthy()
})

test('P36: a cancellation says what is lost, wants a proof, asks again, and shows the way back', async () => {
  signIn()
  const eraseAt = Math.floor(Date.now() / 1000) + 7 * 86_400
  const server = serve({
    '/user/account/profile': () => ok(session.get().user),
    '/user/account/cancel': () => ok({ erase_at: eraseAt }),
    '/user/account/undoCancel': () => ok(aSignIn.user),
  })
  show(Cancellation)
  expect(screen.getByText('Private messages, for both sides, and notifications')).toBeTruthy()
  await press('Cancel my account')
  expect(await screen.findByText('Enter a password')).toBeTruthy()
  await type('Confirm it’s you', 'a quiet harbour')
  await act(async () => screen.getByRole('radio', { name: /^Delete them/ }).click())
  await press('Cancel my account')
  expect(await screen.findByRole('alertdialog', { name: 'Cancel your account?' })).toBeTruthy()
  expect(server.of('/user/account/cancel')).toEqual([])
  await press('Cancel account')
  expect(await screen.findByText('Your account is being cancelled')).toBeTruthy()
  expect(server.of('/user/account/cancel')).toMatchObject([{ posts: 'delete', password: 'a quiet harbour' }])
  await press('Keep my account')
  expect(await screen.findByText('What you’ll lose')).toBeTruthy()
  expect(session.get().user?.erase_at).toBe(null)
})
