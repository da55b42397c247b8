/** The page of keys: pasted, tried at once, kept, refused, removed; by the owner only. */
import type { ApiKey } from '@homeport/contract/api-key.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../../kit/session.ts'
import { aDevice, aSignIn } from '../../../testing/samples.ts'
import { ok, published, serve, type Answer } from '../../../testing/server.ts'
import { Modals } from '../../../ui/modal.tsx'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen } from './keys.tsx'

const key = '8f2c0123456789abcdef0123456d3d1a'
const none = (service: ApiKey['service']): ApiKey => ({
  service,
  state: 'none',
  fault: '',
  source: '',
  last_four: '',
  set_by: '',
  set_at: 0,
  waiting: 0,
})
const ownKey: ApiKey = {
  ...none('tmdb'),
  state: 'works',
  source: 'app',
  last_four: '3d1a',
  set_by: 'marta',
  set_at: 1,
  waiting: 46,
}

let shown: ApiKey[]
let onFailure = vi.fn()
let acts: [act: string, data: Record<string, unknown>][]
let set: (data: Record<string, unknown>) => Answer | Promise<Answer>

function show() {
  const answers = {
    api_keys: () => ok({ data: shown }),
    api_key_set: (data: Record<string, unknown>) => set(data) as Answer,
    api_key_remove: () => ok({ data: [none('tmdb'), none('opensubtitles')] }),
  }
  const heard = Object.entries(answers).map(([name, answer]) => [
    name,
    (data: Record<string, unknown>) => {
      acts.push([name, data])
      return answer(data)
    },
  ])
  serve({ '/emqx/publish': published(Object.fromEntries(heard)) })
  render(
    <QueryClientProvider client={createClient(onFailure)}>
      <Screen />
      <Toasts />
      <Modals />
    </QueryClientProvider>,
  )
}
const card = async (name: string) => within(await screen.findByRole('region', { name }))
const field = async (name: string) => (await card(name)).getByRole<HTMLInputElement>('textbox')
const paste = async (name: string, text: string) => {
  const input = await field(name)
  await act(async () => fireEvent.paste(input, { clipboardData: { getData: () => text } }))
}
const sets = () => acts.filter(([name]) => name === 'api_key_set').map(([, data]) => data)

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  shown = [none('tmdb'), none('opensubtitles')]
  onFailure = vi.fn()
  acts = []
  set = () => ok({ data: [ownKey, none('opensubtitles')] })
})
afterEach(cleanup)

test('without keys each service says what it gives, and where a free key is had', async () => {
  show()
  const tmdb = await card('TMDB')
  expect(tmdb.getByText('Posters, plots and people')).toBeTruthy()
  const link = tmdb.getByRole('link', { name: 'Get a free key at themoviedb.org' })
  expect(link.getAttribute('href')).toBe('https://www.themoviedb.org/settings/api')
  const subtitles = await card('OpenSubtitles')
  expect(subtitles.getByRole('link', { name: 'Get a free key at opensubtitles.com' })).toBeTruthy()
})

test('a pasted key is tried at once; then it says what it gives, its end, who set it, and how many films get posters', async () => {
  show()
  await paste('TMDB', `  ${key}\n`)
  const tmdb = await card('TMDB')
  expect(await tmdb.findByText('Works: titles, posters and plots')).toBeTruthy()
  expect(sets()).toEqual([{ service: 'tmdb', key }])
  expect(tmdb.getByText('Set by marta')).toBeTruthy()
  expect(tmdb.getByText('Saved key ending in 3d1a')).toBeTruthy()
  expect(tmdb.getByText('46 films get posters now')).toBeTruthy()
  expect(document.body.innerHTML).not.toContain(key)
})

test('while it is tried the page says so and sends it once', async () => {
  show()
  const answer = Promise.withResolvers<void>()
  await field('TMDB')
  const fetched = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    const response = await fetched(url, request)
    await answer.promise
    return response
  })
  await paste('TMDB', key)
  const tmdb = await card('TMDB')
  expect(await tmdb.findByText('Trying it…')).toBeTruthy()
  await act(async () => fireEvent.submit(await field('TMDB')))
  await act(async () => answer.resolve())
  expect(await tmdb.findByText('Works: titles, posters and plots')).toBeTruthy()
  expect(sets()).toHaveLength(1)
})

test('a key typed by hand is tried by its button', async () => {
  show()
  const input = await field('OpenSubtitles')
  fireEvent.change(input, { target: { value: 'typed-by-hand' } })
  await act(async () => fireEvent.click((await card('OpenSubtitles')).getByRole('button', { name: 'Try it' })))
  expect(sets()).toEqual([{ service: 'opensubtitles', key: 'typed-by-hand' }])
})

describe('what is wrong is one sentence, and the typed key is not lost', () => {
  test('one that the service refuses', async () => {
    set = () => ({ code: Code.invalid, data: { field: 'key', rule: 'api_key_refused' } })
    show()
    await paste('TMDB', key)
    expect((await screen.findByRole('alert')).textContent).toBe('TMDB doesn’t recognise this key')
    const input = await field('TMDB')
    expect([input.value, input.getAttribute('aria-invalid')]).toEqual([key, 'true'])
    expect(onFailure).not.toHaveBeenCalled()
    fireEvent.click((await card('TMDB')).getByRole('button', { name: 'Clear' }))
    expect(input.value).toBe('')
    expect(screen.queryByRole('alert')).toBe(null)
  })

  test('one that is no key is told without asking', async () => {
    show()
    await paste('TMDB', 'https://www.themoviedb.org/settings/api')
    expect((await screen.findByRole('alert')).textContent).toBe('This isn’t a TMDB key. Copy it again.')
    expect(sets()).toEqual([])
  })

  test('a box that does not answer goes to the failure handler', async () => {
    set = () => ({ code: Code.offline })
    show()
    await paste('TMDB', key)
    await waitFor(() => expect(onFailure).toHaveBeenCalledOnce())
    expect((await field('TMDB')).value).toBe(key)
  })
})

test.each([
  ['away', 'Saved, not tried yet: the service isn’t answering'],
  ['no_network', 'Saved, not tried yet: the box has no internet'],
  ['limit', 'Saved, not tried yet: too many requests for now'],
] as const)('a key that could not be tried (%s) is told as such', async (fault, text) => {
  set = () => ok({ data: [{ ...ownKey, state: 'untried', fault }, none('opensubtitles')] })
  show()
  await paste('TMDB', key)
  const tmdb = await card('TMDB')
  expect(await tmdb.findByText(text)).toBeTruthy()
  expect(tmdb.queryByText(/get posters/)).toBe(null)
})

test('a key that is no longer accepted is amber, one of the environment is shown and not editable', async () => {
  shown = [
    { ...ownKey, state: 'refused', fault: 'bad_key' },
    { ...none('opensubtitles'), state: 'works', source: 'environment', last_four: 'abTz' },
  ]
  show()
  expect((await card('TMDB')).getByText('TMDB no longer accepts this key')).toBeTruthy()
  const fixed = await card('OpenSubtitles')
  expect(fixed.getByText('Set on the box')).toBeTruthy()
  expect(fixed.getByText('Works: searching and fetching subtitles')).toBeTruthy()
  expect(fixed.queryByRole('button')).toBe(null)
  expect(fixed.queryByRole('textbox')).toBe(null)
})

test('a key is removed after a question that says what stays', async () => {
  shown = [{ ...ownKey, waiting: 0 }, none('opensubtitles')]
  show()
  expect((await card('TMDB')).getByText('All films were looked up')).toBeTruthy()
  await act(async () => fireEvent.click((await card('TMDB')).getByRole('button', { name: 'Remove' })))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Films keep the posters and plots they have. New films get none.')).toBeTruthy()
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Remove' })))
  expect(await field('TMDB')).toBeTruthy()
  expect(acts.at(-1)).toEqual(['api_key_remove', { service: 'tmdb' }])
})

test('a member is told that the owner sets keys, and nothing is asked; an offline box says so', async () => {
  setCurrentDevice({ ...aDevice, role: 'member' })
  show()
  expect(await screen.findByText('Only the owner can set keys')).toBeTruthy()
  expect(acts).toEqual([])
  cleanup()
  setCurrentDevice({ ...aDevice, online: 0 })
  show()
  expect(await screen.findByText('Keys are kept on the box. Set them when it’s back.')).toBeTruthy()
  expect(acts).toEqual([])
})

test('in Chinese', async () => {
  setLang('zh')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  shown = [ownKey, none('opensubtitles')]
  show()
  const tmdb = await card('TMDB')
  expect(tmdb.getByText('可用：片名、海报和简介')).toBeTruthy()
  expect(tmdb.getByText('由 marta 设置')).toBeTruthy()
  expect(tmdb.getByText('正在补齐 46 部影片的海报')).toBeTruthy()
})
