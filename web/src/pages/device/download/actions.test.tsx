/** The owner's actions on downloads in the list, and torrent files. */
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { torrentMaxBytes, type Task } from '@homeport/contract/download/download.ts'
import { createClient } from '../../../app/client.ts'
import { clearReadings } from '../../../download/task-readings.ts'
import { setLang } from '../../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../../kit/session.ts'
import { bodyOf, ok, published, serve, type Answer } from '../../../testing/server.ts'
import { aDevice, aPlayer, aSignIn, aTask } from '../../../testing/samples.ts'
import { listed } from '../../../testing/task-list.ts'
import { toast, Toasts } from '../../../ui/toast.tsx'
import { Screen } from './list.tsx'

/** The spy of this test alone: a failure after the end of the test before is not its own. */
let onFailure = vi.fn()
const done: Task = { ...aTask, task_id: 'T2', name: 'Nosferatu', is_done: true, is_multifile: true, status: 2, done_at: 1 }
const failed: Task = { ...aTask, task_id: 'T3', name: 'Dead.mkv', status: 3, down_size: 0, reason: 'not_found' }

function show(tasks: Task[], acts: Record<string, (data: Record<string, unknown>) => Answer> = {}, free = 50_000_000_000) {
  const box = { tasks }
  const server = serve({
    '/device/task/lists': (input) => listed(box.tasks, input),
    '/emqx/publish': published({
      storage_info: () => ok({ list: [{ total: 9e10, used: 0, free, path: '/', value: 50 }] }),
      download_status: () => ({ code: TaskCode.notCreated }),
      ...acts,
    }),
  })
  render(
    <QueryClientProvider client={createClient(onFailure)}>
      <Screen />
      <Toasts />
    </QueryClientProvider>,
  )
  const sent = (name: string) =>
    server
      .of('/emqx/publish')
      .map((body) => JSON.parse(body['payload'] ?? ''))
      .filter((payload) => payload.request === name)
      .map((payload) => payload.data)
  return { server, sent, box }
}

const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => button.click())
}

beforeEach(() => {
  localStorage.clear()
  setLang('zh')
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  clearReadings()
  onFailure = vi.fn()
  vi.stubGlobal('scrollTo', () => {})
  location.hash = '/pages/device/download/list'
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(84)
})
afterEach(cleanup)

async function removeIt(name: string, button: string) {
  await press(`More options for ${name}`)
  await press('Remove')
  await press(button)
}

test('removing asks about the files, and the row is gone at once, with its count', async () => {
  let answer: (given: Answer) => void = () => {}
  const { sent, box } = show([aTask, done], { remove_task_and_file: () => ok({ task_id: 'T2' }) })
  await screen.findByText('Nosferatu')
  const originalFetch = globalThis.fetch
  const waits = new Promise<Answer>((resolve) => (answer = resolve))
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    const response = await originalFetch(url, request)
    if (bodyOf(request).toString().includes('remove_task_and_file')) await waits
    return response
  })
  await removeIt('Nosferatu', 'Remove, keep files')
  await waitFor(() => expect(screen.queryByText('Nosferatu')).toBe(null))
  expect(screen.getByRole('tab', { name: 'Complete 0' })).toBeTruthy()
  box.tasks = [aTask]
  await act(async () => answer({ code: Code.ok }))
  expect(sent('remove_task_and_file')).toEqual([{ task_id: 'T2', files: 0 }])
  expect(screen.queryByText('Nosferatu')).toBe(null)
})

test('a removal that the box refuses brings the row back with a word', async () => {
  show([aTask, done], { remove_task_and_file: () => ({ code: TaskCode.noFolder }) })
  await screen.findByText('Nosferatu')
  await removeIt('Nosferatu', 'Remove and delete files')
  expect(await screen.findByText('Download path not exists')).toBeTruthy()
  expect(screen.getByText('Couldn’t remove')).toBeTruthy()
  expect(await screen.findByText('Nosferatu')).toBeTruthy()
})

test('half a file cannot be kept, and what was stopped before its first byte only leaves the list', async () => {
  const stopped: Task = { ...failed, status: 0, code: TaskCode.added, reason: '' }
  const { sent } = show([aTask, stopped], { remove_task_and_file: () => ok({ task_id: 'T3' }) })
  await screen.findByText('Dead.mkv')
  await press('More options for Metropolis.1927.mkv')
  await press('Remove')
  expect(await screen.findByText('6.2 GB on the disk will be deleted.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove, keep files' })).toBe(null)
  await press('Cancel')
  await removeIt('Dead.mkv', 'Remove from the list')
  await waitFor(() => expect(sent('remove_task_and_file')).toEqual([{ task_id: 'T3', files: 1 }]))
})

test('what failed before its first byte goes without a question, and comes back on Undo', async () => {
  const { sent, box } = show([aTask, failed], { remove_task_and_file: () => ok({ task_id: 'T3' }) })
  await screen.findByText('Dead.mkv')
  await removeIt('Dead.mkv', 'Undo')
  expect(await screen.findByText('Dead.mkv')).toBeTruthy()
  expect(sent('remove_task_and_file')).toEqual([])
  await press('More options for Dead.mkv')
  await press('Remove')
  await waitFor(() => expect(screen.queryByText('Dead.mkv')).toBe(null))
  expect(sent('remove_task_and_file')).toEqual([])
  box.tasks = [aTask]
  // The toast goes, here for another one.
  act(() => toast('Copied'))
  await waitFor(() => expect(sent('remove_task_and_file')).toEqual([{ task_id: 'T3', files: 1 }]))
  expect(screen.queryByText('Dead.mkv')).toBe(null)
})

test('while the box is off a row offers nothing that needs it', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  setCurrentDevice({ ...aDevice, online: 0 })
  show([{ ...aTask, status: 0 }, failed, done])
  await screen.findByText('Dead.mkv')
  for (const name of [/^Start /, /^Stop /, /^Try /, /^Play /]) expect(screen.queryByRole('button', { name })).toBe(null)
  await press('More options for Dead.mkv')
  const sheet = await screen.findByRole('dialog')
  expect(within(sheet).getByText('Box is offline')).toBeTruthy()
  const offered = within(sheet).getAllByRole('button')
  expect(offered.map((button) => button.textContent).filter(Boolean)).toEqual(['Help', 'Details', 'Copy link'])
})

test('the playlist plays the video that was touched, and says so where that fails', async () => {
  const file = (index: number) => ({
    url: `T2/${index}`,
    name: `part ${index}.mkv`,
    suffix: 'mkv',
    icon: 'video',
    file_size: 1_000,
  })
  const { sent } = show([done], {
    get_media_files: () => ok({ paths: [file(1), file(2)] }),
    play: () => ({ code: Code.notFound, data: { reason: 'failed' } }),
  })
  await press('Play on TV: Nosferatu')
  await press(/part 2\.mkv/)
  await waitFor(() => expect(sent('play')).toMatchObject([{ path: 'T2/2' }]))
  expect(await screen.findByText('Play failed, please try again')).toBeTruthy()
})

test('a finished download with one video plays it without asking which (C42)', async () => {
  const { sent } = show([done], {
    get_media_files: () =>
      ok({ paths: [{ url: 'T2/1', name: 'Nosferatu.mkv', suffix: 'mkv', icon: 'video', file_size: 1_000 }] }),
    screen_list: () => ok({ data: [{ screen_id: 'tv', name: 'TV', is_online: true, seen_at: 1 }], waiting: [], address: '' }),
    play: () => ok(aPlayer),
  })
  await press('Play on TV: Nosferatu')
  await waitFor(() => expect(sent('play')).toEqual([{ movie_id: '', path: 'T2/1', point: 0, target: 'tv' }]))
  expect(screen.queryByRole('dialog')).toBe(null)
})

test('a finished download that is a film of the library plays as that film, and leads to its page', async () => {
  const { sent } = show(
    [{ ...done, is_multifile: false, film: { movie_id: 'M1', title: 'Nosferatu, a Symphony of Horror', poster: '' } }],
    {
      get_media_files: () =>
        ok({ paths: [{ url: 'T2/1', name: 'Nosferatu.mkv', suffix: 'mkv', icon: 'video', file_size: 1_000 }] }),
      screen_list: () => ok({ data: [{ screen_id: 'tv', name: 'TV', is_online: true, seen_at: 1 }], waiting: [], address: '' }),
      play: () => ok(aPlayer),
    },
  )
  await press('Play on TV: Nosferatu, a Symphony of Horror')
  await waitFor(() => expect(sent('play')).toEqual([{ movie_id: 'M1', path: 'T2/1', point: 0, target: 'tv' }]))
  await press('More options for Nosferatu, a Symphony of Horror')
  await press('Open film')
  expect(location.hash).toBe('#/pages/device/movie/detail?id=M1')
})

test('spec 8: a download without a video says that it is none', async () => {
  show([done], { get_media_files: () => ok({}) })
  await press('Play on TV: Nosferatu')
  expect(await screen.findByText('Player fail, not video')).toBeTruthy()
})

test('the files of a download with several say how much of each is here', async () => {
  const files = [
    { index: 1, file_name: 'a.mkv', file_size: 2_000_000, is_selected: true, down_size: 500_000 },
    { index: 2, file_name: 'b.mkv', file_size: 3_000_000, is_selected: false },
  ]
  const info = { name: 'x', sub_fileinfo: files, select_count: 1, total: 2, total_size: 5_000_000 }
  show([{ ...aTask, is_multifile: true }], { magnet_uri: () => ok({ torrent_info: info }) })
  await press('More options for Metropolis.1927.mkv')
  await press('Files')
  expect(await screen.findByText('500 KB of 2 MB')).toBeTruthy()
  expect(screen.getByText('Not selected')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Progress of a.mkv' }).getAttribute('value')).toBe('25')
})

test('the foot says in words what will not fit, and when little is left', async () => {
  show([aTask], {}, 1_000_000_000)
  expect(await screen.findByText('2.8 GB short of space')).toBeTruthy()
  cleanup()
  // the last disk status is stored for the next start
  localStorage.clear()
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  show([{ ...aTask, status: 0 }], {}, 1_500_000_000)
  expect(await screen.findByText('Only 1.5 GB free')).toBeTruthy()
  cleanup()
  // the last disk status is stored for the next start
  localStorage.clear()
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  show([aTask], {}, 50_000_000_000)
  expect(await screen.findByText('50 GB free')).toBeTruthy()
})

test('a torrent file goes to the cloud as a blob; its files are shown and those that are chosen start', async () => {
  const info = {
    name: 'Cosmos',
    select_count: 2,
    total: 2,
    total_size: 3_000,
    sub_fileinfo: [1, 2].map((index) => ({ index, file_name: `f${index}.mkv`, file_size: 1_500, is_selected: true })),
  }
  const { sent } = show([], {
    magnet_uri: () => ok({ torrent_info: info }),
    start_task: () => ok({ task_id: 'N', old_task_id: '' }),
  })
  const originalFetch = globalThis.fetch
  const puts: string[] = []
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    if (request.method !== 'PUT') return originalFetch(url, request)
    puts.push(url)
    return new Response(JSON.stringify({ code: Code.ok, msg: '', data: { id: url.split('/').at(-1), size: 3 } }))
  })
  await press('Add download')
  const input = (await screen.findByRole('dialog')).querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no place for a file')
  const file = new File(['d4:infoe'], 'cosmos.torrent')
  await act(async () => fireEvent.change(input, { target: { files: [file] } }))
  const box = await screen.findByRole('checkbox', { name: /f2\.mkv/ })
  const id = puts[0]?.split('/').at(-1)
  expect(puts[0]).toMatch(/^\/en\/device\/blob\/[0-9a-f]{32}$/)
  expect(sent('magnet_uri')).toEqual([{ torrent: id, page: 1 }])
  expect(sessionStorage.getItem('homeport.typed')).toContain(id)
  await act(async () => box.click())
  await press(/^Start download/)
  await waitFor(() => expect(sent('start_task')).toEqual([{ torrent: id, select: [1] }]))
  await waitFor(() => expect(sessionStorage.getItem('homeport.typed') ?? '').not.toContain(id))
  // One that is given up goes with its list of files.
  await press('Add download')
  const other = screen.getByRole('dialog').querySelector<HTMLInputElement>('input[type=file]')
  await act(async () => other && fireEvent.change(other, { target: { files: [file] } }))
  expect(await screen.findByRole('checkbox', { name: /f2\.mkv/ })).toBeTruthy()
  await press('Remove cosmos.torrent')
  expect(screen.queryByRole('checkbox', { name: /f2\.mkv/ })).toBeNull()
  expect(sessionStorage.getItem('homeport.typed') ?? '').not.toContain('cosmos.torrent')
})

test('a torrent file that the box has shows its download and is not sent again; one that its magnet waits for is', async () => {
  const existing = { ...aTask, task_id: 'known', name: 'Cosmos', total_size: 3_000 }
  const { sent } = show([], {
    download_status: () => ok(existing),
    magnet_uri: () => ({ code: TaskCode.notStarted, data: null }),
    start_task: () => ok({ task_id: 'known', old_task_id: '' }),
  })
  const originalFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) =>
    request.method === 'PUT'
      ? new Response(JSON.stringify({ code: Code.ok, msg: '', data: { id: url.split('/').at(-1), size: 3 } }))
      : originalFetch(url, request),
  )
  const choose = async () => {
    await press('Add download')
    const input = (await screen.findByRole('dialog')).querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('no place for a file')
    await act(async () => fireEvent.change(input, { target: { files: [new File(['d4:infoe'], 'cosmos.torrent')] } }))
  }
  await choose()
  expect(await screen.findByText('Already on this box')).toBeTruthy()
  expect(sent('download_status').at(-1)).toEqual({ torrent: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start download' }).disabled).toBe(true)
  await press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))

  existing.total_size = 0
  await choose()
  await waitFor(() => expect(sent('download_status')).toHaveLength(2))
  await press('Start download')
  await waitFor(() => expect(sent('start_task')).toHaveLength(1))
})

test('a torrent file that is too large, or that did not arrive, says so in its line', async () => {
  show([])
  const originalFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) =>
    request.method === 'PUT' ? new Response('', { status: 503 }) : originalFetch(url, request),
  )
  await press('Add download')
  const input = (await screen.findByRole('dialog')).querySelector<HTMLInputElement>('input[type=file]')
  const huge = new File(['x'], 'huge.torrent')
  // The box would refuse it.
  Object.defineProperty(huge, 'size', { value: torrentMaxBytes + 1 })
  if (!input) throw new Error('no place for a file')
  await act(async () => fireEvent.change(input, { target: { files: [huge, new File(['x'], 'lost.torrent')] } }))
  expect(await screen.findByText('Exceed allowed file size')).toBeTruthy()
  expect(await screen.findByText('Upload failed, please try again')).toBeTruthy()
  await press('Remove huge.torrent')
  expect(screen.queryByText('Exceed allowed file size')).toBe(null)
})

test('a start that is refused by any other code leaves the row at stop, with the reason beside it (spec 4)', async () => {
  const stopped: Task = { ...aTask, task_id: 'T4', name: 'Harbour.mkv', status: 0, down_size: 0 }
  const refused: Task = { ...stopped, code: TaskCode.noSpace, reason: 'no_space' }
  const { sent } = show([stopped], {
    start_task: () => ({ code: TaskCode.noSpace, data: { reason: 'no_space' } }),
    download_status: () => ok(refused),
  })
  await press('Start Harbour.mkv')
  expect(await screen.findByText('Stopped · Not enough space')).toBeTruthy()
  expect(sent('start_task')).toHaveLength(1)
  await screen.findByRole('button', { name: 'Try Harbour.mkv again' })
})

test('a long list of files is there to its last one, also from a box that gives it by pages only', async () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  const total = 1_200
  const many: Task = { ...aTask, task_id: 'T5', name: 'Season', is_multifile: true, status: 0, file_count: total }
  const { sent } = show([many], {
    magnet_uri: ({ page = 1 }) => {
      const from = (Number(page) - 1) * 99
      const files = Array.from({ length: Math.min(99, total - from) }, (_, at) => ({
        index: from + at + 1,
        file_name: `${from + at + 1}.mkv`,
        file_size: 1,
        is_selected: true,
      }))
      return ok({ torrent_info: { name: 'Season', sub_fileinfo: files, select_count: total, total, total_size: total } })
    },
  })
  await press('More options for Season')
  await press('Files')
  const first = (await screen.findByText('1.mkv')).closest('li')
  expect(first?.getAttribute('aria-setsize')).toBe('1200')
  expect(sent('magnet_uri')).toHaveLength(13)
})
