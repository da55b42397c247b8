/** Account security pages: errors at their fields, a refusal keeps what is typed, ended sessions disappear at once. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { wechatCodeLifeMs, type Profile, type SessionRow } from '@homeport/contract/account.ts'
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
import { Screen as BindWechat } from './bind_wechat.tsx'
import { Screen as EditPassword } from './edit_password.tsx'
import { Screen as Security } from './index.tsx'
import { openAt } from '../../../../testing/history.ts'

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
  openAt('#/pages/user/setup/safe/index')
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
  await waitFor(() =>
    expect(server.of('/user/account/sendCode')).toEqual([{ purpose: 'confirm', area_code: '86', phone: '13800138000' }]),
  )
  await type('Code sent to +86 138****8000', '246810')
  await type('New password', 'a calm harbour')
  await type('Confirm new password', 'a calm harbour')
  await press('Save')
  await waitFor(() => expect(session.get().user?.has_password).toBe(true))
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
  await waitFor(() => expect(session.get().user?.phone).toBe('13800138000'))
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

describe('WeChat', () => {
  const calls = (has_wechat: boolean) => ({
    '/user/account/profile': () => ok(session.get().user),
    '/user/account/sessions': () => pageOf([]),
    '/user/account/first': () => ok({ is_first: false, registration: 'open', has_wechat }),
  })

  test('on a server without a mini-program a link to the page asks for no password, and says so', async () => {
    signIn()
    serve(calls(false))
    show(BindWechat)
    expect(await screen.findByText('WeChat sign-in isn’t set up on this server.')).toBeTruthy()
    expect(screen.queryByLabelText('Confirm it’s you')).toBe(null)
  })

  test('stands among the ways to sign in where the server has it, and nowhere else', async () => {
    signIn({ wechat_since: 1_795_000_000 })
    const server = serve(calls(false))
    const page = show(Security)
    await waitFor(() => expect(server.of('/user/account/first').length).toBe(1))
    expect(screen.queryByRole('link', { name: /WeChat/ })).toBe(null)
    page.unmount()
    serve(calls(true))
    show(Security)
    const row = await screen.findByRole('link', { name: /WeChat/ })
    expect(row.textContent).toContain('Linked')
    expect(row.getAttribute('href')).toBe('#/pages/user/setup/safe/bind_wechat')
  })

  test('is linked by a code that wants the password; the page sees by itself when it is', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      let profile = signIn()
      serve({
        ...calls(true),
        '/user/account/profile': () => ok(profile),
        '/user/account/wechatCode': ({ password }) =>
          password === 'a quiet harbour'
            ? ok({ code: '7K3M9QXW' })
            : { code: Code.wrongCredentials, msg: 'The password is wrong', data: { field: 'password' } },
      })
      show(BindWechat)
      await type('Confirm it’s you', 'a wrong one')
      await press('Get a code')
      expect(await screen.findByText('The password is wrong')).toBeTruthy()
      await type('Confirm it’s you', 'a quiet harbour')
      await press('Get a code')
      expect(await screen.findByRole('img', { name: '7 K 3 M 9 Q X W' })).toBeTruthy()
      profile = { ...profile, wechat_since: 1_795_000_000 }
      await act(() => vi.advanceTimersByTimeAsync(4_000))
      expect(await screen.findByText('WeChat linked. Other devices are signed out.')).toBeTruthy()
      expect(screen.getByText(/^Linked since /)).toBeTruthy()
    } finally {
      vi.useRealTimers()
    }
  })

  test('a code that has expired is taken away, and a new one is asked for', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      signIn()
      serve({ ...calls(true), '/user/account/wechatCode': () => ok({ code: '7K3M9QXW' }) })
      show(BindWechat)
      await type('Confirm it’s you', 'a quiet harbour')
      await press('Get a code')
      await screen.findByRole('img', { name: '7 K 3 M 9 Q X W' })
      await act(() => vi.advanceTimersByTimeAsync(wechatCodeLifeMs))
      expect(screen.getByText('The code has expired. Get a new one.')).toBeTruthy()
      expect(screen.queryByRole('img')).toBe(null)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is unlinked after a question, by the password; not where it is the only way to sign in', async () => {
    const own = signIn({ wechat_since: 1_795_000_000 })
    const server = serve({
      ...calls(true),
      '/user/account/unbindWechat': () => ok({ ...own, wechat_since: null }),
    })
    const page = show(BindWechat)
    await type('Confirm it’s you', 'a quiet harbour')
    await press('Unlink WeChat')
    const dialog = await screen.findByRole('alertdialog', { name: 'Unlink WeChat?' })
    expect(server.of('/user/account/unbindWechat')).toEqual([])
    await act(async () => within(dialog).getByRole('button', { name: 'Unlink WeChat' }).click())
    expect(await screen.findByText('WeChat unlinked. Other devices are signed out.')).toBeTruthy()
    expect(server.of('/user/account/unbindWechat')).toEqual([{ password: 'a quiet harbour' }])
    expect(screen.getByRole('heading', { name: 'Link WeChat' })).toBeTruthy()
    page.unmount()
    signIn({ wechat_since: 1_795_000_000, has_password: false })
    show(BindWechat)
    expect(screen.getByText(/^WeChat is the only way to sign in/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Unlink WeChat' })).toBe(null)
  })
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
  await waitFor(() => expect(screen.queryByText('Safari, iPhone')).toBe(null))
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
  await press('Delete my account')
  expect(await screen.findByText('Enter a password')).toBeTruthy()
  await type('Confirm it’s you', 'a quiet harbour')
  await act(async () => screen.getByRole('radio', { name: /^Delete them/ }).click())
  await press('Delete my account')
  expect(await screen.findByRole('alertdialog', { name: 'Delete your account?' })).toBeTruthy()
  expect(server.of('/user/account/cancel')).toEqual([])
  await press('Delete account')
  expect(await screen.findByText('Your account is being deleted')).toBeTruthy()
  expect(server.of('/user/account/cancel')).toMatchObject([{ posts: 'delete', password: 'a quiet harbour' }])
  await press('Keep my account')
  expect(await screen.findByText('What you’ll lose')).toBeTruthy()
  expect(session.get().user?.erase_at).toBe(null)
})
