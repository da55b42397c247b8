/** Films that a phone takes along: fetched piece by piece over reloads and lost networks, played from where one stopped, and gone when they are to be. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { useIndexedDb } from '../../testing/indexed-db.ts'
import { aDevice, aSignIn } from '../../testing/samples.ts'
import { published, serve } from '../../testing/server.ts'
import { takeAlong, type TakenFilm } from './keep-films.ts'
import { changeKept, savedFilms, keptFilms, pieceBytes } from './kept-films.ts'
import { KeptList } from './kept-list.tsx'
import { KeptPlayer } from './kept-player.tsx'

const client = new QueryClient()
const film: TakenFilm = {
  movie_id: 'M1',
  file_id: 'f1',
  title: 'Metropolis',
  line: '',
  poster: '',
  duration_ms: 600_000,
  point_ms: 0,
  height: 720,
  removes_watched: true,
}
const size = pieceBytes * 2 + 5
/** A film whose bytes say which piece they are of. */
const bytesOf = (from: number, to: number) => new Uint8Array(to - from + 1).fill(Math.floor(from / pieceBytes) + 1)

let entries: ReadonlyMap<string, unknown>
let copies: Map<string, { state: string; progress: number; size: number | null; hindrance: string }>
let requests: { act: string; data: Record<string, unknown> }[]
let ranges: string[]
/** Pieces that the network still brings; the ticket ends with it. */
let bring: number
let latest: number
let subtitles: { code: number; data?: unknown }

beforeEach(() => {
  entries = useIndexedDb()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  copies = new Map()
  requests = []
  ranges = []
  bring = Infinity
  latest = 0
  subtitles = { code: Code.ok, data: { data: [] } }
  const copy = (copy_id: string) => ({ copy_id, movie_id: 'M1', file_id: 'f1', height: 720, ...copies.get(copy_id) })
  const noted = (name: string, answer: (data: Record<string, unknown>) => { code: number; data?: unknown }) => ({
    [name]: (data: Record<string, unknown>) => {
      requests.push({ act: name, data })
      return answer(data)
    },
  })
  serve({
    '/emqx/publish': published({
      ...noted('copy_prepare', () => {
        const id = `c${copies.size + 1}`
        copies.set(id, { state: 'ready', progress: 100, size, hindrance: '' })
        return { code: Code.ok, data: copy(id) }
      }),
      ...noted('copy_state', ({ copy_id }) =>
        copies.has(String(copy_id)) ? { code: Code.ok, data: copy(String(copy_id)) } : { code: Code.notFound, data: null },
      ),
      ...noted('copy_ticket', () => ({ code: Code.ok, data: { url: 'http://box/file/k', https_port: 0, size } })),
      ...noted('copy_subtitles', () => subtitles),
      ...noted('copy_remove', () => ({ code: Code.ok, data: {} })),
      ...noted('copy_point', () => ({ code: Code.ok, data: { point_ms: latest } })),
    }),
  })
  const cloud = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    if (url.endsWith('/blob/b1')) {
      const text = new Blob(['WEBVTT'])
      return Object.assign(new Response('', { headers: { 'Content-Type': 'application/octet-stream' } }), {
        blob: async () => text,
      })
    }
    if (url !== 'http://box/file/k') return cloud(url, request)
    if (bring <= 0) throw new TypeError('no network')
    bring -= 1
    const range = new Headers(request.headers).get('Range') ?? ''
    ranges.push(range)
    const [, from = 0, to = 0] = (/(\d+)-(\d+)/.exec(range) ?? []).map(Number)
    return Object.assign(new Response(null, { status: 206 }), { blob: async () => new Blob([bytesOf(from, to)]) })
  })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => {})
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {})
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:film', revokeObjectURL: () => {} }))
})
afterEach(async () => {
  cleanup()
  endSession()
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
})

const pieces = () => [...entries.keys()].filter((key) => /\/\d{6}$/.test(key))
const states = () => keptFilms().map(({ state }) => state)
const has = (name: string) => requests.filter(({ act: one }) => one === name).length
const show = (part: React.ReactNode) => render(<QueryClientProvider client={client}>{part}</QueryClientProvider>)
async function take() {
  await takeAlong(client, [film])
  await waitFor(() => expect(states()).toEqual(['kept']))
}

test('comes in pieces by ranges, and the box is told once it is whole', async () => {
  await take()
  expect(ranges).toEqual([
    `bytes=0-${pieceBytes - 1}`,
    `bytes=${pieceBytes}-${2 * pieceBytes - 1}`,
    `bytes=${2 * pieceBytes}-${size - 1}`,
  ])
  expect(pieces()).toHaveLength(3)
  await waitFor(() => expect(has('copy_remove')).toBe(1))
  // A film that is here is not taken twice.
  await takeAlong(client, [film])
  expect(states()).toEqual(['kept'])
})

test('goes on where it was after a lost network', async () => {
  bring = 1
  await takeAlong(client, [film])
  await waitFor(() => expect(pieces()).toHaveLength(1))
  expect(states()).toEqual(['saving'])
  bring = Infinity
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(states()).toEqual(['kept']))
  expect(ranges.filter((range) => range.startsWith('bytes=0-'))).toHaveLength(1)
  expect(has('copy_prepare')).toBe(1)
})

test('is prepared anew, and begins anew, where the box has it no more', async () => {
  bring = 1
  await takeAlong(client, [film])
  await waitFor(() => expect(pieces()).toHaveLength(1))
  copies.clear()
  copies.set('unknown', { state: 'ready', progress: 100, size, hindrance: '' })
  bring = Infinity
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(states()).toEqual(['kept']))
  expect(has('copy_prepare')).toBe(2)
  expect(ranges.filter((range) => range.startsWith('bytes=0-'))).toHaveLength(2)
})

test('keeps the place that one reaches, tells the box when one leaves, and goes on there', async () => {
  await take()
  const id = keptFilms()[0]?.id ?? ''
  const { container, unmount } = show(<KeptPlayer id={id} from="" />)
  const video = await waitFor(() => {
    const shown = container.querySelector('video')
    if (!shown) throw new Error('not yet')
    return shown
  })
  video.currentTime = 240
  await act(async () => void fireEvent.timeUpdate(video))
  expect(keptFilms()[0]?.point_ms).toBe(240_000)
  video.currentTime = 242
  unmount()
  expect(keptFilms()[0]?.point_ms).toBe(242_000)
  latest = 242_000
  await waitFor(() =>
    expect(requests.findLast(({ act: one }) => one === 'copy_point')?.data['left']).toMatchObject({
      point_ms: 242_000,
      is_watched: false,
    }),
  )
  // Somebody went on elsewhere meanwhile.
  latest = 300_000
  const again = show(<KeptPlayer id={id} from="" />)
  await waitFor(() => expect(again.container.querySelector('video')).not.toBe(null))
  fireEvent.loadedMetadata(again.container.querySelector('video') ?? document.body)
  expect(again.container.querySelector('video')?.currentTime).toBe(300)
  // A network that comes back reads all lists anew, and leaves the film alone.
  await act(() => client.invalidateQueries())
  expect(again.container.querySelector('video')?.currentTime).toBe(300)
})

test('is removed once it is watched, if that is wanted, and its box still learns of it', async () => {
  await take()
  const id = keptFilms()[0]?.id ?? ''
  // Nobody knew its length when it was taken along.
  changeKept(id, { duration_ms: 0 })
  const { container, unmount } = show(<KeptPlayer id={id} from="start" />)
  await waitFor(() => expect(container.querySelector('video')).not.toBe(null))
  const video = container.querySelector('video')
  if (video) Object.defineProperty(video, 'duration', { value: 600 })
  if (video) video.currentTime = 590
  unmount()
  await waitFor(() => expect(keptFilms()).toEqual([]))
  expect(pieces()).toEqual([])
  await waitFor(() =>
    expect(requests.at(-1)).toMatchObject({ act: 'copy_point', data: { left: { point_ms: 0, is_watched: true } } }),
  )
  await waitFor(() => expect(savedFilms.value.get().places).toEqual([]))
})

test('says why one cannot come, and what is removed on its way leaves nothing', async () => {
  bring = 1
  await takeAlong(client, [film])
  await waitFor(() => expect(pieces()).toHaveLength(1))
  show(<KeptList />)
  fireEvent.click(await screen.findByRole('button', { name: 'Don’t take Metropolis along' }))
  await waitFor(() => expect(pieces()).toEqual([]))
  expect(await screen.findByText('Nothing taken along yet')).toBeTruthy()
  await waitFor(() => expect(has('copy_remove')).toBe(1))
})

test('brings its subtitles, once the box has taken them out of the film; one without comes all the same', async () => {
  subtitles = { code: Code.noResponse }
  await takeAlong(client, [film])
  await waitFor(() => expect(has('copy_subtitles')).toBe(1))
  expect(states()).toEqual(['saving'])
  subtitles = { code: Code.ok, data: { data: [{ language: 'de', title: '', is_shown: true, blob: 'b1' }] } }
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(states()).toEqual(['kept']))
  const { container } = show(<KeptPlayer id={keptFilms()[0]?.id ?? ''} from="" />)
  await waitFor(() => expect(container.querySelector('track')?.getAttribute('label')).toBe('German'))
  expect(container.querySelector('track')?.default).toBe(true)
  cleanup()
  subtitles = { code: Code.fault }
  await takeAlong(client, [{ ...film, movie_id: 'M2' }])
  await waitFor(() => expect(states()).toEqual(['kept', 'kept']))
})

test('P13: nothing of it stays after the end of the session', async () => {
  await take()
  endSession()
  expect(keptFilms()).toEqual([])
})
