/** The play button: where it begins, on which screen, and what is said when it cannot. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../app/client.ts'
import { setLang } from '../kit/lang.ts'
import { setCurrentDevice, startSession } from '../kit/session.ts'
import { published, serve } from '../kit/test-server.ts'
import { aDevice, aPlayer, aSignIn } from '../kit/test-things.ts'
import { Toasts } from '../ui/toast.tsx'
import { closeRemote, isRemoteOpen } from './open-remote.ts'
import { PlayButton } from './play-button.tsx'
import { player } from './player.ts'

const tv = { screen_id: 'tv', name: 'Living-room TV', is_online: true, seen_at: 1 }
const kitchen = { ...tv, screen_id: 'kitchen', name: 'Kitchen' }

let played: Record<string, unknown>[]
let refusal: string | null
let screens: (typeof tv)[]

beforeEach(() => {
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  played = []
  refusal = null
  screens = [tv]
  serve({
    '/emqx/publish': published({
      screen_list: () => ({ code: 200, data: { data: screens, waiting: [], address: 'http://192.168.1.5:8701' } }),
      play: (data) => {
        played.push(data)
        return refusal ? { code: 4004, data: { reason: refusal } } : { code: 200, data: aPlayer }
      },
    }),
  })
})
afterEach(async () => {
  cleanup()
  player.clear()
  if (!isRemoteOpen.get()) return
  closeRemote()
  await vi.waitFor(() => expect(isRemoteOpen.get()).toBe(false))
})

async function press(name: string | RegExp, position: number | null = null) {
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <PlayButton movieId="M1" title="Metropolis" position={position} />
      <Toasts />
    </QueryClientProvider>,
  )
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
}

test('plays from the start where one never began, and the remote opens', async () => {
  await press('Play: Metropolis')
  await vi.waitFor(() => expect(played).toEqual([{ movie_id: 'M1', path: '', point: 0, target: '' }]))
  await vi.waitFor(() => expect(isRemoteOpen.get()).toBe(true))
  expect(player.playing.get()?.info.title).toBe('Metropolis')
})

test('goes on from where one left it', async () => {
  await press('Resume from 48:12: Metropolis', 2_892_000)
  await vi.waitFor(() => expect(played[0]).toMatchObject({ point: 2_892_000 }))
})

test('or begins anew', async () => {
  await press('From the start', 2_892_000)
  await vi.waitFor(() => expect(played[0]).toMatchObject({ point: 0 }))
})

test('asks on which screen where several are on', async () => {
  screens = [tv, kitchen]
  await press('Play: Metropolis')
  const choice = await screen.findByRole('button', { name: 'Kitchen' })
  await act(async () => fireEvent.click(choice))
  await vi.waitFor(() => expect(played[0]).toMatchObject({ target: 'kitchen' }))
})

test.each([
  ['not_video', 'Failed to play, not video file'],
  ['no_file', 'File not exists'],
  ['no_film', 'File not exists'],
  ['failed', 'Play failed, please try again'],
  ['no_ffmpeg', 'This film must be converted for the TV, and the box has no ffmpeg'],
])('spec 8: a play refused for %s says "%s"', async (reason, words) => {
  refusal = reason
  await press('Play: Metropolis')
  expect(await screen.findByText(words)).toBeTruthy()
  expect(isRemoteOpen.get()).toBe(false)
})

test('without a TV it says how to connect one, with its address', async () => {
  screens = []
  await press('Play: Metropolis')
  expect(await screen.findByText('http://192.168.1.5:8701')).toBeTruthy()
  expect(screen.getByLabelText('Four digits on the TV')).toBeTruthy()
  expect(played).toEqual([])
})

test('a member is told that the owner lets the TV in', async () => {
  setCurrentDevice({ ...aDevice, role: 'member' })
  screens = []
  await press('Play: Metropolis')
  expect(await screen.findByText(/The owner of the box types them/)).toBeTruthy()
  expect(screen.queryByLabelText('Four digits on the TV')).toBe(null)
})
