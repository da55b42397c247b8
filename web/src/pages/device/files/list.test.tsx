/** The files of a box as a person uses them, with a fake box that keeps folders. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { sorted } from '../../../files/data.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../../kit/session.ts'
import { aFolder, anEntry, openFileBox, refusal, type Acts } from '../../../testing/file-box.ts'
import { aDevice, aSignIn } from '../../../testing/samples.ts'
import { ok, serve } from '../../../testing/server.ts'
import { Modals } from '../../../ui/modal.tsx'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen } from './list.tsx'
import { openAt } from '../../../testing/history.ts'

let box: ReturnType<typeof openFileBox>

function show(path: string, acts: Acts = {}, away?: object) {
  openAt(`#/pages/device/files/list${path === '' ? '' : `?path=${encodeURIComponent(path)}`}`)
  const server = serve({ '/emqx/publish': box.answer(acts), ...(away && { '/user/device/away': () => ok(away) }) })
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <Screen />
      <Toasts />
      <Modals />
    </QueryClientProvider>,
  )
  const sent = (name: string) =>
    server
      .of('/emqx/publish')
      .map((body) => JSON.parse(body['payload'] ?? ''))
      .filter(({ request }) => request === name)
      .map(({ data }) => data)
  return { server, sent }
}

const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => button.click())
}
/** In the sheet that is open. */
const choose = async (name: string | RegExp) => {
  const button = await within(await screen.findByRole('dialog')).findByRole('button', { name })
  await act(async () => button.click())
}
const type = async (label: string, value: string) =>
  void fireEvent.change(await within(await screen.findByRole('dialog')).findByLabelText(label), { target: { value } })
const tick = async (name: string) => {
  const checkbox = await screen.findByRole('checkbox', { name: `Select ${name}` })
  await act(async () => checkbox.click())
}

beforeEach(() => {
  localStorage.clear()
  // The virtual list asks how high the window's rows are.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  // A phone.
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  setLang('zh')
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  sorted.set({ sort: 'name', is_up: true })
  box = openFileBox()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  endSession()
})

test('an allowed folder is opened by its address, and each folder of the way is a link back', async () => {
  show('')
  await press(/^Downloads/)
  expect(location.hash).toBe('#/pages/device/files/list?path=d1')
  cleanup()
  show('d1/Metropolis')
  await screen.findByText('This folder is empty')
  const way = within(screen.getByRole('navigation', { name: 'Files' }))
  expect(way.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '#/pages/device/files/list',
    '#/pages/device/files/list?path=d1',
  ])
})

test('another order is asked of the box', async () => {
  const { sent } = show('d1')
  await press('Sorted by Name, Ascending')
  const size = await screen.findByRole('radio', { name: 'Size' })
  await act(async () => size.click())
  await waitFor(() => expect(sent('file_list').at(-1)).toMatchObject({ sort: 'size', is_up: false }))
  await screen.findByRole('button', { name: 'Sorted by Size, Descending' })
})

test('a search that finds nothing says what was searched for', async () => {
  const { sent } = show('d1')
  await press('Search in this folder')
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'Nosferatu' } })
  await screen.findByText('Nothing named “Nosferatu” here')
  expect(sent('file_list').at(-1)).toMatchObject({ path: 'd1', q: 'Nosferatu' })
  await press('End search')
  await screen.findByText('poster.png')
})

test.each([
  ['en', 'This folder is no longer on the box', 'All folders'],
  ['zh', '盒子上已没有这个文件夹', '所有文件夹'],
] as const)('in %s: a folder that is gone says so and leads to all folders', async (lang, title, button) => {
  setLang(lang)
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  show('d1/Away')
  await screen.findByText(title)
  await press(button)
  expect(location.hash).toBe('#/pages/device/files/list')
})

test('a box that does not answer says so, and is asked again by the button', async () => {
  let isSilent = true
  const { sent } = show('d1', {
    file_list: () =>
      isSilent
        ? { code: Code.noResponse }
        : ok({
            path: 'd1',
            names: ['Downloads'],
            entries: box.folders['d1'],
            total: 3,
            total_size: null,
            next: '',
            free: null,
            disk_total: null,
            can_write: true,
          }),
  })
  await screen.findByText('Couldn’t open this folder')
  isSilent = false
  await press('Try again')
  await screen.findByText('poster.png')
  expect(sent('file_list')).toHaveLength(2)
  // Without their numbers the disk's space is no sentence.
  expect(screen.queryByText(/ free$/)).toBe(null)
})

test('a new folder: a name with a stroke is refused at once, a taken one by the box, and the list is read anew', async () => {
  const { sent } = show('d1', {
    folder_make: ({ name }) => {
      if (name === 'Metropolis') return refusal('exists', 'Metropolis')
      box.folders['d1']?.push(aFolder(String(name)))
      return ok({ path: `d1/${String(name)}` })
    },
  })
  await press('New folder')
  await type('Folder name', 'a/b')
  await choose('Create')
  await screen.findByText('A name can’t contain a slash or control characters')
  expect(sent('folder_make')).toEqual([])
  expect((await within(await screen.findByRole('dialog')).findByLabelText('Folder name')).getAttribute('aria-invalid')).toBe(
    'true',
  )
  await type('Folder name', 'Metropolis')
  await choose('Create')
  await screen.findByText('There is already “Metropolis” here')
  await type('Folder name', ' Subtitles ')
  await choose('Create')
  await screen.findByRole('button', { name: /^Subtitles/ })
  expect(sent('folder_make').at(-1)).toMatchObject({ path: 'd1', name: 'Subtitles' })
})

test('a rename keeps its sheet while the box refuses; the same name is no rename', async () => {
  const { sent } = show('d1', {
    file_rename: ({ name }) =>
      name === 'long.txt'
        ? refusal('name_too_long', 'long.txt')
        : name === 'poster.png'
          ? refusal('exists', 'poster.png')
          : ok({ path: 'd1/list.txt' }),
  })
  await press('Actions for notes.txt')
  await choose('Rename')
  await choose('Save')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  expect(sent('file_rename')).toEqual([])
  await press('Actions for notes.txt')
  await choose('Rename')
  await type('Name', 'long.txt')
  await choose('Save')
  await screen.findByText('The name is too long for this disk')
  await type('Name', 'poster.png')
  await choose('Save')
  await screen.findByText('There is already “poster.png” here')
  await type('Name', 'list.txt')
  await choose('Save')
  await screen.findByText('Renamed')
  expect(sent('file_rename').at(-1)).toMatchObject({ path: 'd1/notes.txt', name: 'list.txt' })
})

test('selected files are moved into a folder that is chosen; what was left out is counted, with the first reason', async () => {
  box.jobs = [
    { state: 'running', done: 1_000 },
    {
      state: 'done',
      failed: [
        { reason: 'exists', name: 'poster.png' },
        { reason: 'in_use', name: 'notes.txt' },
      ],
    },
  ]
  const { sent } = show('d1')
  await press('Select')
  await tick('poster.png')
  await tick('notes.txt')
  await screen.findByText('2 selected')
  await press('Move')
  await choose(/^Metropolis/)
  await choose('Move to Metropolis')
  await screen.findByText('Moving · 1 KB of 4 KB')
  await act(() => vi.advanceTimersByTimeAsync(500))
  await screen.findByText(/2 items skipped/)
  expect(document.body.textContent).toContain('There is already “poster.png” here')
  expect(sent('file_move')).toMatchObject([{ paths: ['d1/poster.png', 'd1/notes.txt'], to: 'd1/Metropolis' }])
  expect(screen.queryByText('2 selected')).toBe(null)
})

test('work that runs is cancelled by its button, and says so', async () => {
  box.jobs = [{ state: 'running', done: 1_000 }]
  const { sent } = show('d1')
  await press('Actions for poster.png')
  await choose('Copy')
  await choose('Copy to Downloads')
  await screen.findByText(/^Copying/)
  await press('Cancel')
  await act(() => vi.advanceTimersByTimeAsync(500))
  await screen.findByText('Cancelled')
  expect(sent('file_job').filter(({ cancel }) => cancel === true)).toHaveLength(1)
  await screen.findByRole('button', { name: 'New folder' })
})

test('deleting asks first; Cancel deletes nothing', async () => {
  const { sent } = show('d1')
  await press('Actions for poster.png')
  await choose('Delete')
  const first = await screen.findByRole('alertdialog', { name: 'Delete poster.png?' })
  await act(async () => within(first).getByRole('button', { name: 'Cancel' }).click())
  expect(sent('file_delete')).toEqual([])
  await press('Actions for poster.png')
  await choose('Delete')
  const again = await screen.findByRole('alertdialog', { name: 'Delete poster.png?' })
  await act(async () => within(again).getByRole('button', { name: 'Delete' }).click())
  await screen.findByText('1 item deleted')
  expect(sent('file_delete')).toMatchObject([{ paths: ['d1/poster.png'] }])
})

test('who is no owner deletes nothing; of what is downloading, and in a folder that may only be read, nothing is changed', async () => {
  setCurrentDevice({ ...aDevice, role: 'member' })
  box.folders['d1']?.push(anEntry('film.mkv', { is_part: true, task_id: 't1', file_id: 'f', movie_id: 'm' }))
  const actionsOf = async (name: string) => {
    await press(`Actions for ${name}`)
    const sheet = await screen.findByRole('dialog')
    const labels = within(sheet)
      .getAllByRole('button')
      .map((button) => button.textContent)
      .filter((label) => label !== '')
    await act(async () => within(sheet).getByRole('button', { name: 'Close' }).click())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
    return labels
  }
  show('d1')
  expect(await actionsOf('notes.txt')).toEqual(['Save to phone', 'Rename', 'Move', 'Copy', 'Select'])
  expect(await actionsOf('film.mkv')).toEqual(['Open film', 'Go to its download', 'Save to phone', 'Copy', 'Select'])
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Actions for film.mkv' })))
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Go to its download' })))
  expect(location.hash).toMatch(/^#\/pages\/device\/download\/detail\?id=.+/)
  cleanup()
  box.canWrite = false
  setCurrentDevice(aDevice)
  show('d1')
  expect(await actionsOf('notes.txt')).toEqual(['Save to phone', 'Copy', 'Select'])
  await screen.findByText('This folder is read-only')
  expect(screen.queryByRole('button', { name: 'New folder' })).toBe(null)
})

const blobOf = (text: string) => new Response(text, { headers: { 'Content-Type': 'application/octet-stream' } })

/** Blobs beside the acts: puts are counted, a get answers with `blob`. */
function serveBlobs(blob: () => Response) {
  const acts = globalThis.fetch
  const puts: number[] = []
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    if (!url.includes('/blob')) return acts(url, request)
    if (request.method !== 'PUT') return blob()
    puts.push(request.body instanceof Blob ? request.body.size : -1)
    return new Response(JSON.stringify({ code: Code.ok, msg: '', data: null }))
  })
  return puts
}

test('a small file is saved through the cloud, and a lost one says so; a folder by the box’s own address, or the reason why not', async () => {
  const saved: { href: string; name: string }[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ href: this.href, name: this.download })
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:here' }))
  let url = 'http://10.0.0.2:8090/file?key=1'
  const { sent } = show('d1', {
    file_download: ({ is_away }) =>
      ok(
        is_away === true
          ? { url: '', blob: 'b1', name: 'notes.txt', size: 5 }
          : { url, blob: '', name: 'Metropolis.zip', size: null },
      ),
  })
  let isThere = true
  serveBlobs(() => (isThere ? blobOf('notes') : new Response('', { status: 404 })))
  const save = async (name: string) => {
    await press(`Actions for ${name}`)
    await choose(/^Save to/)
  }
  await save('notes.txt')
  await waitFor(() => expect(saved).toEqual([{ href: 'blob:here', name: 'notes.txt' }]))
  isThere = false
  await save('notes.txt')
  await screen.findByText('Couldn’t save the file')
  await save('Metropolis')
  await waitFor(() => expect(saved.at(-1)).toEqual({ href: url, name: 'Metropolis.zip' }))
  url = ''
  await save('Metropolis')
  await screen.findByText(/^The box has no address on your home network/)
  expect(saved).toHaveLength(2)
  expect(sent('file_download').map(({ is_away }) => is_away ?? false)).toEqual([true, true, false, false])
})

test('away from home a folder is saved through the cloud, where its operator relays it', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.href)
  })
  const answer = ok({ url: 'http://10.0.0.2:8090/file/key', blob: '', name: 'Metropolis.zip', size: null })
  const way = { address: 'https://cloud.example/away/pass.seal/', stream_kbit: 20_000, is_near: false }
  show('d1', { file_download: () => answer }, way)
  await press('Actions for Metropolis')
  await choose(/^Save to/)
  await waitFor(() => expect(saved).toEqual(['https://cloud.example/away/pass.seal/file/key']))
  await screen.findByText('Your browser is saving it through the cloud.')
})

test('files from here go in parts, from where the box has them; a refused one is named, and the next one is added', async () => {
  const part = 8 * 1024 * 1024
  const parts: number[] = []
  const { sent } = show('d1', {
    file_upload: ({ name }) =>
      name === 'taken.bin' ? refusal('exists', 'taken.bin') : ok({ upload_id: 'u', at: part, path: `d1/${String(name)}` }),
    file_upload_part: ({ at }) => {
      parts.push(Number(at))
      return ok({ at: Math.min(Number(at) + part, 2.5 * part), is_done: Number(at) + part >= 2.5 * part })
    },
  })
  await screen.findByText('poster.png')
  const puts = serveBlobs(() => blobOf(''))
  const files = [new File([new Uint8Array(10)], 'taken.bin'), new File([new Uint8Array(2.5 * part)], 'film.bin')]
  await act(
    async () => void fireEvent.change(screen.getByLabelText('Add files from here', { selector: 'input' }), { target: { files } }),
  )
  await screen.findByText(/^1 file added/)
  expect(document.body.textContent).toContain('Couldn’t add taken.bin')
  expect(document.body.textContent).toContain('There is already “taken.bin” here')
  // The first eight megabytes are on the box from an earlier try.
  expect([parts, puts]).toEqual([
    [part, 2 * part],
    [part, part / 2],
  ])
  expect(sent('file_upload').map(({ name, size }) => [name, size])).toEqual([
    ['taken.bin', 10],
    ['film.bin', 2.5 * part],
  ])
})

test('in zh: two files that are refused are counted, with the first reason; choosing none says nothing', async () => {
  setLang('zh')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  show('d1', { file_upload: ({ name }) => refusal('no_space', String(name)) })
  await screen.findByText('poster.png')
  const add = async (...names: string[]) => {
    const files = names.map((name) => new File(['x'], name))
    await act(
      async () => void fireEvent.change(screen.getByLabelText('从本机添加文件', { selector: 'input' }), { target: { files } }),
    )
  }
  const before = document.querySelector('output')?.textContent
  await add()
  expect(document.querySelector('output')?.textContent).toBe(before)
  await add('a.bin', 'b.bin')
  await screen.findByText(/^有 2 项未处理/)
  expect(document.querySelector('output')?.textContent).toMatch(/无法添加「a\.bin」\s*硬盘空间不足，请清理后重试。$/)
})
