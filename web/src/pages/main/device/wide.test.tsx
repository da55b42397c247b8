/** The device page: each way leads on from one place, and in a wide window downloads are live rows in the free half. */
import type { Task } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../../kit/session.ts'
import { aDevice, aSignIn, aStatus, aTask } from '../../../testing/samples.ts'
import { ok, published, serve } from '../../../testing/server.ts'
import { listed } from '../../../testing/task-list.ts'
import { Screen } from './index.tsx'

const box = { ...aDevice, isdefault: 1, role: 'owner' as const, online: 1 }
const running = (at: number) => ({ ...aTask, task_id: `R${at}`, name: `Running ${at}.mkv`, status: 1, is_done: false })
const done = { ...aTask, task_id: 'D', name: 'Nosferatu.mkv', status: 2, is_done: true, progress: 100, done_at: 1 }
let isWide: boolean
let stopped: unknown[]

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(box)
  isWide = true
  stopped = []
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener() {}, removeEventListener() {} }))
})
afterEach(cleanup)

function show(tasks: Task[]): void {
  serve({
    '/user/device/lists': () => ok({ data: [box], total: 1, page: 1, limit: 20 }),
    '/device/task/lists': (input) => listed(tasks, input),
    '/emqx/publish': published({
      device_status: () => ok(aStatus),
      stop_task: (data) => {
        stopped.push(data)
        return ok({ ...running(1), status: 0 })
      },
    }),
  })
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <Screen />
    </QueryClientProvider>,
  )
}
const rows = () => within(screen.getByRole('heading', { name: 'Downloads' }).closest('section') ?? document.body)

test('shows the first six downloads, the unfinished ones first, and a row can be stopped there', async () => {
  show([done, ...[1, 2, 3].map(running)])
  await screen.findByText('Nosferatu.mkv')
  expect(rows().getAllByRole('listitem').length).toBe(4)
  expect(rows().getAllByRole('listitem').at(-1)?.textContent).toContain('Nosferatu.mkv')
  expect(rows().getByRole('link', { name: 'All · Downloads' }).getAttribute('href')).toBe('#/pages/device/download/list')
  await act(async () => fireEvent.click(rows().getByRole('button', { name: 'Stop Running 1.mkv' })))
  expect(stopped).toMatchObject([{ task_id: 'R1' }])
  cleanup()
  show([1, 2, 3, 4, 5, 6, 7].map(running))
  await screen.findByText('Running 6.mkv')
  expect(rows().getAllByRole('listitem').length).toBe(6)
})

test('without any download it says so', async () => {
  show([])
  expect(await rows().findByText('No downloads')).toBeTruthy()
})

test('a phone has the card that sums them up', async () => {
  isWide = false
  show([running(1)])
  expect(await screen.findByText('1 downloading')).toBeTruthy()
  expect(screen.queryByText('Running 1.mkv')).toBe(null)
})

test.each([true, false])('settings are behind one tile, and another box is added by one button (wide: %s)', async (wide) => {
  isWide = wide
  show([])
  const tile = await screen.findByRole('link', { name: 'Settings People and TVs' })
  expect(tile.getAttribute('href')).toBe('#/pages/device/setting/setting')
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
  expect(hrefs.filter((href) => href.includes('/setting/'))).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: /box/i }).map((button) => button.getAttribute('aria-label'))).toEqual([
    'Add a box',
  ])
})

test.each([
  ['Homeport AAAA', 'Online'],
  ['Living room', 'Online · HP AAAA'],
])('below the name %s stands %s: the end of the serial number is said once', async (name, line) => {
  box.name = name
  setCurrentDevice(box)
  show([])
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(name)
  await waitFor(() => expect(document.querySelector('header + p')?.textContent).toBe(line))
})

test('a failed download is told once: as one that needs attention, or as one that waits for space', async () => {
  isWide = false
  const failed = { ...aTask, task_id: 'F', status: 3, is_done: false, reason: 'not_found' as const }
  show([failed])
  const card = () => screen.getByRole('heading', { name: 'Downloads' }).closest('a')?.textContent
  await waitFor(() => expect(card()).toContain('1 needs attention'))
  expect(card()).toContain('Idle')
  expect(card()).not.toContain('unfinished')
  cleanup()
  const refused = { ...aTask, status: 0, is_done: false, code: TaskCode.noSpace, reason: 'no_space' as const, lacks_size: 7 }
  show([failed, { ...refused, task_id: 'L' }, { ...refused, task_id: 'M' }])
  await waitFor(() => expect(card()).toContain('2 waiting for space'))
  expect(card()).toContain('1 needs attention')
  cleanup()
  show([failed, { ...aTask, task_id: 'W', status: 0, is_done: false }])
  await waitFor(() => expect(card()).toContain('1 unfinished'))
})
