/** The allowed folders of a box: those whose disk is away, those of a box that is offline, what was deleted, and the room on the disks. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../../kit/session.ts'
import { aFolder, openFileBox, type Acts } from '../../../testing/file-box.ts'
import { aDevice, aSignIn } from '../../../testing/samples.ts'
import { ok, serve } from '../../../testing/server.ts'
import { Screen } from './list.tsx'
import { openAt } from '../../../testing/history.ts'

let box: ReturnType<typeof openFileBox>

async function show(acts: Acts = {}) {
  const server = serve({ '/emqx/publish': box.answer(acts) })
  await act(async () =>
    render(
      <QueryClientProvider client={createClient(() => {})}>
        <Screen />
      </QueryClientProvider>,
    ),
  )
  return server
}

beforeEach(() => {
  localStorage.clear()
  // The virtual list asks how high the window's rows are.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64)
  openAt('#/pages/device/files/list')
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  box = openFileBox()
})
afterEach(() => {
  cleanup()
  endSession()
})

test('below the allowed folders: what was deleted, which leads there, and the room on the disks', async () => {
  const gigabyte = 1_000_000_000
  const deleted = { id: 'b', title: 'M', path: 'm.mkv', files: 1, size: 38 * gigabyte, deleted_at: 1, gone_at: 9 }
  await show({
    bin_list: () => ok({ data: [deleted], total: 1, page: 1, limit: 99 }),
    storage_info: () =>
      ok({
        list: [1, 2].map((at) => ({ path: `/d${at}`, free: 600 * gigabyte, total: 2_000 * gigabyte, used: 1, value: 70 })),
      }),
  })
  const row = await screen.findByRole('link', { name: /^Deleted files\s?1 item · 38 GB$/ })
  expect(row.getAttribute('href')).toBe('#/pages/device/setting/bin')
  expect((await screen.findByText('1.2 TB free')).parentElement?.textContent).toBe('1.2 TB free of 4 TB')
})

test.each([
  ['en', 'Disk not connected', '214 films wait for “Old films”'],
  ['zh', '硬盘未连接', '「Old films」里的 214 部影片需接回硬盘后才能播放'],
] as const)('in %s a folder whose disk is away says so, and how many films wait for it', async (lang, sentence, waiting) => {
  setLang(lang)
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  box.folders[''] = [
    aFolder('Films', { path: 'd1', items: 3 }),
    aFolder('Old films', { path: 'd2', size: null, items: null, films: 214 }),
  ]
  await show()
  const away = await screen.findByRole('button', { name: /^Old films/ })
  expect(within(away).getByText(sentence)).toBeTruthy()
  expect(screen.getAllByText(sentence)).toHaveLength(1)
  expect(screen.getByText(waiting)).toBeTruthy()
})

test('with the box offline what was seen stays, and what was not comes with the box; nothing is asked in vain', async () => {
  setCurrentDevice({ ...aDevice, online: 0 })
  const server = await show()
  await screen.findByText('Files show up when the box is back')
  expect(screen.getAllByText('Device not online')).toHaveLength(1)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(server.of('/emqx/publish')).toEqual([])
  await act(async () => setCurrentDevice({ ...aDevice, online: 1 }))
  await screen.findByRole('button', { name: /^Downloads/ })
  await act(async () => setCurrentDevice({ ...aDevice, online: 0 }))
  expect(screen.getByRole('button', { name: /^Downloads/ })).toBeTruthy()
  expect(screen.queryByText('Device not online')).toBeNull()
})
