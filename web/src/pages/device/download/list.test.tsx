/** The download list as an owner uses it. */
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Task } from '@homeport/contract/download/download.ts'
import { createClient } from '../../../app/client.ts'
import { clearReadings } from '../../../download/task-readings.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../../kit/session.ts'
import { ok, published, serve, type Answer } from '../../../testing/server.ts'
import { aDevice, aSignIn, aTask } from '../../../testing/samples.ts'
import { listed } from '../../../testing/task-list.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen } from './list.tsx'

/** The spy of this test alone: a failure after the end of the test before is not its own. */
let onFailure = vi.fn()
const magnet = `magnet:?xt=urn:btih:${'a'.repeat(40)}&dn=Cosmos`
const info = {
  name: 'Cosmos',
  select_count: 3,
  total: 3,
  total_size: 6_000,
  sub_fileinfo: [4_000, 1_500, 500].map((file_size, index) => ({
    index: index + 1,
    file_name: `file-${index + 1}.mkv`,
    file_size,
    is_selected: true,
  })),
}

function show(
  tasks: Task[],
  acts: Record<string, (data: Record<string, unknown>) => Answer> = {},
  stale_at: number | null = null,
) {
  const server = serve({
    '/device/task/lists': (input) => listed(tasks, input, stale_at),
    '/emqx/publish': published({
      storage_info: () => ok({ list: [{ total: 20_000, used: 10_000, free: 10_000, path: '/', value: 50 }] }),
      ...acts,
    }),
  })
  render(
    <QueryClientProvider client={createClient(onFailure)}>
      <Screen />
      <Toasts />
    </QueryClientProvider>,
  )
  const sent = (act: string) =>
    server
      .of('/emqx/publish')
      .map((body) => JSON.parse(body['payload'] ?? ''))
      .filter((payload) => payload.request === act)
      .map((payload) => payload.data)
  return { server, sent }
}

/** Little is free, but it is not full. */
const littleFree = { storage_info: () => ok({ list: [{ total: 4e12, used: 3.9985e12, free: 1.5e9, path: '/', value: 99 }] }) }

const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => button.click())
}
const paste = async (text: string) => {
  await press('Add download')
  fireEvent.change(await screen.findByLabelText('Links'), { target: { value: text } })
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
  // jsdom has no layout: give the virtual list a window height
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(84)
})
afterEach(() => {
  cleanup()
  endSession()
})

test('a row says time left first, then percent and size, and the speed', async () => {
  show([aTask])
  expect(await screen.findByText(/62%/)).toBeTruthy()
  expect(document.body.textContent).toMatch(/3 min · 62% of 10 GB/)
  expect(screen.getAllByText('18.4 MB/s').length).toBeGreaterThan(0)
})

test('a failed row gives the reason in words and can be tried again', async () => {
  show([{ ...aTask, status: 3, reason: 'not_found', code: TaskCode.notStarted }])
  expect(await screen.findByText('File not found (404)')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try Metropolis.1927.mkv again' })).toBeTruthy()
})

test('stopping shows at once, before the box has answered', async () => {
  let answer: (given: Answer) => void = () => {}
  show([aTask])
  await screen.findByText(/62%/)
  const waits = new Promise<Answer>((resolve) => (answer = resolve))
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify({ code: Code.ok, msg: '', data: { act: 'stop_task', dev: 'B', ...(await waits) } })),
  )
  await press('Stop Metropolis.1927.mkv')
  expect(await screen.findByText(/Stopped/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Start Metropolis.1927.mkv' })).toBeTruthy()
  await act(async () => answer({ code: Code.ok, data: { task_id: 'T1' } }))
})

test('a stop that the box refuses is rolled back with a word', async () => {
  show([aTask], { ...littleFree, stop_task: () => ({ code: TaskCode.notCreated }), download_status: () => ok(aTask) })
  await press('Stop Metropolis.1927.mkv')
  expect(await screen.findByText('Task not created')).toBeTruthy()
  expect(screen.getByText('Couldn’t stop')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Stop Metropolis.1927.mkv' })).toBeTruthy()
  expect(onFailure).not.toHaveBeenCalled()
})

test('spec 4: a start that answers 1006 runs', async () => {
  const { sent } = show([{ ...aTask, status: 0 }], {
    start_task: () => ({ code: TaskCode.inDownloading }),
    download_status: () => ok(aTask),
  })
  await press('Start Metropolis.1927.mkv')
  expect(await screen.findByRole('button', { name: 'Stop Metropolis.1927.mkv' })).toBeTruthy()
  expect(sent('start_task')).toEqual([{ url: aTask.url, task_id: 'T1' }])
})

test('spec 4: a running row is asked for every 2 s, a hidden page and an offline box are not', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { sent } = show([aTask, { ...aTask, task_id: 'T2', status: 0 }], { download_status: () => ok(aTask) })
  await screen.findAllByText(/62%/)
  await act(async () => vi.advanceTimersByTimeAsync(4_100))
  expect(sent('download_status')).toEqual([
    { url: aTask.url, task_id: 'T1' },
    { url: aTask.url, task_id: 'T1' },
  ])
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await act(async () => vi.advanceTimersByTimeAsync(4_000))
  expect(sent('download_status')).toHaveLength(2)
  vi.restoreAllMocks()
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(84)
  await act(async () => setCurrentDevice({ ...aDevice, online: 0 }))
  await act(async () => vi.advanceTimersByTimeAsync(4_000))
  expect(sent('download_status')).toHaveLength(2)
  vi.useRealTimers()
})

test('several links each get their verdict, and none that can be opened is none that can be started; what failed stays in the field', async () => {
  const { sent } = show([], {
    start_task: ({ url }) =>
      String(url).includes('good')
        ? ok({ task_id: 'N', old_task_id: '' })
        : { code: TaskCode.invalidLink, data: { reason: 'private' } },
  })
  await paste('hello there\ned2k://|server|192.0.2.7|4661|/')
  const field = screen.getByLabelText<HTMLTextAreaElement>('Links')
  await screen.findByText('This isn’t a link Homeport can open')
  await screen.findByText('Not an ed2k link to a file')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Start download/ }).disabled).toBe(true)
  expect(field.value).toContain('ed2k://|server|192.0.2.7|4661|/')
  fireEvent.change(field, { target: { value: 'http://good/a\nhttp://10.0.0.1/b\nhello' } })
  await screen.findByText('This isn’t a link Homeport can open')
  expect(screen.getByText('1 line can’t be started')).toBeTruthy()
  await press('Start 2 downloads')
  expect(await screen.findByText(/private network/)).toBeTruthy()
  expect(sent('start_task').map((data) => data.url)).toEqual(['http://good/a', 'http://10.0.0.1/b'])
  expect(field.value).toBe('http://10.0.0.1/b\nhello')
})

test('a link whose name is that of a film or an episode says which one; the others keep their names', async () => {
  const reading = { title: '', year: null, season: null, number: null, number_end: null, date: '', quality: '' }
  const { sent } = show([], {
    names_read: ({ names }) =>
      ok({
        data: (names as string[]).map((name) =>
          name.startsWith('The.Harbour') ? { ...reading, title: 'The Harbour', season: 1, number: 3, quality: '1080p' } : reading,
        ),
      }),
  })
  await paste('http://192.0.2.7/The.Harbour.S01E03.1080p.WEB.mkv\nhttp://192.0.2.7/notes.txt\nhello')
  expect(await screen.findByText('The Harbour · S1 E3 · 1080p')).toBeTruthy()
  expect(screen.getByText('The.Harbour.S01E03.1080p.WEB.mkv')).toBeTruthy()
  expect(screen.getByText('notes.txt')).toBeTruthy()
  expect(screen.getAllByText('Web link').length).toBe(1)
  expect(sent('names_read').at(-1)).toEqual({ names: ['The.Harbour.S01E03.1080p.WEB.mkv', 'notes.txt'] })
})

test('a magnet shows its files with sizes; what is chosen is what starts, and the space it leaves is said', async () => {
  const { sent } = show([], {
    magnet_uri: () => ok({ torrent_info: info }),
    start_task: () => ok({ task_id: 'N', old_task_id: '' }),
  })
  await paste(magnet)
  expect(await screen.findByText('3 of 3 selected')).toBeTruthy()
  await act(async () => screen.getByRole('checkbox', { name: /file-2/ }).click())
  expect(screen.getByText('2 of 3 selected')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all files' }).indeterminate).toBe(true)
  expect(screen.getByText('Leaves 5.5 KB free on Box')).toBeTruthy()
  await press('Start download · 4.5 KB')
  expect(await screen.findByText('Task added')).toBeTruthy()
  expect(sent('start_task')).toEqual([{ url: magnet, select: [1, 3] }])
})

test('what is too big for the box says by how much before it starts', async () => {
  const big = { ...info, sub_fileinfo: info.sub_fileinfo.map((file) => ({ ...file, file_size: file.file_size * 2 })) }
  show([], { magnet_uri: () => ok({ torrent_info: big }) })
  await paste(magnet)
  expect(await screen.findByText('2 KB more than Box has free')).toBeTruthy()
  await act(async () => screen.getByRole('checkbox', { name: /file-2/ }).click())
  expect(screen.getByText('Leaves 1 KB free on Box')).toBeTruthy()
})

test('a magnet without a file list says after a minute that the device gave none, and can be started all the same', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { sent } = show([], { magnet_uri: () => ok({}), start_task: () => ok({ task_id: 'N', old_task_id: '' }) })
  await paste(magnet)
  expect(await screen.findByText('Getting the file list')).toBeTruthy()
  await act(async () => vi.advanceTimersByTimeAsync(30_000))
  expect(screen.getByText('30 s')).toBeTruthy()
  await act(async () => vi.advanceTimersByTimeAsync(31_000))
  expect(await screen.findByText('Device no response')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  await press('Start download')
  await waitFor(() => expect(sent('start_task')).toEqual([{ url: magnet }]))
  vi.useRealTimers()
})

test('a magnet that the box refuses says why, not that the box is silent', async () => {
  show([], { magnet_uri: () => ({ code: TaskCode.noFiles }) })
  await paste(magnet)
  expect(await screen.findByText('Torrent has 0 files')).toBeTruthy()
})

test('where the browser gives no clipboard there is one way to a link, and its sheet says how to paste', async () => {
  show([aTask])
  await screen.findByText(/62%/)
  expect(screen.queryByRole('button', { name: 'Paste a link' })).toBe(null)
  await press('Add download')
  const field = await screen.findByLabelText('Links')
  expect(screen.getByText('Touch and hold the field to paste, or press Ctrl+V.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test('P44, A3: typed links survive the sheet, closed by Back or by its button, and the page too, until they are started', async () => {
  const { sent } = show([], { start_task: () => ok({ task_id: 'N', old_task_id: '' }) })
  await paste('http://files/film.mkv')
  const popped = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  await act(async () => {
    history.back()
    await popped
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  await press('Add download')
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Links')).value).toBe('http://files/film.mkv')
  await press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  cleanup()
  show([])
  await press('Add download')
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Links')).value).toBe('http://files/film.mkv')
  cleanup()
  const again = show([], { start_task: () => ok({ task_id: 'N', old_task_id: '' }) })
  await press('Add download')
  await press('Start download')
  await waitFor(() => expect(again.sent('start_task')).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  await press('Add download')
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Links')).value).toBe('')
  expect(sent('start_task')).toEqual([])
})

test('a link that the box has already goes with the sheet; what else was refused stays', async () => {
  show([], {
    start_task: ({ url }) => ({ code: String(url).includes('known') ? TaskCode.inComplete : TaskCode.noFolder, data: null }),
  })
  await paste('http://files/known.mkv\nhttp://files/other.mkv')
  await press('Start 2 downloads')
  expect(await screen.findByText(/Complete list/i)).toBeTruthy()
  await press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  await press('Add download')
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Links')).value).toBe('http://files/other.mkv')
})

test('a pasted link that the box has shows its download and leads to it, and is sent only if that is wanted', async () => {
  const existing = { ...aTask, task_id: 'known', name: 'Sunrise.mkv', status: 0 }
  const { sent } = show([], {
    download_status: ({ url }) => (String(url).includes('known') ? ok(existing) : { code: TaskCode.notCreated, data: null }),
    start_task: () => ok({ task_id: 'N', old_task_id: '' }),
  })
  await paste('http://files/known.mkv\nhttp://files/new.mkv')
  expect(await screen.findByText('Already on this box')).toBeTruthy()
  expect(screen.getByText(/^Stopped · 62% of/)).toBeTruthy()
  await press('Start download')
  await waitFor(() => expect(sent('start_task')).toEqual([{ url: 'http://files/new.mkv' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))

  await paste('http://files/known.mkv')
  await screen.findByText('Already on this box')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start download' }).disabled).toBe(true)
  await press('Start again')
  await press('Start download')
  await waitFor(() => expect(sent('start_task').at(-1)).toEqual({ url: 'http://files/known.mkv' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))

  await paste('http://files/known.mkv')
  await press('Open Sunrise.mkv')
  await waitFor(() => expect(location.hash).toContain('/pages/device/download/detail?id=known'))
})

test('the paste button shows the link it found before anything is added', async () => {
  vi.stubGlobal('isSecureContext', true)
  const clipboard = { readText: async () => ' http://files/film.mkv ' }
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  const { sent } = show([aTask])
  await screen.findByText(/62%/)
  await press('Paste a link')
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Links')).value).toBe('http://files/film.mkv')
  expect(sent('start_task')).toEqual([])
  Reflect.deleteProperty(navigator, 'clipboard')
  vi.stubGlobal('isSecureContext', false)
})

test('P46: the saved list of an offline box says how old it is, and nothing in it moves or counts', async () => {
  setCurrentDevice({ ...aDevice, online: 0 })
  show([aTask], {}, Date.now() / 1000 - 1_200)
  expect(await screen.findByText(/^as of /)).toBeTruthy()
  expect(document.body.textContent).toMatch(/62% of 10 GB/)
  expect(document.body.textContent).not.toMatch(/MB\/s|min/)
  expect(document.querySelector('.bar-bar.bar-live')).toBe(null)
})

test('all, in progress and complete show their counts, and each side its rows', async () => {
  show([aTask, { ...aTask, task_id: 'T2', name: 'Nosferatu.mkv', is_done: true, status: 2, done_at: 1 }])
  expect(await screen.findByRole('tab', { name: 'All 2' })).toBeTruthy()
  await screen.findByText('Nosferatu.mkv')
  await act(async () => screen.getByRole('tab', { name: 'Complete 1' }).click())
  expect(screen.getByText('Nosferatu.mkv')).toBeTruthy()
  expect(screen.queryByText('Metropolis.1927.mkv')).toBe(null)
})

test('an empty list says what to do next', async () => {
  show([])
  expect(await screen.findByText('No downloads')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add download' })).toBeTruthy()
})

test('B32: the name of a folder is not cut in its middle, that of a file keeps its suffix', async () => {
  const done = { ...aTask, is_done: true, status: 2, done_at: 1 }
  show([
    { ...done, task_id: 'T2', name: 'Cosmos.Laundromat.First.Cycle.2015.1080p', is_multifile: true },
    { ...done, task_id: 'T3', name: 'Metropolis.Restored.1927.1080p.mkv' },
  ])
  const folder = await screen.findByText('Cosmos.Laundromat.First.Cycle.2015.1080p')
  expect(folder.closest('.middle-ellipsis-line')).toBeNull()
  expect(screen.getByText('Metropolis.Restored.1927.1080p.mkv').closest('.middle-ellipsis-line')).not.toBeNull()
})

test('C38: at rest the foot says so in words, and how much is free', async () => {
  show([{ ...aTask, is_done: true, status: 2, done_at: 1 }], littleFree)
  expect(await screen.findByText('Idle')).toBeTruthy()
  expect(await screen.findByText('Only 1.5 GB free')).toBeTruthy()
  expect(document.body.textContent).not.toContain('0K/S')
})

test('failed downloads stand by themselves above the others, with all and with those in progress (S8)', async () => {
  const failed: Task = { ...aTask, task_id: 'T3', name: 'Dead.mkv', status: 3, down_size: 0, reason: 'not_found' }
  const finished: Task = { ...aTask, task_id: 'T2', name: 'Nosferatu', is_done: true, status: 2, done_at: 1 }
  show([aTask, failed, finished])
  await screen.findByText('Dead.mkv')
  const names = [aTask, failed, finished].map(({ name }) => name)
  const rows = () =>
    screen.getAllByRole('listitem').map(({ textContent }) => names.find((name) => textContent?.includes(name)) ?? textContent)
  expect(rows()).toEqual(['Needs attention', 'Dead.mkv', 'In progress', aTask.name, 'Complete', 'Nosferatu'])
  await act(async () => screen.getByRole('tab', { name: /^In progress/ }).click())
  expect(rows()).toEqual(['Needs attention', 'Dead.mkv', 'In progress', aTask.name])
})
