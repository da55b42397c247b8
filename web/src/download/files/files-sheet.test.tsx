/** The files of a download: another choice of them is sent to the box. */
import type { Task, TorrentInfo } from '@homeport/contract/download/download.ts'
import { startTask } from '@homeport/contract/download/download.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { send } from '../../kit/call/box-connection.ts'
import { aTask } from '../../testing/samples.ts'
import { FilesSheet } from './files-sheet.tsx'

vi.mock('../../kit/call/box-connection.ts', async (original) => ({ ...(await original()), send: vi.fn() }))

const info: TorrentInfo = {
  name: 'Show',
  select_count: 1,
  total: 3,
  total_size: 3_000,
  sub_fileinfo: [1, 2, 3].map((index) => ({ index, file_name: `${index}.mkv`, file_size: 1_000, is_selected: index === 1 })),
}
const sent = () =>
  vi
    .mocked(send)
    .mock.calls.filter(([of]) => of === startTask)
    .map(([, input]) => input)
const close = vi.fn()

beforeEach(() => {
  setLang('en')
  vi.mocked(send).mockImplementation(async (of) =>
    of === startTask ? { task_id: aTask.task_id, old_task_id: '' } : { torrent_info: info },
  )
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

function show(task: Task, isOnline = true) {
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <FilesSheet task={task} isOnline={isOnline} onClose={close} />
    </QueryClientProvider>,
  )
}
const click = async (role: 'button' | 'checkbox', name: string | RegExp) => {
  const element = await screen.findByRole(role, { name })
  await act(async () => void fireEvent.click(element))
}

test('more files are chosen for a finished download, which keeps those that it has', async () => {
  show({ ...aTask, status: 2, is_done: true })
  await click('button', 'Choose files')
  await click('checkbox', /^1\.mkv/)
  await click('checkbox', /^3\.mkv/)
  await click('button', /^Save selection · 2/)
  expect(sent()).toEqual([{ task_id: aTask.task_id, select: [1, 3] }])
  expect(close).toHaveBeenCalledOnce()
})

test('a running one gets just the files that are ticked', async () => {
  show({ ...aTask, status: 1 })
  await click('button', 'Choose files')
  await click('checkbox', /^1\.mkv/)
  await click('checkbox', /^2\.mkv/)
  await click('button', /^Save selection · 1/)
  expect(sent()).toEqual([{ task_id: aTask.task_id, select: [2] }])
})

test('nothing can be chosen while the box is offline', async () => {
  show({ ...aTask, status: 1 }, false)
  await screen.findByText('Files')
  expect(screen.queryByRole('button', { name: 'Choose files' })).toBeNull()
})
