/** Sign-in and password reset by code. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pairing } from '../../../device/bind/pairing.ts'
import { forgetTyped } from '../../../kit/keep/unsent-forms.ts'
import { setLang } from '../../../kit/lang.ts'
import { session } from '../../../kit/session.ts'
import { ok, serve } from '../../../testing/server.ts'
import { aSignIn } from '../../../testing/samples.ts'
import { Modals } from '../../../ui/modal.tsx'
import { Screen as Mobile } from './mobile.tsx'
import { Screen as Reset } from './reset.tsx'
import { openAt } from '../../../testing/history.ts'

const show = (Page: () => React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
      <Modals />
    </QueryClientProvider>,
  )
const type = (label: string, value: string) =>
  act(async () => void fireEvent.input(screen.getByLabelText(label), { target: { value } }))
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
const chooseArea = (value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText('Area code'), { target: { value } }))

beforeEach(() => {
  localStorage.clear()
  setLang('zh')
  setLang('en')
  openAt('#/pages/user/login/mobile')
})
afterEach(() => {
  cleanup()
  forgetTyped('sign in by phone')
  forgetTyped('reset')
  vi.useRealTimers()
})

test('a code is sent, the seconds to the next count down, and the code signs in', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const server = serve({
    '/user/account/sendCode': () => ok({ wait: 60 }),
    '/user/account/loginByCode': () => ok(aSignIn),
  })
  show(Mobile)
  await chooseArea('86')
  await type('Mobile number', '138 0013-8000')
  await press('Get code')
  expect(await screen.findByText('Resend in 60 s')).toBeTruthy()
  expect(screen.getByText('Sent to +86 138****8000. Valid for 5 minutes.')).toBeTruthy()
  expect(server.of('/user/account/sendCode')).toEqual([{ purpose: 'login', area_code: '86', phone: '13800138000' }])
  await act(async () => vi.advanceTimersByTime(18_000))
  expect(screen.getByText(/^Resend in 4[12] s$/)).toBeTruthy()
  await act(async () => vi.advanceTimersByTime(43_000))
  expect(screen.getByRole('button', { name: 'Resend' })).toBeTruthy()
  await type('Verification code', '246810')
  await act(async () => screen.getByRole('checkbox').click())
  await press('Sign in')
  await waitFor(() => expect(session.get().token).toBe('token-1'))
  expect(server.of('/user/account/loginByCode')).toEqual([{ area_code: '86', phone: '13800138000', code: '246810', agreed: '1' }])
})

test('P5: a code asked for too soon shows how long to wait; another number need not wait', async () => {
  serve({
    '/user/account/sendCode': () => ({
      code: Code.tooMany,
      msg: 'Please wait before you ask for another code',
      data: { wait: 37 },
    }),
  })
  show(Mobile)
  await chooseArea('86')
  await type('Mobile number', '13800138001')
  await press('Get code')
  expect(await screen.findByText(/^Resend in 3[67] s$/)).toBeTruthy()
  expect(screen.getByText('Please wait before you ask for another code')).toBeTruthy()
  await type('Mobile number', '13800138002')
  expect(screen.getByRole('button', { name: 'Get code' })).toBeTruthy()
})

test('every field says what is wrong with it, in both languages, before anything is sent', async () => {
  const server = serve({})
  show(Mobile)
  await chooseArea('86')
  await press('Sign in')
  for (const word of ['Enter a mobile number', 'Enter the code', 'Agree to the terms and privacy policy to continue'])
    expect(await screen.findByText(word)).toBeTruthy()
  await type('Mobile number', '12345678901')
  await type('Verification code', '12')
  await press('Get code')
  expect(await screen.findByText('Enter a valid mobile number')).toBeTruthy()
  await press('Sign in')
  expect(await screen.findByText('The code has 6 digits')).toBeTruthy()
  await act(async () => setLang('zh'))
  for (const word of ['手机号格式不正确', '验证码为 6 位数字', '请先同意用户协议和隐私政策'])
    expect(await screen.findByText(word)).toBeTruthy()
  expect(server.requests.filter(({ path }) => path !== '/user/account/first')).toEqual([])
})

test('a number of another country has 4 to 14 digits; pasted with its area code it loses it', async () => {
  const server = serve({ '/user/account/sendCode': () => ok({ wait: 60 }) })
  show(Mobile)
  await chooseArea('852')
  await type('Mobile number', '123')
  await press('Get code')
  expect(await screen.findByText('Enter a valid mobile number')).toBeTruthy()
  await type('Mobile number', '+852 5123 4567')
  await press('Get code')
  await waitFor(() => expect(server.of('/user/account/sendCode')).toHaveLength(1))
  expect(server.of('/user/account/sendCode')[0]).toMatchObject({ area_code: '852', phone: '51234567' })
})

test('a wrong code is said at its field, and nothing typed is lost', async () => {
  serve({
    '/user/account/loginByCode': () => ({
      code: Code.wrongCredentials,
      msg: 'Wrong or expired code',
      data: { field: 'code' },
    }),
  })
  show(Mobile)
  await chooseArea('86')
  await type('Mobile number', '13800138003')
  await type('Verification code', '111111')
  await act(async () => screen.getByRole('checkbox').click())
  await press('Sign in')
  expect(await screen.findByText('Wrong or expired code')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Mobile number').value).toBe('13800138003')
  expect(screen.getByLabelText<HTMLInputElement>('Verification code').value).toBe('111111')
  expect(screen.getByLabelText('Verification code').getAttribute('aria-invalid')).toBe('true')
})

test('P36: who signs in while their account is to end is asked whether it shall stay', async () => {
  const user = { ...aSignIn.user, erase_at: 1_900_000_000 }
  const server = serve({
    '/user/account/loginByCode': () => ok({ ...aSignIn, user }),
    '/user/account/undoCancel': () => ok(aSignIn.user),
  })
  show(Mobile)
  await chooseArea('86')
  await type('Mobile number', '13800138004')
  await type('Verification code', '111111')
  await act(async () => screen.getByRole('checkbox').click())
  await press('Sign in')
  expect(await screen.findByRole('alertdialog', { name: 'Keep your account?' })).toBeTruthy()
  await press('Keep my account')
  await waitFor(() => expect(server.of('/user/account/undoCancel')).toHaveLength(1))
  await waitFor(() => expect(session.get().user?.erase_at).toBe(null))
})

test('a forgotten password is set anew by a code to the e-mail; both passwords and the address are checked', async () => {
  const server = serve({
    '/user/account/sendCode': () => ok({ wait: 60 }),
    '/user/account/resetPassword': ({ code }) =>
      code === '246810' ? ok(null) : { code: Code.wrongCredentials, msg: 'wrong', data: { field: 'code' } },
  })
  show(Reset)
  await act(async () => screen.getByRole('tab', { name: 'By email' }).click())
  await press('Get code')
  expect(await screen.findByText('Enter an email address')).toBeTruthy()
  await type('Email', 'nobody')
  await press('Set password')
  for (const word of ['Enter a valid email address', 'Enter the code', 'Enter a password', 'Enter the password again'])
    expect(await screen.findByText(word)).toBeTruthy()
  expect(server.requests.filter(({ path }) => path !== '/user/account/first')).toEqual([])
  await type('Email', 'me@example.com')
  await press('Get code')
  await waitFor(() => expect(server.of('/user/account/sendCode')).toMatchObject([{ purpose: 'reset', email: 'me@example.com' }]))
  await type('Verification code', '246810')
  await type('New password', 'short')
  await type('Confirm password', 'other')
  await press('Set password')
  expect(await screen.findByText('The passwords don’t match')).toBeTruthy()
  expect(screen.getByText('Use 6 to 32 characters')).toBeTruthy()
  await type('New password', 'a calm harbour')
  await type('Confirm password', 'a calm harbour')
  await press('Set password')
  await waitFor(() => expect(location.hash).toBe('#/pages/user/login/username'))
  expect(server.of('/user/account/resetPassword')).toMatchObject([
    { email: 'me@example.com', code: '246810', password: 'a calm harbour' },
  ])
})

test('a forgotten password is set anew by a code to the phone', async () => {
  const server = serve({
    '/user/account/sendCode': () => ok({ wait: 60 }),
    '/user/account/resetPassword': () => ok(null),
  })
  show(Reset)
  await chooseArea('86')
  await type('Mobile number', '13900000004')
  await press('Get code')
  const sent = { purpose: 'reset', area_code: '86', phone: '13900000004' }
  await waitFor(() => expect(server.of('/user/account/sendCode')).toMatchObject([sent]))
  await type('Verification code', '246810')
  await type('New password', 'a calm harbour')
  await type('Confirm password', 'a calm harbour')
  await press('Set password')
  await waitFor(() => expect(location.hash).toBe('#/pages/user/login/username'))
  expect(server.of('/user/account/resetPassword')).toMatchObject([
    { area_code: '86', phone: '13900000004', code: '246810', password: 'a calm harbour' },
  ])
})

test('where new accounts need an invitation, the form says so before a code is sent, and takes the code of the link', async () => {
  pairing.set({ devsn: '', code: 'ABCD2345' })
  const server = serve({
    '/user/account/first': () => ok({ is_first: false, registration: 'code' }),
    '/user/account/sendCode': () => ok({ wait: 60 }),
    '/user/account/loginByCode': ({ invitation }) =>
      invitation === 'ABCD2345'
        ? ok(aSignIn)
        : { code: Code.wrongCredentials, data: { field: 'invitation' }, msg: 'It needs one' },
  })
  show(Mobile)
  const field = await screen.findByLabelText<HTMLInputElement>('Invitation code')
  expect(field.value).toBe('ABCD2345')
  expect(screen.getByText('Only for a new account.')).toBeTruthy()
  await chooseArea('86')
  await type('Mobile number', '13800138111')
  await press('Get code')
  expect(server.of('/user/account/sendCode')).toEqual([
    { purpose: 'login', area_code: '86', phone: '13800138111', invitation: 'ABCD2345' },
  ])
  await type('Invitation code', '')
  await type('Verification code', '246810')
  await act(async () => screen.getByRole('checkbox').click())
  await press('Sign in')
  expect(await screen.findByText('It needs one')).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await type('Invitation code', 'ABCD2345')
  await press('Sign in')
  await waitFor(() => expect(session.get().token).toBe('token-1'))
  pairing.set(null)
})

test('where no new accounts are taken, nothing leads to creating one', async () => {
  serve({ '/user/account/first': () => ok({ is_first: false, registration: 'closed' }) })
  show(Mobile)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Create account' })).toBe(null))
  expect(screen.queryByLabelText('Invitation code')).toBe(null)
})
