/** The film player over a video element that plays at command: what the station and the page are told. */
import type { SentByScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { handClock } from '../../../../testing/hand-clock.ts'
import { storageKeys } from '../../kit/storage.ts'
import { aLoad } from '../../testing/samples.ts'
import { createFilmPlayer, type FilmPlayer } from './film-player.ts'
import type { Load, Showing } from './state.ts'

let clock: ReturnType<typeof handClock>
let video: HTMLVideoElement
let isPaused: boolean
let isLineOpen = true
let hasError: boolean
let sent: SentByScreen[]
let shown: (Showing | null)[]
let player: FilmPlayer

/** jsdom has no errors of media. */
const networkError: MediaError = {
  code: 2,
  message: '',
  MEDIA_ERR_ABORTED: 1,
  MEDIA_ERR_NETWORK: 2,
  MEDIA_ERR_DECODE: 3,
  MEDIA_ERR_SRC_NOT_SUPPORTED: 4,
}
const transcoded: Load = { ...aLoad, is_seekable: false, offset: 5_000 }

beforeEach(() => {
  clock = handClock()
  sent = []
  shown = []
  isPaused = true
  hasError = false
  isLineOpen = true
  video = document.createElement('video')
  vi.spyOn(video, 'paused', 'get').mockImplementation(() => isPaused)
  Object.defineProperty(video, 'error', { get: () => (hasError ? networkError : null) })
  vi.spyOn(video, 'play').mockImplementation(async () => void (isPaused = false))
  vi.spyOn(video, 'pause').mockImplementation(() => void (isPaused = true))
  vi.spyOn(video, 'load').mockImplementation(() => {})
  localStorage.clear()
  player = createPlayer()
})
afterEach(() => localStorage.clear())

function createPlayer() {
  return createFilmPlayer({
    video,
    send: (message) => void sent.push(message),
    isLineOpen: () => isLineOpen,
    show: (showing) => void shown.push(showing),
    sound: () => {},
    openAudio: undefined,
    keptSound: storageKeys.app('tv_sound'),
    now: clock.now,
    later: clock.later,
  })
}

test('a film starts at its point; a seek moves the video itself and stays before the end', () => {
  player.load(aLoad)
  expect(video.currentTime).toBe(5)
  player.seek(90_000, 2)
  expect(video.currentTime).toBe(59.5)
  video.dispatchEvent(new Event('seeked'))
  expect(sent).toMatchObject([{ kind: 'report', play_id: 'p1', seq: 2, point: 59_500 }])
})

test('several seeks in a transcoded film request one source, at the last position, which the page shows at once', () => {
  player.load(transcoded)
  player.seek(20_000)
  player.seek(30_000)
  expect(player.point()).toBe(30_000)
  expect(shown.at(-1)).toMatchObject({ point: 30_000 })
  clock.pass(10_000)
  expect(sent).toEqual([{ kind: 'source', play_id: 'p1', point: 30_000 }])
})

describe('an endless answer that begins before the point', () => {
  const early: Load = { ...aLoad, is_seekable: false, stream: 'fmp4', offset: 10_000, point: 16_000 }
  /** The video plays at its rate for so long. */
  const playOn = (ms: number, everyMs = 40) => {
    for (let passed = 0; passed < ms; passed += everyMs) {
      if (!isPaused) video.currentTime += (everyMs / 1000) * video.playbackRate
      clock.pass(everyMs)
    }
  }
  const points = () => sent.flatMap((message) => (message.kind === 'report' ? [message.point] : []))

  test.each([40, 120, 320])(
    'plays up to it fast, unseen and unheard, and is at the point at every report (looked at every %i ms)',
    (ms) => {
      player.speed(1.5)
      player.load(early)
      expect([video.volume, video.playbackRate]).toEqual([0, 8])
      expect(shown.at(-1)).toMatchObject({ state: 'loading', point: 16_000, isUnseen: true })
      video.dispatchEvent(new Event('playing'))
      playOn(3_000, ms)
      expect(points()).toEqual([16_000, expect.any(Number)])
      expect(Math.abs((points().at(-1) ?? 0) - 16_000)).toBeLessThanOrEqual(350)
      expect([video.volume, video.playbackRate, isPaused]).toEqual([1, 1.5, false])
      expect(shown.at(-1)).toMatchObject({ isUnseen: false })
    },
  )

  test('a late source and a slow browser are waited for; a picture that stands is shown where it is, and says so', () => {
    player.load(early)
    for (let at = 0; at < 20; at += 1) {
      video.currentTime += 0.1
      clock.pass(1_000)
    }
    expect(shown.at(-1)).toMatchObject({ point: 16_000, isUnseen: true })
    clock.pass(6_000)
    expect(sent.at(-1)).toMatchObject({ kind: 'report', point: 12_000 })
    player.exit()
    sent = []
    video.currentTime = 0
    player.load(early)
    clock.pass(60_000)
    expect(shown.at(-1)).toMatchObject({ point: 16_000, isUnseen: true })
    video.currentTime = 0.5
    clock.pass(6_000)
    expect(sent.at(-1)).toMatchObject({ kind: 'report', point: 10_500 })
    expect(shown.at(-1)).toMatchObject({ point: 10_500, isUnseen: false })
    expect(clock.waiting()).toBe(0)
  })

  test('a browser that plays no faster shows it at once', () => {
    vi.spyOn(video, 'playbackRate', 'set').mockImplementation((rate) => {
      if (rate > 2) throw Object.assign(new Error('too fast'), { name: 'NotSupportedError' })
    })
    player.load(early)
    expect(shown.at(-1)).toMatchObject({ isUnseen: false })
    expect(clock.waiting()).toBe(0)
  })

  test('a paused film, and one that is paused on the way, pause at the point, without a sound', () => {
    player.load({ ...early, is_paused: true })
    expect([video.muted, isPaused]).toEqual([true, false])
    playOn(3_000)
    expect([video.muted, isPaused]).toEqual([false, true])
    expect(Math.abs(player.point() - 16_000)).toBeLessThanOrEqual(350)
    video.currentTime = 0
    player.load({ ...early, seq: 2 })
    player.pause(3)
    expect(isPaused).toBe(false)
    playOn(3_000)
    expect(isPaused).toBe(true)
    expect(Math.abs(player.point() - 16_000)).toBeLessThanOrEqual(350)
  })

  test('a paused film that a busy page ran past is asked for again at the point, once, and played more slowly', () => {
    player.load({ ...early, is_paused: true })
    video.currentTime = 8
    clock.pass(40)
    expect([isPaused, video.playbackRate, sent.at(-1)]).toEqual([true, 1, { kind: 'source', play_id: 'p1', point: 16_000 }])
    expect(player.point()).toBe(16_000)
    video.currentTime = 0
    player.load({ ...early, is_paused: true, seq: 2 })
    expect([isPaused, video.playbackRate]).toEqual([false, 4])
    playOn(10_000, 320)
    expect([isPaused, clock.waiting()]).toEqual([true, 0])
    expect(Math.abs(player.point() - 16_000)).toBeLessThanOrEqual(350)
    video.currentTime = 0
    player.load({ ...early, is_paused: true, seq: 3 })
    video.currentTime = 8
    clock.pass(40)
    video.currentTime = 0
    player.load({ ...early, is_paused: true, seq: 4 })
    video.currentTime = 9
    clock.pass(40)
    expect(sent.filter(({ kind }) => kind === 'source')).toHaveLength(2)
    expect(sent.at(-1)).toMatchObject({ kind: 'report', point: 19_000 })
  })

  test('a seek on the way and the end of the film leave nothing behind; a source that breaks is asked for again at the point', () => {
    player.load(early)
    video.dispatchEvent(new Event('playing'))
    hasError = true
    video.dispatchEvent(new Event('error'))
    expect(sent.at(-1)).toEqual({ kind: 'source', play_id: 'p1', point: 16_000 })
    hasError = false
    player.seek(40_000)
    clock.pass(500)
    expect(sent.at(-1)).toEqual({ kind: 'source', play_id: 'p1', point: 40_000 })
    player.load({ ...early, seq: 2, offset: 40_000, point: 40_000 })
    expect([video.volume, video.playbackRate, clock.waiting()]).toEqual([1, 1, 0])
    player.load({ ...early, seq: 3 })
    player.exit()
    expect([video.playbackRate, clock.waiting()]).toEqual([1, 0])
  })
})

test('a browser that forbids sound plays without it until a key is pressed on the page', async () => {
  vi.spyOn(video, 'play').mockImplementationOnce(async () => {
    throw Object.assign(new Error('no key was pressed yet'), { name: 'NotAllowedError' })
  })
  player.load(aLoad)
  await expect.poll(() => player.isPaused()).toBe(false)
  expect(video.muted).toBe(true)
  expect(player.gesture()).toBe(true)
  expect(video.muted).toBe(false)
  expect(player.gesture()).toBe(false)
})

test.each([true, false])(
  'a browser that forbids sound refuses it at the end of the unseen stretch: paused before: %s',
  async (is_paused) => {
    vi.spyOn(video, 'play').mockImplementation(async () => {
      if (!video.muted && video.volume > 0) throw Object.assign(new Error('no key was pressed yet'), { name: 'NotAllowedError' })
      isPaused = false
    })
    player.load({ ...aLoad, is_seekable: false, stream: 'fmp4', offset: 0, point: 5_000, is_paused })
    player.resume(2)
    video.currentTime = 5
    clock.pass(100)
    await expect.poll(() => [video.muted, isPaused, player.hasSound()]).toEqual([true, false, false])
  },
)

test('a source that breaks while it plays is requested again from there, at most every 10 s', () => {
  player.load(aLoad)
  video.dispatchEvent(new Event('playing'))
  video.currentTime = 12
  video.dispatchEvent(new Event('timeupdate'))
  hasError = true
  video.dispatchEvent(new Event('error'))
  expect(sent.at(-1)).toEqual({ kind: 'source', play_id: 'p1', point: 12_000 })
  video.dispatchEvent(new Event('error'))
  expect(sent.at(-1)).toMatchObject({ kind: 'report', state: 'failed' })
  clock.pass(10_000)
  video.dispatchEvent(new Event('error'))
  expect(sent.at(-1)).toMatchObject({ kind: 'source', point: 12_000 })
})

test('a source that breaks during a pause is requested again when the film goes on, and plays then', async () => {
  player.load(transcoded)
  video.dispatchEvent(new Event('playing'))
  video.currentTime = 12
  video.dispatchEvent(new Event('timeupdate'))
  player.pause(2)
  hasError = true
  video.dispatchEvent(new Event('error'))
  player.volume({ value: 50 }, 3)
  expect(sent.filter(({ kind }) => kind === 'source')).toEqual([])
  expect(sent.at(-1)).toMatchObject({ kind: 'report', state: 'paused', point: 17_000 })
  expect(player.playing()).toMatchObject({ is_paused: true, point: 17_000 })
  player.resume(4)
  expect(sent.at(-1)).toEqual({ kind: 'source', play_id: 'p1', point: 17_000 })
  hasError = false
  player.load({ ...transcoded, seq: 5, point: 17_000, offset: 17_000, is_paused: true })
  await expect.poll(() => player.isPaused()).toBe(false)
})

test('HLS that gives up is a broken source', async () => {
  player.load({ ...aLoad, stream: 'hls', url: 'media/x/index.m3u8' })
  video.dispatchEvent(new Event('playing'))
  await expect.poll(() => sent.at(-1)).toMatchObject({ kind: 'source', play_id: 'p1' })
})

test('a page that is loaded again is as loud as it was set last', () => {
  player.volume({ value: 35 }, 2)
  const again = createPlayer()
  again.load(aLoad)
  expect([video.volume, video.muted]).toEqual([0.35, false])
  again.volume({ mute: true }, 3)
  createPlayer().load(aLoad)
  expect([video.volume, video.muted]).toEqual([0.35, true])
})

test('volume stays within 0 and 100; a step or a value ends mute, and no value toggles it', () => {
  player.load(aLoad)
  player.volume({ value: 98 }, 2)
  player.volume({ step: 5 }, 3)
  player.volume({}, 4)
  expect(sent.at(-1)).toMatchObject({ seq: 4, volume: 100, sound: 'muted' })
  player.volume({ step: -5 }, 5)
  expect(sent.at(-1)).toMatchObject({ seq: 5, volume: 95, sound: 'on' })
})

test('a film whose source is cut pauses by itself: it waits for its source, and goes on after it', async () => {
  player.load(aLoad)
  await expect.poll(() => isPaused).toBe(false)
  vi.spyOn(video, 'readyState', 'get').mockReturnValue(HTMLMediaElement.HAVE_CURRENT_DATA)
  isPaused = true
  video.dispatchEvent(new Event('pause'))
  expect(sent.at(-1)).toMatchObject({ kind: 'report', state: 'loading' })
  expect(player.playing()).toMatchObject({ is_paused: false })
  video.dispatchEvent(new Event('playing'))
  hasError = true
  video.dispatchEvent(new Event('error'))
  expect(sent.at(-1)).toMatchObject({ kind: 'source' })
})

test('a film that breaks while the box is away pauses with data ahead: it goes on when the box is back', async () => {
  player.load(aLoad)
  await expect.poll(() => isPaused).toBe(false)
  video.dispatchEvent(new Event('playing'))
  vi.spyOn(video, 'readyState', 'get').mockReturnValue(HTMLMediaElement.HAVE_ENOUGH_DATA)
  isLineOpen = false
  hasError = true
  isPaused = true
  video.dispatchEvent(new Event('error'))
  video.dispatchEvent(new Event('pause'))
  expect(player.playing()).toMatchObject({ is_paused: false })
  expect(sent.filter(({ kind }) => kind === 'source')).toEqual([])
  isLineOpen = true
  player.resumeBroken()
  expect(sent.at(-1)).toMatchObject({ kind: 'source', play_id: 'p1' })
})

test('a film that the browser’s own key pauses is paused', async () => {
  player.load(aLoad)
  await expect.poll(() => isPaused).toBe(false)
  vi.spyOn(video, 'readyState', 'get').mockReturnValue(HTMLMediaElement.HAVE_ENOUGH_DATA)
  isPaused = true
  video.dispatchEvent(new Event('pause'))
  expect(sent.at(-1)).toMatchObject({ kind: 'report', state: 'paused' })
  expect(player.playing()).toMatchObject({ is_paused: true })
})

test('the end of a film is reported, then nothing plays', () => {
  player.load(aLoad)
  vi.spyOn(video, 'ended', 'get').mockReturnValue(true)
  video.dispatchEvent(new Event('ended'))
  expect(sent.at(-1)).toMatchObject({ kind: 'report', state: 'ended' })
  expect(player.isOn()).toBe(false)
  expect(shown.at(-1)).toBeNull()
})

describe('a film in parts', () => {
  const first: Load = { ...aLoad, point: 0, offset: 0, end: 40_000, duration: 60_000 }
  const second: Load = { ...aLoad, seq: 2, point: 45_000, offset: 40_000, duration: 60_000 }
  const end = () => {
    vi.spyOn(video, 'ended', 'get').mockReturnValue(true)
    isPaused = true
    video.dispatchEvent(new Event('pause'))
    video.dispatchEvent(new Event('ended'))
  }

  test('its second part starts at its own place, and the position is in the whole film', () => {
    player.load(second)
    expect(video.currentTime).toBe(5)
    expect(player.point()).toBe(45_000)
    player.seek(50_000, 3)
    expect(video.currentTime).toBe(10)
    expect(player.point()).toBe(50_000)
  })

  test('at the end of a part the next one is requested, and nobody hears of an end or a pause', () => {
    player.load(first)
    video.currentTime = 40.3
    end()
    expect(sent.at(-1)).toEqual({ kind: 'source', play_id: 'p1', point: 40_000 })
    expect(sent.filter((message) => message.kind === 'report' && message.state !== 'loading')).toEqual([])
    expect(player.isOn()).toBe(true)
    expect(shown.at(-1)).toMatchObject({ state: 'loading', point: 40_000, duration: 60_000 })
    expect(player.playing()).toMatchObject({ point: 40_000, is_paused: false })
    vi.spyOn(video, 'ended', 'get').mockReturnValue(false)
    player.load({ ...second, point: 40_000 })
    expect(player.isPaused()).toBe(false)
    expect(shown.at(-1)).toMatchObject({ state: 'loading', point: 40_000 })
  })

  test('a seek over the border requests the other part, one back in time does not', () => {
    player.load(first)
    player.seek(45_000)
    clock.pass(1_000)
    expect(sent).toEqual([{ kind: 'source', play_id: 'p1', point: 45_000 }])
    player.load(second)
    player.seek(39_999)
    expect(player.point()).toBe(39_999)
    player.seek(41_000)
    clock.pass(1_000)
    expect(sent.filter(({ kind }) => kind === 'source')).toHaveLength(1)
    expect(video.currentTime).toBe(1)
  })

  test('OK pressed between two parts does not start the first one over', () => {
    player.load(first)
    end()
    const played = vi.spyOn(video, 'play').mockClear()
    player.resume(5)
    expect(played).not.toHaveBeenCalled()
  })
})
