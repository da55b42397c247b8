/** The playback feature: plays films on screens, started by phones or by the screens themselves. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import type { ConvertedKind } from '@homeport/contract/playback/conversion-test.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { playQueue } from '@homeport/contract/playback/play-queue.ts'
import { playerStatus } from '@homeport/contract/playback/playback.ts'
import { playerTracks } from '@homeport/contract/playback/tracks.ts'
import type { KeyUser } from '../shared/api-key.ts'
import type { Db } from '../kit/db.ts'
import { later } from '@homeport/contract/kit/later.ts'
import type { StationEventBus } from '../shared/event-bus.ts'
import type { Feature } from '../kit/feature.ts'
import { metaStore } from '../kit/meta.store.ts'
import type { MediaTools } from '../shared/ffmpeg.ts'
import { steadyClock } from '../kit/monotonic.ts'
import { Refusal } from '../kit/refusal.ts'
import { viewerOf, type Viewer } from '../shared/viewer.ts'
import { playbackActs } from './acts.ts'
import { createConversionTest } from './conversion-test/conversion-test.ts'
import { createBullets } from './bullet/bullet-acts.ts'
import { bulletStore } from './bullet/bullet.store.ts'
import { createFinder, type FilmFiles } from './resolve-film.ts'
import { createMedia, type Media } from './media.ts'
import type { KnownScreen } from './session/pending-play.ts'
import { createPlayer, type Player } from './player.ts'
import type { PlayerRooms } from './player-state.ts'
import { createNowPlaying } from './queue/now-playing.ts'
import { createQueue } from './queue/play-queue.ts'
import { queueActs } from './queue/queue-acts.ts'
import { nowPlayingStore, queueStore } from './queue/queue.store.ts'
import type { LocalFiles } from '../shared/local-files.ts'
import type { ScreenMessage, ScreenPort } from './screen-port.ts'
import type { PlayStarter } from './session/session.ts'
import { reasonOf } from './delivery/play-refusal.ts'
import { openOffline, type OpenOfflineDeps } from './offline/open-offline.ts'
import { bitrateActs } from './source/acts.ts'
import { createConverterFinder } from './source/find-converter.ts'
import { limitStore } from './source/limit.store.ts'
import { createTranscodeSlots, slotsOf } from './source/transcode-slots.ts'
import { pointStore, watchQueries, type LeftFilm } from './point.store.ts'
import { pendingStore, sleepStore } from './store.ts'
import { readStreams } from './delivery/streams.ts'
import { openSubtitleService, type SubtitleServiceDeps } from './provider/open-subtitle-service.ts'
import { openTracks } from './tracks/open-tracks.ts'
import { createThumbnails } from './thumbnails/thumbnails.ts'
import { createTypingScreens, typingActs } from './typing/typing-screens.ts'

export type PlaybackFeatureDeps = {
  db: Db
  /** The box's own folder. */
  folder: string
  events: StationEventBus
  /** roots: folders that may contain films. */
  films: FilmFiles & {
    roots: () => readonly string[]
    searchFacts: SubtitleServiceDeps['factsOf']
  }
  subtitles: SubtitleServiceDeps['settings']
  /** Files may be written beside films. */
  writesLibrary: boolean
  tools: Promise<MediaTools>
  screens: { stages: () => ScreenPort[]; byId: (screen_id: string) => KnownScreen | undefined }
  boundIn: () => readonly Lang[]
  /** Name of a user of the household, or ''. */
  nameOf: (realm: Lang, user_id: string) => string
  /** The household. */
  people: () => readonly { realm: Lang; user_id: string }[]
  /** Sends to the open apps of one realm; with user_id to those of that user only. */
  push: (realm: Lang, frame: Omit<FrameIn, 'dev'>, user_id?: string) => void
  /** For phones that take a film along. */
  copies: Pick<OpenOfflineDeps, 'fileAddress' | 'httpsPort' | 'isMember' | 'putBlob'>
  /** most: films converted at once, by the cores of the machine if left out; idleMs: a converter that nobody reads ends then. tried: the kinds that a test of the conversion tries, all if left out. */
  converting?: { most?: number; idleMs?: number; tried?: readonly ConvertedKind[] }
  cloudNow: () => number
  now: () => number
  /** ms by a clock that nobody sets. */
  elapsed?: () => number
  onFault: (fault: unknown) => void
}

export type PlaybackFeature = Feature & {
  media: Media['answer']
  castFrom: Media['castFrom']
  /** The files behind tickets, for a screen that is local. */
  local: LocalFiles
  /** Handles a message of a screen. */
  handle: (screen: ScreenPort, message: ScreenMessage) => void
  gone: Player['gone']
  /** On any screen. */
  isPlaying: () => boolean
  /** The key of the subtitle service. */
  subtitleKey: KeyUser
}

export async function playbackFeature(deps: PlaybackFeatureDeps): Promise<PlaybackFeature> {
  const { db, events, films, screens, nameOf, people, cloudNow, now, onFault } = deps
  const clock = steadyClock(now, deps.elapsed)
  const ffprobe = async () => (await deps.tools).ffprobe?.path ?? ''
  const cores = availableParallelism()
  const converter = createConverterFinder(async () => (await deps.tools).ffmpeg?.path ?? '', cores)
  const { most = slotsOf(cores), tried, ...idle } = deps.converting ?? {}
  const slots = createTranscodeSlots(most)
  const media = createMedia({ roots: films.roots, slots, now, growing: films.growing, ...idle })
  const finder = createFinder(films, media)
  const tell = screenNews(deps)
  const typing = createTypingScreens()
  const player = createPlayer({
    isTyping: typing.isTyping,
    stages: screens.stages,
    screenOf: screens.byId,
    media,
    converter,
    ffprobe,
    limits: limitStore(db),
    keepPoint: pointKeeper(deps),
    streams: ({ path }) => streamsAt(path, ffprobe),
    pendingRows: pendingStore(db, clock),
    sleepRows: sleepStore(db, clock),
    nameOf,
    files: finder,
    push: (screen_id, view) => tell(screen_id, (realm) => ({ act: playerStatus.name, code: Code.ok, data: view(realm) })),
    now: clock.now,
    later,
    onFault,
  })
  const subtitles = openSubtitleService({
    ...deps,
    settings: deps.subtitles,
    fileOf: (id) => films.fileOf(id),
    isInside: media.isInside,
    factsOf: films.searchFacts,
  })
  const conversion = createConversionTest({ ...deps, player: player.state, meta: metaStore(db), ...(tried && { tried }) })
  const tracks = openTracks({
    player: player.state,
    db,
    fileOf: async (path) => (await finder.find({ movie_id: '', path })).file,
    folder: deps.folder,
    ffmpeg: async () => (await deps.tools).ffmpeg?.path ?? '',
    isInside: async (path) => (await media.isInside(path)) || subtitles.isOwn(path),
    seriesOf: async (movie_id) => (await films.searchFacts(movie_id))?.series_id ?? '',
    fetched: subtitles.fetchedOf,
    speedOf: conversion.speedOf,
    push: (data) => tell(data.screen_id, () => ({ act: playerTracks.name, code: Code.ok, data })),
  })
  const queue = createQueue({
    player: player.state,
    store: queueStore(db),
    films,
    finder,
    playsNext: async (by) => (await tracks.habit(by)).plays_next,
    hidesUnseen: async (by) => (await tracks.habit(by)).hides_unseen,
    onChange: (data) => tell(data.screen_id, () => ({ act: playQueue.name, code: Code.ok, data })),
  })
  const bullets = createBullets(player.state, bulletStore(db), {
    areShown: async (by) => (await tracks.habit(by)).shows_bullets,
    turnOn: async (by) => void (await tracks.setHabit(by, { shows_bullets: true })),
  })
  const nowPlaying = createNowPlaying(player.state, nowPlayingStore(db))
  const thumbnails = createThumbnails({
    folder: join(deps.folder, 'thumbnails'),
    player: player.state,
    media,
    slots,
    converter,
    now,
    onFault,
  })
  await Promise.all([conversion.open(), thumbnails.open()])
  await player.open(joinRooms({ tracks, queue: queue.rooms, bullets, thumbnails, nowPlaying }))
  void converter.tryHardware().catch(onFault)

  const offline = await openCopies(deps, { finder, converter, ffprobe, slots, ...tracks.offline })
  const handle = screenHandler({ player, finder, media, tracks, queue, typing, people })

  // The state that the phones have may be from before a restart.
  events.on('line', ({ isUp }) => isUp && player.tellAll())
  events.on('screen_name', ({ screen_id }) => player.tell(screen_id))

  return {
    acts: [
      ...playbackActs({ player, finder, cloudNow }),
      ...bitrateActs(player),
      ...conversion.acts,
      ...tracks.acts,
      ...subtitles.acts(tracks),
      ...queueActs(player, queue),
      ...bullets.acts,
      ...typingActs((target) => player.pick(target)),
      ...offline.acts,
    ],
    start: tracks.start,
    slowTick: () => void offline.sweep().catch(onFault),
    async prepareStop() {
      conversion.stop()
      thumbnails.stop()
      await Promise.all([offline.stop(), player.stop()])
    },
    stop() {
      tracks.stop()
      subtitles.stop()
    },
    media: (request, response, whose) => tracks.respond(whose, request, response) ?? media.answer(request, response, whose),
    castFrom: (ticket) => media.castFrom(ticket),
    local: { film: (ticket) => media.fileOf(ticket), subtitle: (ticket) => tracks.localOf(ticket) },
    handle: (screen, message) => void handle(screen, message).catch(onFault),
    isPlaying: () => player.state.sessions.size > 0,
    subtitleKey: subtitles.key,
    gone(screen_id, why) {
      if (typing.set(screen_id, false)) player.tell(screen_id)
      player.gone(screen_id, why)
    },
  }
}

type CopyTools = Pick<OpenOfflineDeps, 'finder' | 'converter' | 'ffprobe' | 'slots' | 'subtitlesOf' | 'audioIndexOf'>

/** For phones that take films along. */
function openCopies(deps: PlaybackFeatureDeps, tools: CopyTools) {
  const points = watchQueries(deps.db)
  return openOffline({
    ...deps.copies,
    ...deps,
    ...tools,
    streams: ({ path }) => streamsAt(path, tools.ffprobe),
    hasFilm: async (movie_id) => (await deps.films.firstFileOf(movie_id)) !== undefined,
    keepLater: laterKeeper(deps),
    pointOf: async (viewer, movie_id) => (await points.pointsOf(viewer, [movie_id])).get(movie_id) ?? 0,
  })
}

async function streamsAt(path: string, ffprobe: () => Promise<string>) {
  const program = await ffprobe()
  return program === '' ? undefined : readStreams(program, path)
}

type Rooms = {
  tracks: Pick<PlayerRooms, 'audioIndexOf' | 'loaded' | 'closed'>
  queue: ReturnType<typeof createQueue>['rooms']
  bullets: Pick<PlayerRooms, 'loaded' | 'habitChanged'>
  thumbnails: Pick<PlayerRooms, 'loaded'>
  nowPlaying: ReturnType<typeof createNowPlaying>
}

/** All rooms as one, in the order in which the screen is sent their messages. */
function joinRooms({ tracks, queue, bullets, thumbnails, nowPlaying }: Rooms): PlayerRooms {
  return {
    ...nowPlaying,
    audioIndexOf: tracks.audioIndexOf,
    namesOf: queue.namesOf,
    follow: queue.follow,
    offerChanged: queue.offerChanged,
    loaded: (session) => [tracks, queue, bullets, thumbnails].forEach((room) => room.loaded(session)),
    habitChanged: (session) => [queue, bullets].forEach((room) => room.habitChanged(session)),
    closed: (session) => [nowPlaying, tracks, queue].forEach((room) => room.closed(session)),
  }
}

/** Tells the apps of those who may see a screen: everybody of a TV, one user of an own browser. '' is no screen: everybody. */
function screenNews({ screens, boundIn, push }: Pick<PlaybackFeatureDeps, 'screens' | 'boundIn' | 'push'>) {
  return (screen_id: string, frameOf: (realm: Lang) => Omit<FrameIn, 'dev'>): void => {
    const screen = screens.byId(screen_id)
    // Nobody can tell whose it was.
    if (!screen && screen_id !== '') return
    const owner = screen?.owner
    for (const realm of boundIn())
      if (!owner) push(realm, frameOf(realm))
      else if (owner.realm === realm) push(realm, frameOf(realm), owner.user_id)
  }
}

type HandlerDeps = {
  player: Player
  finder: ReturnType<typeof createFinder>
  media: Pick<Media, 'setCasting'>
  tracks: Pick<ReturnType<typeof openTracks>, 'chosenOnScreen' | 'bulletsTurned'>
  queue: Pick<ReturnType<typeof createQueue>, 'next'>
  typing: Pick<ReturnType<typeof createTypingScreens>, 'set'>
  people: PlaybackFeatureDeps['people']
}

function screenHandler({ player, finder, media, tracks, queue, typing, people }: HandlerDeps) {
  return async (screen: ScreenPort, message: ScreenMessage): Promise<void> => {
    try {
      if (message.kind === 'typing') {
        if (typing.set(screen.screen_id, message.is_open)) player.tell(screen.screen_id)
        return
      }
      // A TV has none, and a page that begins anew has none yet.
      if (message.kind === 'cast') return media.setCasting(screen.screen_id, message.is_on && screen.owner !== undefined)
      if (message.kind === 'hello' && !message.playing) media.setCasting(screen.screen_id, false)
      if (message.kind === 'tracks') return await tracks.chosenOnScreen(screen, message)
      if (message.kind === 'bullets') return await tracks.bulletsTurned(screen, message)
      if (message.kind === 'next') {
        if (player.playing(screen.screen_id)?.play_id === message.play_id)
          await queue.next(screen.screen_id, { back: message.back, id: '' })
        return
      }
      if (message.kind !== 'play')
        return await player.heard(screen, message, (path) => finder.find({ movie_id: '', path }).catch(none))
      const { movie_id, path, point, viewer } = message
      await player.play(screen, {
        ...(await finder.find({ movie_id, path })),
        point,
        by: viewerOf(people(), { owner: screen.owner, chosen: viewer }),
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      screen.send({ kind: 'refused', reason: reasonOf(error) })
    }
  }
}

/** Stores a point for the person who watches: who started the film, or the one person of the household. */
function pointKeeper({ db, people, cloudNow, events }: Pick<PlaybackFeatureDeps, 'db' | 'people' | 'cloudNow' | 'events'>) {
  const points = pointStore(db)
  return async (by: PlayStarter, resumePoint: Omit<LeftFilm, 'at'>): Promise<void> => {
    const household = people()
    const isMember = household.some(({ realm, user_id }) => realm === by?.realm && user_id === by.user_id)
    const viewer = isMember ? by : viewerOf(household, { owner: undefined, chosen: '' })
    await points.keep(viewer, { ...resumePoint, at: cloudNow() })
    if (viewer) tellLeft(events, viewer, resumePoint)
  }
}

/** The same for a film that was watched elsewhere: a later place that is known stays. */
function laterKeeper({ db, cloudNow, events }: Pick<PlaybackFeatureDeps, 'db' | 'cloudNow' | 'events'>) {
  const points = pointStore(db)
  return async (viewer: Viewer, resumePoint: LeftFilm): Promise<void> => {
    if (await points.keepIfLater(viewer, resumePoint, cloudNow())) tellLeft(events, viewer, resumePoint)
  }
}

function tellLeft(
  events: StationEventBus,
  by: Viewer,
  { is_watched, movie_id }: Pick<LeftFilm, 'is_watched' | 'movie_id'>,
): void {
  if (is_watched) events.emit('watched', { by, movie_id })
  events.emit('viewer_change', by)
}

function none(): undefined {
  return undefined
}
