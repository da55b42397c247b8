/** The lock screen's controls: what they show, and that a press of a hidden app goes by a call and opens no socket. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { isConnected, startConnection } from '../../kit/call/box-connection.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { published, serve } from '../../testing/server.ts'
import { aDevice, aPlayer, aSignIn } from '../../testing/samples.ts'
import { openTv } from '../../testing/tv.ts'
import { startMediaSession } from './media-session.ts'
import { closeRemote, openRemote } from '../open-remote.ts'
import { player, startPlayer } from '../player.ts'

let tv: Awaited<ReturnType<typeof openTv>>
let called: string[]
let stops: (() => void)[]
let controls: { metadata: { title: string } | null; playbackState: string; handlers: Map<string, (details: object) => void> }
const sound = { play: vi.fn<() => Promise<void>>(async () => {}), pause: vi.fn<() => void>(), paused: true, loop: false }

beforeEach(async () => {
  setLang('en')
  called = []
  const answer = (name: string) => (data: object) => {
    called.push(`${name} ${JSON.stringify(data)}`)
    return { code: Code.ok, data: aPlayer }
  }
  const names = ['player_pause', 'player_resume', 'player_seek', 'player_next']
  serve({ '/emqx/publish': published(Object.fromEntries(names.map((name) => [name, answer(name)]))) })
  const handlers = new Map<string, (details: object) => void>()
  controls = { metadata: null, playbackState: 'none', handlers }
  Object.defineProperty(navigator, 'mediaSession', {
    configurable: true,
    value: Object.assign(controls, {
      setPositionState() {},
      setActionHandler: (name: string, handler: (details: object) => void) => handlers.set(name, handler),
    }),
  })
  vi.stubGlobal('MediaMetadata', function metadata(facts: object) {
    return { ...facts }
  })
  vi.stubGlobal('Audio', function audio() {
    return sound
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:silence')
  tv = await openTv()
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  stops = [startPlayer(), startMediaSession(() => ''), startConnection()]
  await waitFor(() => expect(isConnected.get()).toBe(true))
})
afterEach(async () => {
  stops.forEach((stop) => stop())
  closeRemote()
  endSession()
  await tv.stop()
})
const press = (name: string, details: object = {}) => controls.handlers.get(name)?.(details)
function hide(state: 'hidden' | 'visible'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('they are there while the remote is open and a film plays, and no longer', async () => {
  tv.push({ ...tv.playing({}) })
  await waitFor(() => expect(player.playing.get()).not.toBe(null))
  expect(controls.metadata).toBe(null)
  openRemote()
  expect(controls).toMatchObject({ metadata: { title: 'Metropolis', artist: 'Living-room TV' }, playbackState: 'playing' })
  expect(sound.play).toHaveBeenCalled()
  closeRemote()
  expect(controls).toMatchObject({ metadata: null, playbackState: 'none' })
  expect(sound.pause).toHaveBeenCalled()
})

test('a press while the app is hidden goes by a call, and opens no socket', async () => {
  openRemote()
  tv.push({ ...tv.playing({}) })
  await waitFor(() => expect(controls.metadata).not.toBe(null))
  hide('hidden')
  await waitFor(() => expect(tv.count()).toBe(0))
  press('pause')
  press('seekto', { seekTime: 90 })
  press('nexttrack')
  await waitFor(() => expect(called).toHaveLength(3))
  expect(called[0]).toBe('player_pause {"target":"S1"}')
  expect(called[1]).toBe('player_seek {"target":"S1","point":90000}')
  expect(called[2]).toContain('player_next')
  expect(tv.count()).toBe(0)
  hide('visible')
})
