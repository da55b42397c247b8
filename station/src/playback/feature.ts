/** The playback feature: plays films on screens, started by phones or by the screens themselves. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
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
import { bitrateActs } from './source/acts.ts'
import { createConverterFinder } from './source/find-converter.ts'
import { limitStore } from './source/limit.store.ts'
import { createTranscodeSlots, slotsOf } from './source/transcode-slots.ts'
import { pendingStore, pointStore } from './store.ts'
import { readStreams } from './streams.ts'
import { createThumbnails } from './thumbnails/thumbnails.ts'
import { createTypingScreens, typingActs } from './typing/typing-screens.ts'

export type PlaybackPorts = {
  db: Db
  /** The box's own folder, where thumbnails are kept. */
  folder: string
  events: StationEventBus
  /** roots: folders that may contain films. */
  films: FilmFiles & { roots: () => readonly string[] }
  tools: Promise<MediaTools>
  screens: { stages: () => ScreenPort[]; known: (screen_id: string) => KnownScreen | undefined }
  boundIn: () => readonly Lang[]
  /** The household. */
  people: () => readonly { realm: Lang; user_id: string }[]
  /** Sends to the open apps of one realm. */
  push: (realm: Lang, frame: Omit<FrameIn, 'dev'>) => void
  /** most: films converted at once, by the cores of the machine if left out; idleMs: a converter that nobody reads ends then. */
  converting?: { most?: number; idleMs?: number }
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

export async function playbackFeature(ports: PlaybackPorts): Promise<PlaybackFeature> {
  const { db, events, films, screens, boundIn, people, push, cloudNow, now, onFault } = ports
  const ffprobe = async () => (await ports.tools).ffprobe?.path ?? ''
  const cores = availableParallelism()
  const converter = createConverterFinder(async () => (await ports.tools).ffmpeg?.path ?? '', cores)
  const { most = slotsOf(cores), ...idle } = ports.converting ?? {}
  const slots = createTranscodeSlots(most)
  const media = createMedia({ roots: films.roots, slots, now, ...idle })
  const finder = createFinder(films, media)
  const typing = createTypingScreens(() => player.tellAll())
  const player = createPlayer({
    isTyping: typing.isTyping,
    stages: screens.stages,
    screenOf: screens.known,
    media,
    converter,
    ffprobe,
    limits: limitStore(db),
    points: pointStore(db),
    streams: async ({ path }) => {
      const program = await ffprobe()
      return program === '' ? undefined : readStreams(program, path)
    },
    pendingRows: pendingStore(db),
    files: finder,
    push: (view) => boundIn().forEach((realm) => push(realm, { act: playerStatus.name, code: Code.ok, data: view(realm) })),
    now,
    later,
    onFault,
  })
  const thumbnails = createThumbnails({ folder: join(ports.folder, 'thumbnails'), media, slots, converter, now, onFault })
  await thumbnails.open()
  player.hooks.loaded.push(thumbnails.loaded)
  await player.open()
  void converter.tryHardware().catch(onFault)

  async function handle(screen: ScreenPort, message: ScreenMessage): Promise<void> {
    try {
      if (message.kind === 'typing') return typing.set(screen.screen_id, message.is_open)
      if (message.kind !== 'play')
        return await player.heard(screen, message, (path) => finder.find({ movie_id: '', path }).catch(none))
      const { movie_id, path, point, viewer } = message
      const by = people().find(({ user_id }) => user_id === viewer)
      await player.play(screen, {
        ...(await finder.find({ movie_id, path })),
        point,
        by: by && { realm: by.realm, user_id: by.user_id },
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      screen.send({ kind: 'refused', reason: reasonOf(error) })
    }
  }

  // The state that the phones have may be from before a restart.
  events.on('line', ({ isUp }) => isUp && player.tellAll())

  return {
    acts: [...playbackActs({ player, finder, now, cloudNow }), ...bitrateActs(player), ...typingActs(player.pick)],
    prepareStop() {
      thumbnails.stop()
      return player.stop()
    },
    media: media.answer,
    handle: (screen, message) => void handle(screen, message).catch(onFault),
    gone(screen_id, why) {
      typing.set(screen_id, false)
      player.gone(screen_id, why)
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
