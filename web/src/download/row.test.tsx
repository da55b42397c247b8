/** The row of a finished download that is a film of the library. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Task } from '@homeport/contract/download.ts'
import { setLang } from '../kit/lang.ts'
import { endSession, startSession } from '../kit/session.ts'
import { aSignIn, aTask } from '../testing/samples.ts'
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
  vi.unstubAllGlobals()
})

test('B32: it bears the film’s title, and the file’s name below; its buttons are named by the film', () => {
  render(<DownloadRow task={{ ...done, film }} isLined={false} play={() => {}} more={() => {}} />)
  const lines = [...document.querySelectorAll('.download-row-row .layout-grow > p')]
  expect(lines.map((line) => line.getAttribute('title'))).toEqual(['Metropolis', 'Metropolis.1927.mkv', null])
  expect(lines[0]?.textContent).toBe('Metropolis')
  expect(screen.getByRole('button', { name: 'Play Metropolis' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'More options for Metropolis' })).toBeTruthy()
  expect(icon()).toBeTruthy()
})

test('B32: the film’s poster stands in the place of the file’s icon, which comes back where the picture cannot be shown', async () => {
  serveBlobs()
  render(<DownloadRow task={{ ...done, film: { ...film, poster: 'p1' } }} isLined={false} />)
  expect(icon()).toBeTruthy()
  await vi.waitFor(() => expect(picture()?.getAttribute('src')).toBe('blob:poster'))
  expect(icon()).toBe(null)
  await act(async () => fireEvent.error(picture() ?? document.body))
  expect(picture()).toBe(null)
  expect(icon()).toBeTruthy()
})

test('without a film, and as an older version kept it, it bears the file’s name alone', () => {
  const { film: _, ...old } = done
  const kept: Task = JSON.parse(JSON.stringify(old))
  render(
    <>
      <DownloadRow task={done} isLined={false} />
      <DownloadRow task={kept} isLined />
    </>,
  )
  const rows = [...document.querySelectorAll('.download-row-row')]
  expect(rows.map((row) => [...row.querySelectorAll('p')].map((line) => line.getAttribute('title')))).toEqual([
    ['Metropolis.1927.mkv', null],
    ['Metropolis.1927.mkv', null],
  ])
})
