/** Wires the TV: the screen server, the admitted screens, and the player that shows films on them. */
import os from 'node:os'
import type { BoxFilm } from '@homeport/contract/movie.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import type { Lang } from '@homeport/contract/kit/promise.ts'
import { playerStatus } from '@homeport/contract/playback.ts'
import { screenList } from '@homeport/contract/screen.ts'
import type { Handler } from '../kit/answer.ts'
import type { Db } from '../kit/db.ts'
import type { MediaTools } from '../kit/ffmpeg.ts'
import { Refusal } from '../kit/refusal.ts'
import { playbackActs } from '../playback/acts.ts'
import { createFinder, type FilmFiles } from '../playback/files.ts'
import { createMedia } from '../playback/media.ts'
import { createPlayer } from '../playback/player.ts'
import { pendingStore, pointStore } from '../playback/store.ts'
import { screenActs } from '../screen/acts.ts'
import { openScreens, type OpenPage, type PageMessage } from '../screen/screens.ts'
import { openScreenServer, type ScreenServer } from '../screen/server.ts'
import { screenStore } from '../screen/store.ts'
import { appAddress, bindLink, screenAddresses } from './console-banner.ts'
import type { StationConfig } from './config.ts'

/** Size of the TV's first row: recently watched films. */
const recentMost = 7

/** Functions of the library and the downloads that the TV needs. */
export type TvFilms = FilmFiles & {
  list(limit: number, offset: number): Promise<{ data: BoxFilm[]; total: number }>
  film(movie_id: string): Promise<BoxFilm | undefined>
  posterPath(poster: string): Promise<string | undefined>
  /** Folders that may contain films. */
  roots(): readonly string[]
}

export type TvParts = {
  config: StationConfig
  db: Db
  films: TvFilms
  tools: Promise<MediaTools>
  pairing: () => { devsn: string; code: string; until: number }
  /** The name given by the household, '' before it has one. */
  boxName: () => string
  boundIn: () => readonly Lang[]
  push: (realm: Lang, frame: Omit<FrameIn, 'dev'>) => void
  cloudNow: () => number
  now: () => number
  /** The key has changed: a new one admits the next browser on this machine. */
  onKey: () => void
  onFault: (fault: unknown) => void
  warn: (line: string) => void
}
export type Tv = Awaited<ReturnType<typeof openTv>>

export async function openTv({ config, db, films, now, onFault, warn, push, boundIn, ...parts }: TvParts) {
  const points = pointStore(db)
  let isStale = false
  const tools = async () => {
    const { ffmpeg, ffprobe } = await parts.tools
    return { ffmpeg: ffmpeg?.path ?? '', ffprobe: ffprobe?.path ?? '' }
  }
  const media = createMedia({ roots: () => films.roots(), ffmpeg: async () => (await tools()).ffmpeg, now })
  const finder = createFinder(films, media)
  const player = createPlayer({
    stages: () => screens.stages(),
    screenOf: (screen_id) => screens.known(screen_id),
    media,
    tools,
    points,
    pendingRows: pendingStore(db),
    files: finder,
    push: (view) => boundIn().forEach((realm) => push(realm, { act: playerStatus.name, code: 200, data: view(realm) })),
    now,
    later,
    onFault,
  })
  const screens = await openScreens({
    store: screenStore(db),
    library: { ...films, points: () => points.recent(recentMost) },
    boxName: () => parts.boxName() || os.hostname(),
    isBound: () => boundIn().length > 0,
    pairing: parts.pairing,
    app: { address: () => appAddress(config), link: (code) => bindLink(config, { devsn: parts.pairing().devsn, code }) },
    address: () => addresses()?.house ?? '',
    now,
    heard: (stage, word) => void heard(stage, word).catch(onFault),
    gone: (screen_id, why) => player.gone(screen_id, why),
    onChange: () => boundIn().forEach((realm) => push(realm, { act: screenList.name, code: 200, data: screens.list() })),
    onKey: parts.onKey,
    onFault,
  })
  await player.open()
  const server = await listen()

  function addresses() {
    return server && screenAddresses({ port: server.port, key: screens.key() })
  }

  /** If the port is taken, the rest of the station still works. */
  async function listen(): Promise<ScreenServer | undefined> {
    const { screenPort: port, webFolder } = config
    const { screenOf, renewed, open } = screens
    try {
      return await openScreenServer({
        port,
        webFolder,
        screenOf,
        renewed,
        posterPath: (poster) => films.posterPath(poster),
        media: media.answer,
        opened: open,
        onFault,
      })
    } catch (error) {
      const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      const reason = why === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${why})`
      warn(`The TV's page is not served: port ${port} ${reason}; set HOMEPORT_SCREEN_PORT to another one and start again.`)
      return undefined
    }
  }

  async function heard(stage: OpenPage, word: PageMessage): Promise<void> {
    try {
      if (word.kind !== 'play') return await player.heard(stage, word, (path) => finder.find({ movie_id: '', path }).catch(none))
      const file = await finder.find({ movie_id: word.movie_id, path: '' })
      await player.play(stage, { file, point: word.point, by: undefined })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      stage.say({ kind: 'refused', reason: reasonOf(error) })
    }
  }

  const acts: Handler[] = [...screenActs(screens), ...playbackActs({ player, finder, now, cloudNow: parts.cloudNow })]
  return {
    acts,
    addresses,
    refresh: () => screens.refresh(),
    /** Called on connect: the state that the phones have may be from before a restart. */
    linked: () => player.tellAll(),
    /** Pushed at the next tick: a scan changes hundreds of films a second. */
    filmsChanged: () => void (isStale = true),
    tick(): void {
      screens.tick()
      if (isStale) screens.filmsChanged()
      isStale = false
    },
    household(): void {
      if (boundIn().length === 0) void screens.forgetAll().catch(onFault)
      screens.refresh()
    },
    async stop(): Promise<void> {
      await screens.stop()
      await player.stop()
      await server?.stop()
    },
  }
}

function none(): undefined {
  return undefined
}

function reasonOf({ data }: Refusal): string {
  return typeof data === 'object' && data !== null && 'reason' in data ? String(data.reason) : 'failed'
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
