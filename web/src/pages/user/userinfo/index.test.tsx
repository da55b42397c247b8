/** The profile page: optimistic saves, errors at their fields, failures with a hint what to do. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { avatar, profile, saveProfile } from '@homeport/contract/account.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { chosenPlace } from '../../../shared/place.ts'
import { readRegions } from '../../../shared/region/region.ts'
import { endSession, session, startSession } from '../../../kit/session.ts'
import { historySettled } from '../../../testing/history.ts'
import { ok, serve, type Answer } from '../../../testing/server.ts'
import { aSignIn } from '../../../testing/samples.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen as Nickname } from '../mine/setup/username.tsx'
import { Screen as About } from '../mine/setup/userinfo.tsx'
import { Screen } from './index.tsx'

/** The spy of this test alone: a failure after the end of the test before is not its own. */
let onFailure = vi.fn()
const me = {
  ...aSignIn.user,
  nickname: 'Harbour',
  birthday: '1990-02-28',
  region: 'CN-4403',
  phone: '13800000001',
  area_code: '86',
}

function show(Page: ComponentType, answers: Record<string, (body: Record<string, string>) => Answer> = {}) {
  const server = serve({ [profile.path]: () => ok(me), ...answers })
  render(
    <QueryClientProvider client={createClient(onFailure)}>
      <Page />
      <Toasts />
    </QueryClientProvider>,
  )
  return server
}

// Chunks are loaded before a test's timeout starts.
beforeAll(async () => {
  await Promise.all([readRegions(), import('../../../shared/region/region-list.tsx'), import('../../../ui/sheet-panel.tsx')])
})
/** The list of all countries renders slowly in jsdom. */
const button = (name: string | RegExp) => screen.findByRole('button', { name }, { timeout: 20_000 })

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession({ ...aSignIn, user: me })
})
afterEach(async () => {
  cleanup()
  await historySettled()
  onFailure = vi.fn()
})

test.each([
  { lang: 'en', title: 'Profile', region: 'Shenzhen, Guangdong, China', day: '28 Feb 1990' },
  { lang: 'zh', title: '个人资料', region: '广东省 深圳市', day: '1990年2月28日' },
] as const)(
  'what the browser keeps stands before the cloud has answered ($lang), in the words of the language',
  async ({ lang, title, region, day }) => {
    setLang(lang)
    startSession({ ...aSignIn, user: me })
    show(Screen, { [profile.path]: () => ({ code: Code.fault, msg: 'away' }) })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Harbour')
    await screen.findByText(region)
    screen.getByText(day)
    // The number is masked.
    screen.getByText('+86 138••••0001')
  },
)

test('a nickname: each rule is said in place, the cloud’s too, and what was typed stays', async () => {
  const server = show(Nickname, {
    [saveProfile.path]: (body) =>
      body['nickname'] === 'Taken One'
        ? { code: Code.invalid, msg: '', data: { field: 'nickname', rule: 'name_characters' } }
        : ok({ ...me, nickname: body['nickname'] }),
  })
  const field = screen.getByLabelText<HTMLInputElement>('Nickname')
  const save = (value: string) => {
    fireEvent.change(field, { target: { value } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  }
  save('ab')
  await screen.findByText('Use 3 to 15 characters')
  save('Taken One')
  await screen.findByText('Special characters aren’t allowed')
  expect(field.value).toBe('Taken One')
  expect(server.of(saveProfile.path)).toEqual([{ nickname: 'Taken One' }])
  save('Ann of 海港')
  await screen.findByText('Saved')
  expect(session.get().user?.nickname).toBe('Ann of 海港')
  expect(onFailure).not.toHaveBeenCalled()
})

test('S104: a nickname that is half typed is there again for who signs in after the session has expired, until it is left', async () => {
  const field = () => screen.getByLabelText<HTMLInputElement>('Nickname')
  show(Nickname)
  fireEvent.change(field(), { target: { value: 'Harbour master' } })
  await act(async () => endSession('expired'))
  cleanup()
  await act(async () => startSession({ ...aSignIn, user: me, token: 'token-2' }))
  show(Nickname)
  expect(field().value).toBe('Harbour master')
  cleanup()
  show(Nickname)
  expect(field().value).toBe('Harbour')
})

test('a birthday that is no day is said, and nothing is sent; the region may be left empty again', async () => {
  const server = show(About, { [saveProfile.path]: (body) => ok({ ...me, birthday: body['birthday'], region: body['region'] }) })
  const field = screen.getByLabelText<HTMLInputElement>('Birthday')
  fireEvent.change(field, { target: { value: '1850-01-01' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter a valid date')
  expect(server.of(saveProfile.path)).toEqual([])
  fireEvent.change(field, { target: { value: '1991-03-01' } })
  fireEvent.click(await button(/Shenzhen, Guangdong, China/))
  fireEvent.click(await button('Back to the previous list'))
  fireEvent.click(await button('Back to the previous list'))
  fireEvent.click(await button('Leave blank'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.of(saveProfile.path)).toMatchObject([{ birthday: '1991-03-01', region: '' }]))
})

test('gender, birthday and a region found by search are chosen, and stand on the profile once they are saved', async () => {
  let saved = { ...me, gender: 'private', birthday: '', region: '' }
  const answers = {
    [profile.path]: () => ok(saved),
    [saveProfile.path]: ({ gender, birthday, region }: Record<string, string>) =>
      ok((saved = { ...saved, gender: gender ?? '', birthday: birthday ?? '', region: region ?? '' })),
  }
  startSession({ ...aSignIn, user: { ...me, birthday: '', region: '' } })
  show(About, answers)
  fireEvent.click(screen.getByRole('radio', { name: 'Female' }))
  fireEvent.change(screen.getByLabelText('Birthday'), { target: { value: '1990-02-28' } })
  fireEvent.click(screen.getByRole('button', { name: /^Region/ }))
  const field = await screen.findByRole('searchbox', { name: 'Search countries, provinces, cities' })
  fireEvent.change(field, { target: { value: 'urum' } })
  fireEvent.click(await button('Ürümqi, Xinjiang, China'))
  // The field has it once the sheet is gone.
  await button(/^Region.*Ürümqi, Xinjiang, China/)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect(saved).toMatchObject({ gender: 'female', birthday: '1990-02-28', region: 'CN-6501' })
  cleanup()
  show(Screen, answers)
  for (const text of ['Female', '28 Feb 1990', 'Ürümqi, Xinjiang, China']) await screen.findByText(text)
})

test('a file that is no picture is refused before it is sent', async () => {
  const server = show(Screen)
  fireEvent.click(screen.getByRole('button', { name: 'Change picture' }))
  const input = await waitFor(() => {
    const fileInput = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!fileInput) throw new Error('not open yet')
    return fileInput
  })
  for (const type of ['image/svg+xml', 'text/html']) {
    fireEvent.change(input, { target: { files: [new File(['x'], 'x.svg', { type })] } })
    await screen.findByText('Not a supported picture. Choose a JPEG, PNG, WebP or GIF.')
  }
  expect(server.of(avatar.path)).toEqual([])
})

test('a region found on the map fills the field, and what was typed before is still there', async () => {
  show(About)
  fireEvent.change(screen.getByLabelText('Birthday'), { target: { value: '2001-02-03' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find on the map' }))
  await waitFor(() => expect(location.hash).toMatch(/^#\/choose-location/))
  cleanup()
  chosenPlace.set({ by: 'profile', place: { name: 'Suzhou', lat: 31.3, lon: 120.6 }, region: 'CN-3205' })
  const server = show(About, { [saveProfile.path]: () => ok(me) })
  await screen.findByText('Suzhou, Jiangsu, China')
  expect(screen.getByLabelText<HTMLInputElement>('Birthday').value).toBe('2001-02-03')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.of(saveProfile.path)).toMatchObject([{ region: 'CN-3205', birthday: '2001-02-03' }]))
  cleanup()
  show(About)
  expect(screen.getByLabelText<HTMLInputElement>('Birthday').value).toBe('1990-02-28')
})
