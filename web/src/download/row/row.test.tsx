/** The row of a download: its film, and why it waits. */
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Task } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, startSession } from '../../kit/session.ts'
import { aSignIn, aTask } from '../../testing/samples.ts'
import { DownloadRow } from './row.tsx'

const done: Task = { ...aTask, is_done: true, status: 2, done_at: 1 }
const film = { movie_id: 'M1', title: 'Metropolis', poster: '' }
const picture = () => document.querySelector<HTMLImageElement>('.tile-tile img')
const icon = () => document.querySelector('.tile-tile [data-kind=video]')

function serveBlobs(): void {
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/blob/')
      ? new Response('picture', { headers: { 'Content-Type': 'application/octet-stream' } })
      : new Response('', { status: 404 }),
  )
  URL.createObjectURL = () => 'blob:poster'
  URL.revokeObjectURL = () => {}
}

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
})
afterEach(() => {
  cleanup()
  endSession()
})

test('B32: it bears the film’s title, and the file’s name below; its buttons are named by the film', () => {
  render(<DownloadRow task={{ ...done, film }} isLined={false} play={() => {}} more={() => {}} />)
  const lines = [...document.querySelectorAll('.download-row-row .layout-grow > p')]
  expect(lines.map((line) => line.getAttribute('title'))).toEqual(['Metropolis', 'Metropolis.1927.mkv', null])
  expect(lines[0]?.textContent).toBe('Metropolis')
  expect(screen.getByRole('button', { name: 'Play on TV: Metropolis' }).textContent).toBe('Play on TV')
  expect(screen.getByRole('button', { name: 'More options for Metropolis' })).toBeTruthy()
  expect(icon()).toBeTruthy()
})

test('B32: the film’s poster stands in the place of the file’s icon, which comes back where the picture cannot be shown', async () => {
  serveBlobs()
  render(<DownloadRow task={{ ...done, film: { ...film, poster: 'p1' } }} isLined={false} />)
  expect(icon()).toBeTruthy()
  await waitFor(() => expect(picture()?.getAttribute('src')).toBe('blob:poster'))
  expect(icon()).toBe(null)
  await act(async () => fireEvent.error(picture() ?? document.body))
  expect(picture()).toBe(null)
  expect(icon()).toBeTruthy()
})

test('without a film, and as an older version kept it, it bears the file’s name alone', () => {
  const { film: _, ...old } = done
  const same: Task = JSON.parse(JSON.stringify(old))
  render(
    <>
      <DownloadRow task={done} isLined={false} />
      <DownloadRow task={same} isLined />
    </>,
  )
  const rows = [...document.querySelectorAll('.download-row-row')]
  expect(rows.map((row) => [...row.querySelectorAll('p')].map((line) => line.getAttribute('title')))).toEqual([
    ['Metropolis.1927.mkv', null],
    ['Metropolis.1927.mkv', null],
  ])
})

const waitsIn = (lang: 'en' | 'zh', wait: Partial<NonNullable<Task['wait']>>): string => {
  setLang(lang)
  const whole = { reason: 'retry', place: 0, tries: 0, next_at: null, ...wait }
  const { container, unmount } = render(<DownloadRow task={{ ...aTask, speed_bytes: 0, wait: whole }} isLined={false} />)
  const text = container.querySelector('.download-row-reason, .text-caption .text-oneLine')?.textContent ?? ''
  unmount()
  return text
}
const inSeconds = (seconds: number) => Math.ceil(Date.now() / 1000) + seconds

test('P41: one that the box tries again says how often it was tried and when it is tried again', () => {
  expect(waitsIn('en', { tries: 4, next_at: inSeconds(120) })).toBe('Tried 4 times, again in 2 min')
  expect(waitsIn('zh', { tries: 4, next_at: inSeconds(120) })).toBe('已重试 4 次，2 分钟后再试')
  expect(waitsIn('en', { tries: 1, next_at: inSeconds(900) })).toBe('Tried once, again in 15 min')
  expect(waitsIn('en', { tries: 2, next_at: inSeconds(-5) })).toBe('Tried 2 times, trying again')
  expect(waitsIn('zh', { tries: 2, next_at: inSeconds(-5) })).toBe('已重试 2 次，正在重试')
})

test.each([
  [
    { ...aTask, status: 3, code: TaskCode.notStarted, reason: 'certificate_name' },
    'The source’s certificate is for another address',
  ],
  [{ ...aTask, wait: { reason: 'server', place: 0, tries: 1, next_at: inSeconds(900) } }, 'Server asked to wait'],
] as const)('a reason is not cut, however narrow the row: %#', (task, words) => {
  setLang('en')
  render(<DownloadRow task={task} isLined={false} />)
  const reason = screen.getByText(new RegExp(words))
  expect(reason.closest('.text-oneLine')).toBe(null)
})

test('one that waits for its turn says its place', () => {
  expect([1, 2, 3, 4, 11, 22].map((place) => waitsIn('en', { reason: 'queued', place }))).toEqual([
    'Queued, next · 62% of 10 GB',
    'Queued, 2nd · 62% of 10 GB',
    'Queued, 3rd · 62% of 10 GB',
    'Queued, 4th · 62% of 10 GB',
    'Queued, 11th · 62% of 10 GB',
    'Queued, 22nd · 62% of 10 GB',
  ])
  expect(waitsIn('zh', { reason: 'queued', place: 3 })).toBe('排在第 3 · 62% · 共 10 GB')
})

const stalled = (more: Partial<NonNullable<Task['stall']>> = {}): Task => ({
  ...aTask,
  speed_bytes: 0,
  stall: {
    reason: 'no_peers',
    since: Math.floor(Date.now() / 1000) - 360,
    is_dead: false,
    peers: 0,
    trackers: 5,
    silent_trackers: 3,
    rank: 0,
    next_at: null,
    ...more,
  },
})

test('one that does not move says why and for how long, in amber, and can be looked for again', () => {
  const lookAgain = vi.fn()
  const { rerender } = render(<DownloadRow task={stalled()} isLined={false} lookAgain={lookAgain} />)
  expect(screen.getByText('No peers found for 6 min').closest('.text-warning')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Look again for Metropolis.1927.mkv' }))
  expect(lookAgain).toHaveBeenCalledTimes(1)
  rerender(<DownloadRow task={stalled({ reason: 'source_queue', rank: 12 })} isLined={false} lookAgain={lookAgain} />)
  expect(screen.getByText('12th in a source’s queue').closest('.text-warning')).toBe(null)
  rerender(
    <DownloadRow
      task={stalled({ is_dead: true, since: Math.floor(Date.now() / 1000) - 3 * 86_400 })}
      isLined={false}
      lookAgain={lookAgain}
    />,
  )
  expect(screen.getByText('No data for 3 d')).toBeTruthy()
})

test('one that the clock paused says when it goes on; one that waits for its turn starts at once', () => {
  const first = vi.fn()
  const at = new Date()
  at.setHours(23, 0, 0, 0)
  const { rerender } = render(
    <DownloadRow
      task={{ ...aTask, wait: { reason: 'schedule', place: 0, tries: 0, next_at: at.getTime() / 1000 } }}
      isLined={false}
    />,
  )
  expect(screen.getByText('Paused by your hours until 23:00')).toBeTruthy()
  rerender(
    <DownloadRow
      task={{ ...aTask, down_size: 0, wait: { reason: 'queued', place: 1, tries: 0, next_at: null } }}
      isLined={false}
      first={first}
    />,
  )
  expect(screen.getByText('Queued, next · 10 GB')).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBe(null)
  fireEvent.click(screen.getByRole('button', { name: 'Start Metropolis.1927.mkv now' }))
  expect(first).toHaveBeenCalledTimes(1)
})
