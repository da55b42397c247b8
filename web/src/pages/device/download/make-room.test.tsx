/** The downloads of a box whose disk is full, or on which some wait for space: what each lacks, and where room can be made. */
import type { Task } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { clearReadings } from '../../../download/task-readings.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../../kit/session.ts'
import { aDevice, aSignIn, aTask } from '../../../testing/samples.ts'
import { ok, published, serve } from '../../../testing/server.ts'
import { listed } from '../../../testing/task-list.ts'
import { Screen } from './list.tsx'

const GB = 1e9
const forRoom = { reason: 'space', place: 0, tries: 0, next_at: null }
const taskOf = (name: string, more: Partial<Task>): Task => ({
  ...aTask,
  task_id: name,
  name,
  url: `http://files/${name}`,
  ...more,
})
const tasks = [
  taskOf('Metropolis', { wait: forRoom, lacks_size: 6.9 * GB }),
  taskOf('Potemkin', { status: 3, code: TaskCode.noSpace, reason: 'no_space', lacks_size: 4.5 * GB }),
  taskOf('Street Angel', { wait: forRoom }),
]

beforeEach(() => {
  localStorage.clear()
  clearReadings()
  location.hash = '/pages/device/download/list'
  vi.stubGlobal('scrollTo', () => {})
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(84)
})
afterEach(() => {
  cleanup()
  endSession()
})

type Shown = { lang?: Lang; role?: 'owner' | 'member'; online?: 0 | 1; free?: number; list?: Task[]; isOld?: boolean }

async function show({ lang = 'en', role = 'owner', online = 1, free = 0.312 * GB, list = tasks, isOld = false }: Shown = {}) {
  setLang(lang)
  startSession(aSignIn)
  setCurrentDevice({ ...aDevice, role, online })
  const disk = { path: '/data', free, total: 4_000 * GB, used: 4_000 * GB - free, value: 99 }
  serve({
    '/device/task/lists': (input) => listed(list, input),
    '/emqx/publish': published({
      download_status: () => ({ code: TaskCode.notCreated }),
      storage_info: () => ok({ list: [disk] }),
      ...(!isOld && { watched_size: () => ok({ size: 412 * GB }) }),
      bin_list: () =>
        ok({
          data: [{ id: 'b', title: 'M', path: 'm.mkv', files: 1, size: 38 * GB, deleted_at: 1, gone_at: 9 }],
          total: 1,
          page: 1,
          limit: 99,
        }),
    }),
  })
  await act(async () =>
    render(
      <QueryClientProvider client={createClient(() => {})}>
        <Screen />
      </QueryClientProvider>,
    ),
  )
  if (list[0]) await screen.findAllByText(list[0].name)
}

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ')

test.each([
  {
    lang: 'en',
    lacks: ['Needs 6.9 GB more space', 'Needs 4.5 GB more space', 'Waiting for free space'],
    title: 'Make room',
    rows: ['Watched films412 GB', 'Deleted files38 GB', 'Files, largest first'],
    foot: 'Disk full312 MB free',
  },
  {
    lang: 'zh',
    lacks: ['还差 6.9 GB 空间', '还差 4.5 GB 空间', '等待硬盘空间'],
    title: '腾出空间',
    rows: ['看过的影片412 GB', '已删除的文件38 GB', '文件（从大到小）'],
    foot: '硬盘已满可用 312 MB',
  },
] as const)(
  'P50: $lang: each download that waits says what it lacks, and the list leads to where room is made',
  async ({ lang, lacks, title, rows, foot }) => {
    await show({ lang })
    for (const text of lacks)
      expect(
        await screen.findByText((_, element) => plain(element?.textContent) === text && element?.children.length === 0),
        text,
      ).toBeTruthy()
    const section = (await screen.findByRole('heading', { name: title })).closest('section')
    if (!section) throw new Error('no section')
    await within(section).findByText(/412/)
    const all = [...within(section).getAllByRole('link'), ...within(section).getAllByRole('button')]
    expect(all.map((one) => plain(one.textContent))).toEqual(rows)
    expect(
      within(section)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['#/pages/main/movie/list?watched=1', '#/pages/device/setting/bin'])
    expect(plain(document.querySelector('footer p')?.textContent)).toBe(foot)
  },
)

test('P50: without downloads the page says that the disk is full, once it is known that there are none', async () => {
  await show({ list: [] })
  const full = await screen.findByRole('heading', { name: 'The disk is full' })
  expect(full.compareDocumentPosition(screen.getByRole('heading', { name: 'No downloads' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Make room' }))
  const sheet = await screen.findByRole('dialog', { name: 'Make room' })
  expect(within(sheet).getByRole('button', { name: 'Files, largest first' })).toBeTruthy()
})

test('a member sees what is lacking, but only the owner makes room', async () => {
  await show({ role: 'member' })
  await screen.findByText(/^Needs 6\.9/)
  expect(screen.queryByRole('heading', { name: 'Make room' })).toBeNull()
})

test('with room on the disk and none waiting for it nothing is said; one that waits beside others brings it', async () => {
  await show({ free: 900 * GB, list: [taskOf('Charade', {})] })
  await screen.findByText(/900/)
  expect(screen.queryByRole('heading', { name: 'Make room' })).toBeNull()
  expect(screen.queryByText('Disk full')).toBeNull()
  cleanup()
  await show({ free: 3 * GB, list: [taskOf('Charade', { wait: forRoom, lacks_size: GB })] })
  await screen.findByRole('heading', { name: 'Make room' })
})

test('a box of an older version tells neither figure: the way is there without it', async () => {
  await show({ isOld: true, list: [taskOf('Metropolis', { wait: forRoom })] })
  const link = await screen.findByRole('link', { name: 'Watched films' })
  expect(link.textContent).toBe('Watched films')
  await screen.findByText('Waiting for free space')
})
