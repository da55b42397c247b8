/** For tests: a player with one TV, a file database and a test clock. A restart is another player on the same file. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import type { MessageToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { expect } from 'vitest'
import { createFinder, type FilmFiles } from '../playback/resolve-film.ts'
import { createMedia } from '../playback/media.ts'
import { createPlayer, type Player } from '../playback/player.ts'
import type { ScreenPort } from '../playback/screen-port.ts'
import { createConverterFinder } from '../playback/source/find-converter.ts'
import { limitStore } from '../playback/source/limit.store.ts'
import { createTranscodeSlots } from '../playback/source/transcode-slots.ts'
import { pendingStore, sleepStore } from '../playback/store.ts'
import type { PlayableFile } from '../playback/delivery/delivery.ts'
import { playableFilm } from '../playback/delivery/parts.ts'
import { openTestDb } from './db.ts'

type Hello = Extract<Parameters<Player['heard']>[1], { kind: 'hello' }>
export type TestPlayer = Awaited<ReturnType<typeof openTestPlayer>>

export const by = { realm: 'en', user_id: 'u1' } as const

/** An existing file with the library's facts. */
export function filmFile(folder: string, id = 'plain'): PlayableFile {
  const path = join(folder, `${id}.mp4`)
  writeFileSync(path, 'film')
  return {
    id,
    movie_id: `m-${id}`,
    title: 'Metropolis',
    quality: '',
    poster: '',
    path,
    duration_ms: 600_000,
    container: 'mov,mp4,m4a,3gp,3g2,mj2',
    video: 'h264',
    audio: 'aac',
    width: 320,
    height: 180,
    pix_fmt: 'yuv420p',
  }
}

type TestPlayerDeps = {
  folder: string
  library: PlayableFile[]
  startAt?: number
  isOn?: boolean
  screen?: string
  owner?: ScreenPort['owner']
  onFault?: (fault: unknown) => void
}

/** Files of the library with the same film are its parts. */
const partsIn = (library: readonly PlayableFile[], id: string) => {
  const film = library.find((file) => file.id === id)?.movie_id
  return library.filter(({ movie_id }) => movie_id === film)
}

/** Nothing is typed. */
const quiet = { isTyping: () => false }

/** The clock of these tests is never set. */
const oneClock = { wallOf: (at: number) => at, steadyOf: (at: number) => at }

function filesOf(library: readonly PlayableFile[]): FilmFiles {
  return {
    fileOf: async (id) => library.find((file) => file.id === id),
    firstFileOf: async (movie_id) => library.find((file) => file.movie_id === movie_id),
    partsOf: async (id) => partsIn(library, id),
    fileAt: async (path) => library.find((file) => file.path === path && existsSync(path)),
    mediaFile: async () => undefined,
    growing: () => undefined,
    episodesInOrder: async () => [],
  }
}

function fail(fault: unknown): void {
  throw fault
}

/** library: the files known to the box; whether a file exists is read from disk. screen: the admitted one. */
export async function openTestPlayer({
  folder,
  library,
  startAt = 1_000_000,
  isOn = true,
  screen = 'tv',
  owner,
  onFault = fail,
}: TestPlayerDeps) {
  const db = await openTestDb(join(folder, 'station.db'))
  const clock = { now: startAt }
  const now = () => clock.now
  let timers: { at: number; run: () => void }[] = []
  const words: MessageToScreen[] = []
  const pushed: PlayerInfo[] = []
  const points: number[] = []
  const tv: ScreenPort = {
    screen_id: screen,
    can: ['mp4', 'h264', 'aac'],
    lang: 'en',
    owner,
    send: (word) => (words.push(word), true),
    isFree: () => true,
    lacks: [],
    isSeekless: false,
    playsAll: false,
    isLocal: false,
  }
  const wholeOf = (file: PlayableFile) => playableFilm(file, partsIn(library, file.id))
  const findFilm = async (id: string) => {
    const file = library.find((one) => one.id === id)
    return file && wholeOf(file)
  }
  const films = filesOf(library)
  const media = createMedia({ roots: () => [folder], slots: createTranscodeSlots(1), now, growing: films.growing })
  const player = createPlayer({
    stages: () => (isOn ? [tv] : []),
    screenOf: (screen_id) => (screen_id === screen ? { screen_id, name: 'Living-room TV', owner } : undefined),
    media,
    converter: createConverterFinder(async () => '', 1),
    ffprobe: async () => '',
    limits: limitStore(db),
    streams: async () => undefined,
    ...quiet,
    keepPoint: async (_, { point_ms }) => void points.push(point_ms),
    pendingRows: pendingStore(db, oneClock),
    sleepRows: sleepStore(db, oneClock),
    nameOf: (_, user_id) => (user_id === 'u1' ? 'Anna' : ''),
    files: createFinder(films, media),
    push: (_, view) => pushed.push(view('en')),
    now,
    later: (ms, run) => {
      const timer = { at: clock.now + ms, run }
      timers.push(timer)
      return () => void (timers = timers.filter((one) => one !== timer))
    },
    onFault,
  })
  await player.open()
  const loads = () => words.filter((word) => word.kind === 'load')
  const load = () => {
    const last = loads().at(-1)
    if (!last) throw new Error('nothing was loaded')
    return last
  }
  const report = (point: number, state: 'playing' | 'paused' | 'loading' | 'ended' = 'playing') => {
    const { play_id, seq } = load()
    return player.heard(tv, { kind: 'report', play_id, seq, state, point, volume: 80, sound: 'on' }, findFilm)
  }
  return {
    player,
    words,
    pushed,
    points,
    loads,
    load,
    report,
    rows: () => pendingStore(db, oneClock).all(),
    now,
    timers: () => timers,
    hello(playing: Hello['playing'] = null) {
      isOn = true
      return player.heard(tv, { kind: 'hello', key: '', can: [...tv.can], playing }, findFilm)
    },
    /** The page asks for a source at this point: a seek out of its source, or the end of a part. */
    source: (point: number) => player.heard(tv, { kind: 'source', play_id: load().play_id, point }, findFilm),
    leave(): void {
      isOn = false
      player.gone(tv.screen_id, 'away')
    },
    async begin(file: PlayableFile, point: number): Promise<void> {
      const before = loads().length
      const begun = player.playOn(screen, { ...wholeOf(file), point, by })
      await expect.poll(() => loads().length).toBe(before + 1)
      await report(point)
      await begun
    },
    /** Advances the clock; due timers run in order. */
    pass(ms: number): void {
      const until = clock.now + ms
      for (;;) {
        const [next] = timers.filter((one) => one.at <= until).toSorted((a, b) => a.at - b.at)
        if (!next) break
        timers = timers.filter((one) => one !== next)
        clock.now = Math.max(clock.now, next.at)
        next.run()
      }
      clock.now = until
    },
    /** Simulates a kill: nothing is sent or stored any more. */
    async kill(): Promise<void> {
      timers = []
      await player.state.pending.written()
      await db.destroy()
    },
  }
}
