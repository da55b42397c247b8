/** A film's page while its TV is off, or the box is away. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { setLang } from '../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../kit/session.ts'
import { aDevice, aPlayer, aSignIn, aTv } from '../../testing/samples.ts'
import { published, serve } from '../../testing/server.ts'
import { MiniPlayer } from '../now/mini-player.tsx'
import { player } from '../player.ts'
import { setIntent } from './intent.ts'
import { PlayButton } from './play-button.tsx'

const tv = { ...aTv, screen_id: 'tv' }
let screens: (typeof aTv)[]

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  screens = [tv]
  serve({
    '/emqx/publish': published({
      screen_list: () => ({ code: Code.ok, data: { data: screens, waiting: [], address: 'http://tv' } }),
      exit_player: () => ({ code: Code.ok, data: { ...aPlayer, screen_id: 'tv', status: -1, movie_id: '' } }),
    }),
  })
})
afterEach(() => {
  cleanup()
  player.clear()
  setIntent(null)
})

function show(): void {
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <PlayButton movieId="M1" title="Metropolis" position={null} duration={9_180_000} />
    </QueryClientProvider>,
  )
}

test('the film’s page says at once that it waits for a TV that is off, before the box answers the play, and gives it up', async () => {
  screens = [{ ...tv, is_online: false }]
  const film = { movie_id: 'M1', path: '', title: 'Metropolis', point: 0, left: 0, duration: 0 }
  setIntent({ ...film, devsn: aDevice.devsn, step: 'starting', target: 'tv', screen_name: tv.name, from: '', at: 0 })
  show()
  expect(await screen.findByText('Waiting for Living-room TV')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' })))
  expect(await screen.findByRole('button', { name: 'Play: Metropolis' })).toBeTruthy()
})

test('nothing is paused while the box is away: neither on the film’s page nor above the tab bar', async () => {
  await act(async () => player.hear({ ...aPlayer, movie_id: 'M1' }))
  show()
  const playing = player.playing.get()
  if (!playing) throw new Error('nothing plays')
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <MiniPlayer playing={playing} poster={null} />
    </QueryClientProvider>,
  )
  const pauses = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Pause' }).map(({ disabled }) => disabled)
  expect(pauses()).toEqual([false, false])
  await act(async () => setCurrentDevice({ ...aDevice, online: 0 }))
  expect(pauses()).toEqual([true, true])
})
