/** A film's page beside Play: the way back from the last match, and NFO and pictures beside the film. */
import type { DeviceInfo } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { handleFailure } from '../../../app/failure.tsx'
import { setLang } from '../../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../../kit/session.ts'
import { aFilm } from '../../../testing/films.ts'
import { aDevice, aSignIn, aStatus } from '../../../testing/samples.ts'
import { ok, published, serve, type Answer } from '../../../testing/server.ts'
import { Modals } from '../../../ui/modal.tsx'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen } from './detail.tsx'

const identified = { ...aFilm, identified: 'person' as const }
const aMatch = {
  id: aFilm.id,
  kind: 'film',
  title: aFilm.title,
  year: 1948,
  poster: '',
  identified: 'person',
  tmdb: 'movie/1',
  file_name: 'a.mkv',
  path: 'a.mkv',
  file_size: 1,
  files: 1,
  name_title: 'a',
  name_year: null,
  candidates: [],
  can_undo: true,
  database: 'ok',
}
const boxInfo = (writesLibrary: boolean): DeviceInfo & { stale_at: null } => ({
  devsn: aDevice.devsn,
  version: '1.0.0',
  hostname: 'box',
  platform: 'linux',
  arch: 'x64',
  cpu_model: '',
  cpu_max_freq: 0,
  engines: { aria2: '', ffmpeg: '', ed2k: '' },
  link_kinds: [],
  lan: [],
  writes_library: writesLibrary,
  status: aStatus,
  stale_at: null,
})
let sent: [act: string, data: Record<string, unknown>][]

type Given = {
  acts?: Record<string, (data: Record<string, unknown>) => Answer>
  match?: () => Answer
  writesLibrary?: boolean
}

function show({ acts = {}, match = () => ok(aMatch), writesLibrary = false }: Given): void {
  const heard = Object.entries(acts).map(([name, answer]) => [
    name,
    (data: Record<string, unknown>) => {
      sent.push([name, data])
      return answer(data)
    },
  ])
  serve({
    '/movie/movie/detail': () => ok(identified),
    '/movie/file/getMovieFile': match,
    '/device/devinfo/info': () => ok(boxInfo(writesLibrary)),
    '/emqx/publish': published({ screen_list: () => ok({ data: [], waiting: [], address: '' }), ...Object.fromEntries(heard) }),
  })
  render(
    <QueryClientProvider client={createClient(handleFailure)}>
      <Screen />
      <Toasts />
      <Modals />
    </QueryClientProvider>,
  )
}
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => fireEvent.click(button))
}

beforeEach(() => {
  localStorage.clear()
  sent = []
  setLang('en')
  location.hash = `#/pages/device/movie/detail?id=${aFilm.id}`
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  startSession(aSignIn)
  setCurrentDevice(aDevice)
})
afterEach(() => {
  cleanup()
  endSession()
})

test('what a person decided last is undone there, for as long as the box keeps what was before', async () => {
  let canUndo = true
  const films_undo = () => {
    canUndo = false
    return ok({ undone: 1 })
  }
  show({ match: () => ok({ ...aMatch, can_undo: canUndo }), acts: { films_undo } })
  await press('Undo the last match')
  await waitFor(() => expect(sent).toMatchObject([['films_undo', { id: aFilm.id }]]))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo the last match' })).toBe(null))
})

test('writes NFO and pictures beside it, and replaces a file of somebody else only on purpose', async () => {
  const film_write = ({ overwrite }: Record<string, unknown>) =>
    overwrite === true
      ? ok({ files: ['a.nfo', 'a-poster.jpg'] })
      : { code: Code.notAllowed, data: { reason: 'exists', file: 'a.nfo' } }
  show({ writesLibrary: true, acts: { film_write } })
  await press('Save NFO and pictures')
  expect(await screen.findByText('a.nfo wasn’t written by Homeport.')).toBeTruthy()
  await press('Replace')
  expect(await screen.findByText('2 files saved beside the film')).toBeTruthy()
  expect(sent.map(([, { overwrite }]) => overwrite)).toEqual([false, true])
})

test('where the box may not write in its library, nothing offers it', async () => {
  show({})
  expect(await screen.findByRole('button', { name: 'Undo the last match' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save NFO and pictures' })).toBe(null)
})
