/** The playback feature: plays films on screens, started by phones or by the screens themselves. */
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Lang } from '@homeport/contract/kit/promise.ts'
import { playerStatus } from '@homeport/contract/playback.ts'
import type { Db } from '../kit/db.ts'
import type { StationEventBus } from '../kit/event-bus.ts'
import type { Feature } from '../kit/feature.ts'
import type { MediaTools } from '../kit/ffmpeg.ts'
import { Refusal } from '../kit/refusal.ts'
import { playbackActs } from './acts.ts'
import { createFinder, type FilmFiles } from './files.ts'
import { createMedia, type Media } from './media.ts'
import type { KnownScreen } from './pending-play.ts'
import { createPlayer, type Player } from './player.ts'
import type { ScreenMessage, ScreenPort } from './screen-port.ts'
import { pendingStore, pointStore } from './store.ts'
import { readStreams } from './streams.ts'
import { openSubtitleService, type SubtitleServiceParts } from './provider/open-subtitle-service.ts'
import { openTracks } from './tracks/open-tracks.ts'

/** Size of the TV's first row: recently watched films. */
const recentMost = 7

export type PlaybackPorts = {
  db: Db
  events: StationEventBus
  /** roots: folders that may contain films. */
  films: FilmFiles & {
    roots: () => readonly string[]
    searchFacts: SubtitleServiceParts['factsOf']
  }
  /** The box's own. */
  folder: string
  subtitles: SubtitleServiceParts['settings']
  /** Files may be written beside films. */
  writesLibrary: boolean
  tools: Promise<MediaTools>
  screens: { stages: () => ScreenPort[]; known: (screen_id: string) => KnownScreen | undefined }
  boundIn: () => readonly Lang[]
  /** Sends to the open apps of one realm. */
  push: (realm: Lang, frame: Omit<FrameIn, 'dev'>) => void
  cloudNow: () => number
  now: () => number
  onFault: (fault: unknown) => void
}

export type PlaybackFeature = Feature & {
  media: Media['answer']
  /** Handles a message of a screen. */
  handle: (screen: ScreenPort, message: ScreenMessage) => void
  gone: Player['gone']
}

/** Positions of recently watched films, the latest first. */
export function recentPoints(db: Db): () => Promise<{ movie_id: string; point_ms: number }[]> {
  const points = pointStore(db)
  return () => points.recent(recentMost)
}

export async function playbackFeature(ports: PlaybackPorts): Promise<PlaybackFeature> {
  const { db, events, films, screens, boundIn, push, cloudNow, now, onFault } = ports
  const tools = async () => {
    const { ffmpeg, ffprobe } = await ports.tools
    return { ffmpeg: ffmpeg?.path ?? '', ffprobe: ffprobe?.path ?? '' }
  }
  const media = createMedia({ roots: films.roots, ffmpeg: async () => (await tools()).ffmpeg, now })
  const finder = createFinder(films, media)
  const player = createPlayer({
    stages: screens.stages,
    screenOf: screens.known,
    media,
    tools,
    points: pointStore(db),
    streams: async (file) => {
      const { ffprobe } = await tools()
      return ffprobe === '' ? undefined : readStreams(ffprobe, file.path)
    },
    pendingRows: pendingStore(db),
    files: finder,
    push: (view) => boundIn().forEach((realm) => push(realm, { act: playerStatus.name, code: Code.ok, data: view(realm) })),
    now,
    later,
    onFault,
  })
  const subtitles = openSubtitleService({
    ...ports,
    settings: ports.subtitles,
    fileOf: (id) => films.fileOf(id),
    isInside: media.isInside,
    factsOf: films.searchFacts,
  })
  const tracks = openTracks({
    player: player.state,
    db,
    folder: ports.folder,
    ffmpeg: async () => (await tools()).ffmpeg,
    isInside: async (path) => (await media.isInside(path)) || subtitles.isOwn(path),
    seriesOf: async (movie_id) => (await films.searchFacts(movie_id))?.series_id ?? '',
    fetched: subtitles.fetchedOf,
    push: (frame) => boundIn().forEach((realm) => push(realm, frame)),
  })
  await player.open()

  async function handle(screen: ScreenPort, message: ScreenMessage): Promise<void> {
    try {
      if (message.kind === 'tracks') return await tracks.chosenOnScreen(screen, message)
      if (message.kind !== 'play')
        return await player.heard(screen, message, (path) => finder.find({ movie_id: '', path }).catch(none))
      const film = await finder.find({ movie_id: message.movie_id, path: '' })
      await player.play(screen, { ...film, point: message.point, by: undefined })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      screen.send({ kind: 'refused', reason: reasonOf(error) })
    }
  }

  // The state that the phones have may be from before a restart.
  events.on('line', ({ isUp }) => isUp && player.tellAll())

  return {
    acts: [...playbackActs({ player, finder, now, cloudNow }), ...tracks.acts, ...subtitles.acts(tracks)],
    start: tracks.start,
    prepareStop: () => player.stop(),
    stop() {
      tracks.stop()
      subtitles.stop()
    },
    media: (request, response, whose) => tracks.respond(whose, request, response) ?? media.answer(request, response, whose),
    handle: (screen, message) => void handle(screen, message).catch(onFault),
    gone: (screen_id, why) => player.gone(screen_id, why),
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
