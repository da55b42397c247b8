/** For tests: the TV feature of a box with its own folder and port, called by acts as from the cloud, and simulated TV pages. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import type { Sender } from '@homeport/contract/kit/connection.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { type Ability, type FromScreen, type SentByScreen, ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { WebSocket } from 'ws'
import { createAnswerer } from '../kit/connection/answer.ts'
import type { Person } from '../shared/household.store.ts'
import { findMediaTools } from '../shared/ffmpeg.ts'
import { inboxStore } from '../kit/connection/inbox.store.ts'
import type { PlayableFile } from '../playback/delivery/delivery.ts'
import { createFileTickets } from '../files/file-tickets.ts'
import { readStationConfig } from '../app/config.ts'
import { createEventBus } from '../shared/event-bus.ts'
import { openTestDb } from './db.ts'
import { clear, testFolder } from './downloads.ts'
import { owner } from './cloud.ts'
import { until } from '../../../testing/until.ts'
import { openTv, type TvFilms, type TvDeps } from '../app/tv.ts'

/** A catalogue without films. */
export const noCatalog: TvFilms['catalog'] = {
  catalogued: async () => ({ data: [], total: 0 }),
  search: async () => ({ data: [], total: 0 }),
  genres: async () => [],
  details: async () => undefined,
  episodes: async () => [],
  episodeAfter: async () => undefined,
  listed: async () => [],
}
const noFilms: TvFilms = {
  list: async () => ({ data: [], total: 0 }),
  catalog: noCatalog,
  posterPath: async () => undefined,
  fileOf: async () => undefined,
  firstFileOf: async () => undefined,
  partsOf: async () => [],
  fileAt: async () => undefined,
  searchFacts: async () => undefined,
  mediaFile: async () => undefined,
  growing: () => undefined,
  episodesInOrder: async () => [],
  roots: () => [],
  onChange: () => {},
}

export type TestTv = Awaited<ReturnType<typeof openTestTv>>
export type TestPage = Awaited<ReturnType<typeof openTestPage>>

const page = '<!doctype html><title>the page</title>'

/** env: further settings. */
type TestTvDeps = {
  folder: string
  films?: Partial<TvFilms>
  converting?: TvDeps['converting']
  env?: Record<string, string>
  pace?: TvDeps['pace']
  mpv?: TvDeps['mpv']
  kodiSearch?: TvDeps['kodiSearch']
}

export async function openTestTv({ folder, films = {}, converting, env = {}, pace, mpv, kodiSearch }: TestTvDeps) {
  const webFolder = join(folder, 'web')
  const box = join(folder, 'station')
  for (const each of [box, join(webFolder, 'assets')]) mkdirSync(each, { recursive: true })
  writeFileSync(join(webFolder, 'screen.html'), page)
  writeFileSync(join(webFolder, 'index.html'), 'the app')
  writeFileSync(join(webFolder, 'assets', 'screen-1a.js'), '0')
  const db = await openTestDb(join(box, 'station.db'))
  /** stoppedAt: the clock stands, and moves only by aheadMs. */
  const clock: { aheadMs: number; stoppedAt?: number } = { aheadMs: 0 }
  const now = () => (clock.stoppedAt ?? Date.now()) + clock.aheadMs
  const pushed: { realm: Lang; frame: Omit<FrameIn, 'dev'>; user_id: string | undefined }[] = []
  const faults: unknown[] = []
  const printed: string[] = []
  let boundIn: Lang[] = ['en']
  let members = ['u1', 'u2']
  const boxName = { now: '' }
  let people: Person[] = []
  const events = createEventBus()
  events.on('screen_key', () => printed.push('key'))
  const blobs = new Map<string, string>()
  const tickets = createFileTickets({ now })
  const tv = await openTv({
    config: {
      ...readStationConfig({
        HOMEPORT_DATA: folder,
        PATH: process.env.PATH,
        HOMEPORT_DLNA: '0',
        HOMEPORT_MPV: '0',
        HOMEPORT_MDNS: '0',
        ...env,
      }),
      screenPort: 0,
      webFolder,
    },
    db,
    epoch: () => 'one',
    events,
    films: { ...noFilms, ...films },
    tools: Promise.resolve(tools),
    ...(converting && { converting }),
    ...(pace && { pace }),
    ...(mpv && { mpv }),
    ...(kodiSearch && { kodiSearch }),
    random: () => 0,
    pairing: () => ({ devsn: 'K7Q2M4XW5ZPA7F3A', code: '7KQM2XHD', until: now() + 60_000 }),
    boundIn: () => boundIn,
    isDamaged: () => false,
    isMember: (_, user_id) => members.includes(user_id),
    nameOf: (_, user_id) => [owner, friend].find((one) => one.user_id === user_id)?.name ?? '',
    boxName: () => boxName.now,
    people: () => people,
    download: (...request) => tickets.answer(...request),
    putBlob: async (_, id, bytes) => void blobs.set(id, bytes.toString()),
    fileAddress: async (...file) => ({
      url: (tv.addresses()?.local ?? '').replace(/\/#.*/, '') + (await tickets.issueFile(...file)),
      https_port: 0,
    }),
    push: (realm, frame, user_id) => pushed.push({ realm, frame, user_id }),
    cloudNow: now,
    now,
    elapsed: now,
    onFault: (fault) => faults.push(fault),
    warn: (line) => printed.push(line),
  })
  const onFault = (_act: string, fault: unknown) => faults.push(fault)
  const answerer = createAnswerer({
    devsn: 'BOX',
    handlers: tv.features.flatMap(({ acts }) => acts ?? []),
    inbox: inboxStore(db),
    now,
    onFault,
  })
  const ownUrl = new URL(tv.addresses()?.local ?? '')
  let actsSent = 0
  return {
    /** The box's own. */
    folder: box,
    clock,
    now,
    /** A connection that came by a tunnel. */
    take: tv.take,
    tick: () => tv.features.forEach(({ tick }) => tick?.()),
    slowTick: () => tv.features.forEach(({ slowTick }) => slowTick?.()),
    pushed,
    /** Texts that were sent to the cloud. */
    blobs,
    faults,
    printed,
    url: `http://${ownUrl.host}`,
    key: () => new URL(tv.addresses()?.local ?? '').hash.slice('#key='.length),
    name(name: string): void {
      boxName.now = name
      events.emit('household', { realms: boundIn })
    },
    /** A user leaves the household. */
    part(user_id: string): void {
      members = members.filter((one) => one !== user_id)
      events.emit('household', { realms: boundIn })
    },
    household(next: Person[]): void {
      people = next
      events.emit('household', { realms: boundIn })
    },
    bind(realms: Lang[]): void {
      boundIn = realms
      events.emit('household', { realms })
    },
    act: (act: string, data: unknown, { realm = 'en', expiresAt = now() + 10_000, from = owner }: ActOptions = {}) =>
      answerer.take({ id: `a${(actsSent += 1)}`, act, data, realm, from, expiresAt }, now()),
    async stop(): Promise<void> {
      for (const { prepareStop } of tv.features) await prepareStop?.()
      await db.destroy()
    },
  }
}

/** make: the files, once. library: what the box knows of them. */
type TvSetUp = Pick<TestTvDeps, 'converting'> & { make: (films: string) => void; library: (films: string) => Partial<TvFilms> }

/** Before each test a box with these films, and a page that is let in; after it nothing has failed. A test may put others in their place. */
export function setUpTv({ make, library, ...parts }: TvSetUp) {
  const films = testFolder()
  let folder: string
  let box: TestTv | undefined
  let page: TestPage | undefined
  const required = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('before the test')
    return value
  }
  const open = () => openTestTv({ ...parts, folder, films: library(films) })

  beforeAll(() => make(films))
  afterAll(() => clear(films))
  beforeEach(async () => {
    folder = testFolder()
    box = await open()
    page = await letIn(box)
  })
  afterEach(async () => {
    await box?.stop()
    clear(folder)
    expect(box?.faults).toEqual([])
  })

  return {
    films,
    get box(): TestTv {
      return required(box)
    },
    get page(): TestPage {
      return required(page)
    },
    set page(next: TestPage) {
      page = next
    },
    /** As a box that starts again. */
    async restart(): Promise<void> {
      await box?.stop()
      box = await open()
    },
  }
}

export const friend: Sender = { user_id: 'u2', role: 'member', name: 'Ben' }
type ActOptions = { realm?: Lang; expiresAt?: number; from?: Sender }

export const chromiumCan: Ability[] = ['mp4', 'webm', 'mkv', 'h264', 'vp8', 'vp9', 'av1', 'aac', 'mp3', 'opus', 'vorbis', 'flac']

/** from: the loopback address that the page comes from. */
type TestPageDeps = {
  from?: string
  key?: string
  cookie?: string
  can?: Ability[]
  playing?: Extract<FromScreen, { kind: 'hello' }>['playing']
  isHere?: boolean
}

/** Loads the page as a browser does and opens its socket. cookie: of an earlier visit. */
export async function openTestPage(
  url: string,
  { from = '127.0.0.1', key = '', cookie, can = chromiumCan, playing = null, isHere }: TestPageDeps = {},
) {
  const answer = await fetch(url, { headers: cookie === undefined ? {} : { cookie } })
  const ownCookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
    localAddress: from,
    headers: { cookie: ownCookie, origin: url },
  })
  const words: ToScreen[] = []
  let closedWith = 0
  socket.on('message', (data) => words.push(ToScreen.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''))))
  socket.on('close', (code) => (closedWith = code))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const sendFrame = (word: SentByScreen) => socket.send(JSON.stringify(word))
  sendFrame({ kind: 'hello', key, can, playing, ...(isHere !== undefined && { is_here: isHere }) })
  const find = <K extends ToScreen['kind']>(kind: K) =>
    words.findLast((word): word is Extract<ToScreen, { kind: K }> => word.kind === kind)
  return {
    cookie: ownCookie,
    words,
    send: sendFrame,
    find,
    closedWith: () => closedWith,
    /** The newest message of this kind, once one matches. */
    async word<K extends ToScreen['kind']>(kind: K, fits: (word: Extract<ToScreen, { kind: K }>) => boolean = () => true) {
      const looked = () => {
        const word = find(kind)
        return word && fits(word) ? word : undefined
      }
      await until(`the page hears ${kind}`, () => looked() !== undefined)
      const word = looked()
      if (!word) throw new Error(kind)
      return word
    },
    /** The first message of this kind after so many. */
    async next<K extends ToScreen['kind']>(kind: K, after: number) {
      const later = () => words.slice(after).find((word): word is Extract<ToScreen, { kind: K }> => word.kind === kind)
      await until(`the page hears ${kind}`, () => later() !== undefined || socket.readyState !== socket.OPEN)
      const word = later()
      if (!word) throw new Error(kind)
      return word
    },
    close: () => socket.close(),
    /** Without a word, as a phone that loses its network. */
    lose: () => socket.terminate(),
  }
}

/** Admits a page by the box's key and reloads it, as a browser does. */
export async function letIn(box: TestTv, more: Omit<TestPageDeps, 'key' | 'cookie'> = {}): Promise<TestPage> {
  const first = await openTestPage(box.url, { key: box.key() })
  await first.word('admitted')
  first.close()
  const second = await openTestPage(box.url, { ...more, cookie: first.cookie })
  await second.word('face', ({ face }) => face === 'inside' || face === 'code')
  return second
}

const tools = await findMediaTools({ searchPath: process.env.PATH ?? '' })
export const ffmpeg = tools.ffmpeg?.path ?? ''
export const ffprobe = tools.ffprobe?.path ?? ''

/** A film with ffmpeg's moving test pattern and tone, in the given codecs. */
export function makeFilm(path: string, { seconds, video, audio }: { seconds: number; video: string[]; audio: string[] }): void {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=24:duration=${seconds}`]
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
  const coded = ['-c:v', ...video, '-g', '48', '-c:a', ...audio]
  const done = spawnSync(ffmpeg, ['-v', 'error', '-y', ...picture, ...tone, ...coded, path], { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`ffmpeg made no film: ${done.stderr}`)
}

let madeFilm: string | undefined

/** A library of these files, in these folders. */
export function filmLibrary(roots: readonly string[], files: readonly PlayableFile[]) {
  return {
    roots: () => [...roots],
    fileOf: async (id: string) => files.find((file) => file.id === id),
    firstFileOf: async (movie_id: string) => files.find((file) => file.movie_id === movie_id),
  }
}

/** A film of two seconds; it is made once. */
export function putFilm(path: string): void {
  if (madeFilm === undefined) {
    madeFilm = join(mkdtempSync(join(tmpdir(), 'homeport-film-')), 'film.mp4')
    makeFilm(madeFilm, { seconds: 2, video: ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'], audio: ['aac'] })
  }
  copyFileSync(madeFilm, path)
}

export function film(path: string, facts: Partial<PlayableFile> = {}): PlayableFile {
  return {
    id: 'f1',
    movie_id: 'm1',
    title: '流浪地球',
    quality: '4K',
    poster: 'p4bKx0',
    path,
    duration_ms: 60_000,
    container: 'mov,mp4,m4a,3gp,3g2,mj2',
    video: 'h264',
    audio: 'aac',
    width: 320,
    height: 180,
    pix_fmt: 'yuv420p',
    ...facts,
  }
}
