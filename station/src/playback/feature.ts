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
import { createTypingScreens, typingActs } from './typing/typing-screens.ts'

export type PlaybackPorts = {
  db: Db
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
  const tools = async () => {
    const { ffmpeg, ffprobe } = await ports.tools
    return { ffmpeg: ffmpeg?.path ?? '', ffprobe: ffprobe?.path ?? '' }
  }
  const media = createMedia({ roots: films.roots, ffmpeg: async () => (await tools()).ffmpeg, now })
  const finder = createFinder(films, media)
  const typing = createTypingScreens(() => player.tellAll())
  const player = createPlayer({
    isTyping: typing.isTyping,
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
  await player.open()

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
    acts: [...playbackActs({ player, finder, now, cloudNow }), ...typingActs(player.pick)],
    prepareStop: () => player.stop(),
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
