/** Sign-in by username, and registration. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLang } from '../../../kit/lang.ts'
import { session } from '../../../kit/session.ts'
import { ok, serve } from '../../../testing/server.ts'
import { aSignIn } from '../../../testing/samples.ts'
import { rememberReturnPath } from '../../../kit/nav/return-path.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen as Register } from '../register.tsx'
import { Screen as Login } from './username.tsx'
import { openAt } from '../../../testing/history.ts'

const show = (Page: () => React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
      <Toasts />
    </QueryClientProvider>,
  )
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
const agree = () => act(async () => screen.getByRole('checkbox').click())

beforeEach(() => {
  localStorage.clear()
  setLang('zh')
  setLang('en')
  openAt('#/pages/user/login/username')
})
afterEach(cleanup)

test('a person signs in and lands where they wanted to go', async () => {
  const server = serve({ '/user/account/login': () => ok(aSignIn) })
  rememberReturnPath('/pages/device/download/list')
  show(Login)
  type('Username', 'harbour')
  type('Password', 'a quiet harbour')
  await agree()
  await press('Sign in')
  await waitFor(() => expect(session.get().token).toBe('token-1'))
  expect(server.of('/user/account/login')).toEqual([{ username: 'harbour', password: 'a quiet harbour', agreed: '1' }])
  await waitFor(() => expect(location.hash).toBe('#/pages/device/download/list'))
})

test('terms must be agreed to, and empty fields say so, before anything is sent', async () => {
  const server = serve({})
  show(Login)
  await press('Sign in')
  for (const word of ['This is required', 'Enter a password', 'Agree to the terms and privacy policy to continue'])
    expect(await screen.findByText(word)).toBeTruthy()
  expect(server.requests.filter(({ path }) => path !== '/user/account/first')).toEqual([])
})

test('a wrong password is said at the field, and nothing typed is lost', async () => {
  serve({ '/user/account/login': () => ({ code: Code.wrongCredentials, msg: 'no' }) })
  show(Login)
  type('Username', 'harbour')
  type('Password', 'wrong one')
  await agree()
  await press('Sign in')
  expect(await screen.findByText('Wrong username or password')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong one')
})

test.each([
  ['en', 'Forgot password?'],
  ['zh', '忘记密码？'],
] as const)('in %s: from here a forgotten password is set anew', async (lang, forgotten) => {
  setLang(lang)
  show(Login)
  await press(forgotten)
  await waitFor(() => expect(location.hash).toBe('#/pages/user/login/reset'))
})

test('registering checks both passwords, and a taken name is said at its field', async () => {
  const server = serve({ '/user/account/register': () => ({ code: Code.taken }) })
  show(Register)
  type('Username', 'harbour')
  type('Password', 'a quiet harbour')
  type('Confirm password', 'another')
  await agree()
  await press('Create account')
  expect(await screen.findByText('The passwords don’t match')).toBeTruthy()
  expect(server.requests.filter(({ path }) => path !== '/user/account/first')).toEqual([])
  type('Confirm password', 'a quiet harbour')
  await press('Create account')
  expect(await screen.findByText('This username is taken')).toBeTruthy()
})

test('the name that one has typed is there when the page comes back, the password is not', async () => {
  serve({})
  show(Register)
  type('Username', 'harbour')
  type('Password', 'a quiet harbour')
  cleanup()
  show(Register)
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('harbour')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
})

test('where the server wants an invitation, the field is there before anything is sent; where it takes nobody, that is said', async () => {
  let registration = 'code'
  serve({ '/user/account/first': () => ok({ is_first: false, registration }) })
  show(Register)
  expect(await screen.findByLabelText('Invitation code')).toBeTruthy()
  cleanup()
  registration = 'closed'
  show(Register)
  expect(await screen.findByText('This server isn’t accepting new accounts')).toBeTruthy()
  expect(screen.queryByLabelText('Invitation code')).toBe(null)
})

test('where the server wants an invitation after all, the field for it comes', async () => {
  serve({
    '/user/account/register': ({ code }) =>
      code === 'ABCD1234' ? ok(aSignIn) : { code: Code.invalid, data: { field: 'code', rule: 'code' } },
  })
  show(Register)
  type('Username', 'harbour')
  type('Password', 'a quiet harbour')
  type('Confirm password', 'a quiet harbour')
  await agree()
  await press('Create account')
  fireEvent.input(await screen.findByLabelText('Invitation code'), { target: { value: 'ABCD1234' } })
  await press('Create account')
  await waitFor(() => expect(session.get().token).toBe('token-1'))
  expect(screen.getByText('Account created')).toBeTruthy()
})
