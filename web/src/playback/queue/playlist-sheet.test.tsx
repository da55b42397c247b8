/** The playlist of a TV: a tapped entry plays at once. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { QueueEntry } from '@homeport/contract/playback/play-queue.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { handleFailure } from '../../app/failure.tsx'
import { setLang } from '../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { aDevice, aPlayer, aSignIn } from '../../testing/samples.ts'
import { ok, published, serve, type Answer } from '../../testing/server.ts'
import { Toasts } from '../../ui/toast.tsx'
import { PlaylistSheet } from './playlist-sheet.tsx'

const entry = (id: string, title: string): QueueEntry => ({
  id,
  movie_id: `M${id}`,
  path: id,
  title,
  series_title: '',
  season: null,
  episode: null,
  duration_ms: 6_000_000,
  poster: '',
})
let sent: Record<string, unknown>[]
const onClose = vi.fn()

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  sent = []
  onClose.mockClear()
})
afterEach(() => {
  cleanup()
  endSession()
})

function show(next: () => Answer): void {
  serve({
    '/emqx/publish': published({
      play_queue: () =>
        ok({ screen_id: 'S1', queue: [entry('1', 'Metropolis'), entry('2', 'Sunrise')], following: [entry('3', 'Nosferatu')] }),
      player_next: (data) => {
        sent.push(data)
        return next()
      },
    }),
  })
  render(
    <QueryClientProvider client={createClient(handleFailure)}>
      <PlaylistSheet device={aDevice} target="S1" isOpen onClose={onClose} />
      <Toasts />
    </QueryClientProvider>,
  )
}
const tap = async (name: RegExp) => {
  const row = await screen.findByRole('button', { name })
  await act(async () => row.click())
}

test.each([
  ['an entry of the queue', /^Play Sunrise/, '2'],
  ['what follows by itself', /^Play Nosferatu/, '3'],
])('%s plays by a tap, and the sheet closes', async (_, name, id) => {
  show(() => ok(aPlayer))
  await tap(name)
  await waitFor(() => expect(sent).toMatchObject([{ target: 'S1', back: false, id }]))
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('an entry that cannot play says why', async () => {
  show(() => ({ code: Code.notFound, msg: '', data: { reason: 'damaged' } }))
  await tap(/^Play Metropolis/)
  expect(await screen.findByText('This file is damaged and can’t be played.')).toBeTruthy()
})
