/** The home page's downloads: figures while they run, text when idle, and nothing shown twice. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Task } from '@homeport/contract/download/download.ts'
import { createClient } from '../../app/client.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { ok, serve } from '../../testing/server.ts'
import { aDevice, aSignIn, aTask } from '../../testing/samples.ts'
import { HomeFigure } from './home-figure.tsx'
import { Latest } from './recent-downloads.tsx'

const film: Task = { ...aTask, task_id: 'T1', name: 'Metropolis.1927.mkv', is_done: true, status: 2, done_at: 1 }
const book: Task = { ...film, task_id: 'T2', name: 'harbour-lights.pdf' }

function show(tasks: Task[], children: ReactNode) {
  const counts = { all: tasks.length, progress: 0, done: tasks.length }
  serve({
    '/device/task/lists': ({ is_done }) => {
      const data = is_done === '1' ? tasks : []
      return ok({ data, total: data.length, page: 1, limit: 6, counts, stale_at: null })
    },
  })
  render(<QueryClientProvider client={createClient(vi.fn())}>{children}</QueryClientProvider>)
}

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
})
afterEach(() => {
  cleanup()
  endSession()
})

test('C37: a film that stands among the newly added ones is not named again among the finished downloads', async () => {
  show([film, book], <Latest device={aDevice} hasFilms settled={() => {}} />)
  expect(await screen.findByText(/harbour-lights/)).toBeTruthy()
  expect(screen.queryByText(/Metropolis/)).toBeNull()
})

test('while the library has nothing yet, what finished stands there whatever it is', async () => {
  show([film], <Latest device={aDevice} hasFilms={false} settled={() => {}} />)
  expect(await screen.findByTitle('Metropolis.1927.mkv')).toBeTruthy()
})

test('C38: with nothing running Home says so in words, not with a speed of nothing', async () => {
  show([film], <HomeFigure device={aDevice} />)
  expect(await screen.findByText('No downloads')).toBeTruthy()
  expect(screen.getByText('1 complete')).toBeTruthy()
  expect(document.body.textContent).not.toContain('0K/S')
})
