/** A screen that goes in the middle of a film: the film stands where it was for a minute, by a clock that the test moves. */
import type { PlayerInfo } from '@homeport/contract/playback.ts'
import type { ToScreen } from '@homeport/contract/screen.ts'
import { beforeEach, expect, test } from 'vitest'
import { createMedia } from './media.ts'
import { createPlayer, type Player } from './player.ts'
import type { Stage } from './stage.ts'
import type { PlayableFile } from './way.ts'

const file: PlayableFile = {
  id: 'plain',
  movie_id: 'm-plain',
  title: 'Metropolis',
  quality: '',
  poster: '',
  path: '/films/plain.mp4',
  duration_ms: 600_000,
  container: 'mov,mp4,m4a,3gp,3g2,mj2',
  video: 'h264',
  audio: 'aac',
  width: 320,
  height: 180,
  pix_fmt: 'yuv420p',
}
const by = { realm: 'en', user_id: 'u1' } as const

let now: number
let timers: { at: number; run: () => void }[]
let words: ToScreen[]
let pushed: PlayerInfo[]
let kept: number[]
let isOn: boolean
let player: Player

const tv: Stage = {
  screen_id: 'tv',
  name: 'Living-room TV',
  can: ['mp4', 'h264', 'aac'],
  say: (word) => (words.push(word), true),
  isFree: () => true,
}

beforeEach(() => {
  now = 1_000_000
  timers = []
  words = []
  pushed = []
  kept = []
  isOn = true
  player = createPlayer({
    stages: () => (isOn ? [tv] : []),
    screenOf: () => tv,
    media: createMedia({ roots: () => ['/films'], ffmpeg: async () => '', now: () => now }),
    tools: async () => ({ ffmpeg: '', ffprobe: '' }),
    points: {
      recent: async () => [],
      keep: async (_, point) => void kept.push(point),
      forget: async () => void kept.push(0),
    },
    push: (view) => pushed.push(view('en')),
    now: () => now,
    later: (ms, run) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => void (timers = timers.filter((one) => one !== timer))
    },
    onFault: (fault) => {
      throw fault
    },
  })
})

/** Moves the clock; what is due runs in its order. */
function pass(ms: number): void {
  const until = now + ms
  for (;;) {
    const [next] = timers.filter((one) => one.at <= until).toSorted((a, b) => a.at - b.at)
    if (!next) break
    timers = timers.filter((one) => one !== next)
    now = Math.max(now, next.at)
    next.run()
  }
  now = until
}
const loads = () => words.filter((word) => word.kind === 'load')
const load = () => {
  const last = loads().at(-1)
  if (!last) throw new Error('nothing was loaded')
  return last
}
const report = (point: number, state: 'playing' | 'paused' = 'playing') => {
  const { play_id, seq } = load()
  return player.heard(tv, { kind: 'report', play_id, seq, state, point, volume: 80, sound: 'on' }, async () => file)
}
type Hello = Extract<Parameters<Player['heard']>[1], { kind: 'hello' }>
const hello = (playing: Hello['playing'] = null) => {
  isOn = true
  return player.heard(tv, { kind: 'hello', key: '', can: [...tv.can], playing }, async () => file)
}
const leave = () => {
  isOn = false
  player.gone('tv', 'away')
}
async function begin(point: number): Promise<void> {
  const begun = player.playOn('tv', { file, point, by })
  await expect.poll(() => loads().length).toBe(1)
  await report(point)
  await begun
}

test('a TV that is loaded again goes on where it was, and the phones hear of no break', async () => {
  await begin(60_000)
  pass(10_000)
  leave()
  const before = pushed.length
  pass(4_000)
  await hello()
  expect(load()).toMatchObject({ point: 70_000, is_paused: false, play_id: loads()[0]?.play_id })
  await report(70_000)
  expect(pushed.slice(before).every(({ status }) => status === 3)).toBe(true)
  pass(120_000)
  expect(player.view('en').status).toBe(3)
})

test('away for longer the film waits where it stood, is kept as left there, and goes on within a minute', async () => {
  await begin(60_000)
  pass(10_000)
  leave()
  pass(5_000)
  const waits = {
    status: -1,
    is_pending: true,
    title: 'Metropolis',
    screen_id: 'tv',
    screen_name: 'Living-room TV',
    user_id: 'u1',
  }
  expect(pushed.at(-1)).toMatchObject({ ...waits, current_point: 70_000 })
  expect(player.view('zh')).toMatchObject({ ...waits, user_id: '' })
  expect(kept.at(-1)).toBe(70_000)
  pass(54_000)
  await hello()
  expect(load()).toMatchObject({ point: 70_000, play_id: loads()[0]?.play_id })
  await report(70_000)
  expect(pushed.at(-1)).toMatchObject({ status: 3, current_point: 70_000 })
  expect(pushed.at(-1)?.is_pending).toBeUndefined()
})

test('a paused film is paused when its TV is back', async () => {
  await begin(60_000)
  await report(64_000, 'paused')
  leave()
  pass(30_000)
  await hello()
  expect(load()).toMatchObject({ point: 64_000, is_paused: true })
})

test('a page that played on by itself while its network was away is left alone and says where it is', async () => {
  await begin(60_000)
  leave()
  pass(20_000)
  await hello({ play_id: load().play_id, path: 'plain', point: 80_000, is_paused: false })
  expect(loads()).toHaveLength(1)
  expect(pushed.at(-1)).toMatchObject({ status: 3, current_point: 80_000 })
})

test('after a minute it is over, the place is kept, and a TV that comes later gets nothing', async () => {
  await begin(60_000)
  leave()
  pass(60_000)
  expect(pushed.at(-1)).toMatchObject({ status: -1, title: '' })
  expect(pushed.at(-1)?.is_pending).toBeUndefined()
  expect(kept.at(-1)).toBe(60_000)
  await hello()
  expect(loads()).toHaveLength(1)
})

test('what waits for its TV is given up by Stop, by another film and with the TV itself', async () => {
  await begin(60_000)
  leave()
  pass(10_000)
  player.exit()
  expect(player.view('en')).toMatchObject({ status: -1, title: '' })
  await hello()
  expect(loads()).toHaveLength(1)

  const again = player.playOn('tv', { file, point: 1_000, by })
  await expect.poll(() => loads().length).toBe(2)
  await report(1_000)
  await again
  leave()
  pass(10_000)
  void player.playOn('tv', { file: { ...file, id: 'other', movie_id: 'm-other' }, point: 0, by })
  void hello()
  await expect.poll(() => load().path).toBe('other')
  await report(0)
  leave()
  pass(10_000)
  player.gone('tv', 'forgotten')
  expect(player.view('en')).toMatchObject({ status: -1, title: '' })
  expect(timers.filter(({ at }) => at > now + 10_000)).toEqual([])
})
