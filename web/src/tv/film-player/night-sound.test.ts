/** Night sound over a browser that lets a page begin with sound only after a key. The path itself is measured in Chromium by e2e/tracks.spec.ts. */
import type { Night } from '@homeport/contract/shape/film/remote.ts'
import type { SentByScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { handClock } from '../../../../testing/hand-clock.ts'
import { storageKeys } from '../../kit/storage.ts'
import { aLoad } from '../../testing/samples.ts'
import { createFilmPlayer } from './film-player.ts'
import { audioOpener } from './night-sound.ts'

/** jsdom has no Web Audio: which nodes lead where. */
class Node {
  to = new Set<Node>()
  gain = { value: 0 }
  frequency = { value: 0 }
  Q = { value: 0 }
  threshold = { value: 0 }
  knee = { value: 0 }
  ratio = { value: 0 }
  attack = { value: 0 }
  release = { value: 0 }
  connect(next: Node): Node {
    this.to.add(next)
    return next
  }
  disconnect(next?: Node): void {
    if (next) this.to.delete(next)
    else this.to.clear()
  }
}

class Audio extends EventTarget {
  state: AudioContextState = 'suspended'
  destination = Object.assign(new Node(), { maxChannelCount: 6, channelCount: 2 })
  source: Node | null = null
  isAllowed = false
  resume = async () => {
    if (this.isAllowed) this.become('running')
  }
  createGain = () => new Node()
  createBiquadFilter = () => new Node()
  createDynamicsCompressor = () => new Node()
  createMediaElementSource = () => (this.source = new Node())
  become(state: AudioContextState): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
  /** How many nodes the sound passes; 0: it does not reach the loudspeakers. */
  steps(from = this.source): number {
    if (!from) return 0
    if (from === this.destination) return 1
    const [next] = from.to
    const rest = next ? this.steps(next) : 0
    return rest === 0 ? 0 : rest + 1
  }
}

let clock: ReturnType<typeof handClock>
let audio: Audio
let video: HTMLVideoElement
let sent: SentByScreen[]
let nights: Night[]

beforeEach(() => {
  localStorage.clear()
  clock = handClock()
  audio = new Audio()
  sent = []
  nights = []
  video = document.createElement('video')
  vi.spyOn(video, 'play').mockImplementation(async () => {})
  vi.spyOn(video, 'pause').mockImplementation(() => {})
  vi.spyOn(video, 'load').mockImplementation(() => {})
})

function openPlayer() {
  return createFilmPlayer({
    video,
    send: (message) => void sent.push(message),
    isLineOpen: () => true,
    show: () => {},
    sound: ({ night }) => void nights.push(night),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stand-in with what the player uses
    openAudio: () => audio as unknown as AudioContext,
    keptSound: storageKeys.app('tv_sound'),
    now: clock.now,
    later: clock.later,
  })
}
const reported = () => sent.findLast((message) => message.kind === 'report')

test('a browser that wants a key first keeps the film as it sounds, says so, and takes the key', async () => {
  const player = openPlayer()
  player.load(aLoad)
  player.volume({ night: true }, 4)
  expect(audio.source).toBe(null)
  clock.pass(1_000)
  expect(reported()).toMatchObject({ seq: 4, night: 'blocked' })
  expect(audio.source).toBe(null)
  audio.isAllowed = true
  expect(player.gesture()).toBe(true)
  await waitFor(() => expect(reported()).toMatchObject({ night: 'on' }))
  expect(audio.steps()).toBeGreaterThan(3)
  expect(player.gesture()).toBe(false)
})

test('it is switched within a film without silence, and the volume follows behind it', () => {
  const player = openPlayer()
  audio.state = 'running'
  player.load(aLoad)
  player.volume({ value: 40 })
  expect(video.volume).toBe(0.4)
  player.volume({ night: true })
  expect([video.volume, audio.steps() > 3, player.hasSound()]).toEqual([1, true, true])
  expect(reported()).toMatchObject({ volume: 40, sound: 'on', night: 'on' })
  player.volume({ night: false })
  expect([video.volume, audio.steps()]).toEqual([0.4, 3])
  player.volume({ night: true })
  expect(audio.steps()).toBeGreaterThan(3)
})

test('the next film and the next start of the page have it too, and mute stays what it was', () => {
  openPlayer().volume({ night: true })
  const player = openPlayer()
  audio.state = 'running'
  player.load(aLoad)
  player.load({ ...aLoad, play_id: 'p2' })
  expect(audio.steps()).toBeGreaterThan(3)
  expect(nights.at(-1)).toBe('on')
  expect(video.muted).toBe(false)
})

test('a browser without Web Audio, or that plays HLS by itself alone, has none', () => {
  expect(audioOpener(video)).toBeUndefined()
  vi.stubGlobal('AudioContext', Audio)
  expect(audioOpener(video)).toBeDefined()
  vi.spyOn(video, 'canPlayType').mockReturnValue('maybe')
  expect(audioOpener(video)).toBeUndefined()
  vi.stubGlobal('MediaSource', {})
  expect(audioOpener(video)).toBeDefined()
  vi.unstubAllGlobals()
})
