/** The player: one session per screen, its state pushed at every change and every 5 s (spec 3 and 4). */
import { randomBytes } from 'node:crypto'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Lang } from '@homeport/contract/kit/promise.ts'
import { playReasons, type PlayerInfo } from '@homeport/contract/playback.ts'
import { Refusal } from '../kit/refusal.ts'
import { keyframeBefore } from './convert.ts'
import type { Media } from './media.ts'
import { createPending, pendingInfo, wantedOf, type KnownScreen, type PendingPlay, type PlayRequest } from './pending-play.ts'
import { closedInfo, infoOf, pointOf, type Session } from './session.ts'
import type { ScreenReport, ScreenPort, ScreenMessage } from './screen-port.ts'
import type { PendingRow, PendingStore, PointStore } from './store.ts'
import { deliveryOf, type PlayableFile, type Delivery } from './delivery.ts'

/** An act waits this long for the screen's report; then the reply has the last known state. */
const doneWithinMs = 2_000
/** A converter needs a while for its first picture; the cloud's timeout is 10 s. */
const startedWithinMs = 8_000
/** A reloading page is back sooner; after this time the phones see the film as pending, … */
const graceMs = 5_000
/** … and after this time the session ends. */
const awaitedMs = 60_000
const keepEveryMs = 30_000
/** If playback stops before this point or after that share, no resume point is stored. */
const begunMs = 5_000
const watchedShare = 0.95

export type PlayReason = (typeof playReasons)[number]

export type PlayerParts = {
  stages: () => ScreenPort[]
  /** An admitted screen, whether its page is open or not. */
  screenOf: (screen_id: string) => KnownScreen | undefined
  media: Media
  /** Paths, '' if not found. */
  tools: () => Promise<{ ffmpeg: string; ffprobe: string }>
  points: PointStore
  pendingRows: PendingStore
  /** Looks up a file resolved before. known: undefined if the box no longer has it; again: refused if it cannot be played now. */
  files: {
    known: (file: Pick<PlayableFile, 'id' | 'path'>) => Promise<PlayableFile | undefined>
    again: (file: PlayableFile) => Promise<PlayableFile>
  }
  /** Pushes the state to each realm, in that realm's view. */
  push: (view: (realm: Lang) => PlayerInfo) => void
  now: () => number
  later: (ms: number, run: () => void) => () => void
  onFault: (fault: unknown) => void
}
export type Player = ReturnType<typeof createPlayer>

export function refused(reason: PlayReason): Refusal {
  return new Refusal(Code.notFound, { reason })
}

export function createPlayer(parts: PlayerParts) {
  const { stages, screenOf, media, tools, points, pendingRows, files, push, now, later, onFault } = parts
  const sessions = new Map<string, Session>()
  let lastScreen = ''

  const current = () => sessions.get(lastScreen) ?? [...sessions.values()][0]
  const stageOf = (screen_id: string) => stages().find((port) => port.screen_id === screen_id)
  function pick(target = ''): ScreenPort {
    const all = stages()
    const found = target === '' ? (all.find((one) => one.screen_id === lastScreen) ?? all[0]) : stageOf(target)
    if (!found) throw refused('no_screen')
    return found
  }
  function view(realm: Lang): PlayerInfo {
    const session = current()
    const waiting = pending.newest()
    if (session) return infoOf(session, realm, now())
    return waiting ? pendingInfo(waiting, realm) : closedInfo
  }
  const tellAll = () => push(view)
  const pending = createPending({ store: pendingRows, now, later, onChange: tellAll, onFault })

  function wake(session: Session): void {
    for (const awake of session.waiting) awake()
  }
  /** Waits until a report makes the condition true, or for the timeout. */
  function when(session: Session, isTrue: () => boolean, withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!session.isOver && !isTrue()) return
        stop()
        session.waiting.delete(check)
        resolve()
      }
      const stop = later(withinMs, () => {
        session.waiting.delete(check)
        resolve()
      })
      session.waiting.add(check)
      check()
    })
  }
  const done = (session: Session, seq: number) =>
    when(session, () => session.doneSeq >= seq && session.state !== 'loading', doneWithinMs)

  /** Sends the screen a source; a converted one begins at the point, in a file the screen seeks to it. */
  async function load(session: Session, stage: ScreenPort, point: number): Promise<void> {
    const { file, delivery } = session
    session.turn += 1
    const { turn } = session
    const { ffmpeg, ffprobe } = await tools()
    if (delivery !== 'direct' && ffmpeg === '') throw refused('no_ffmpeg')
    const fromMs =
      delivery === 'remux' && ffprobe !== ''
        ? await keyframeBefore(ffprobe, file.path, point)
        : delivery === 'transcode'
          ? point
          : 0
    // Another seek started during the lookup.
    if (turn !== session.turn || session.isOver) return
    const { url } = media.issue(session.screen_id, { file, delivery, fromMs })
    session.seq += 1
    place(session, point)
    session.state = 'loading'
    const { play_id, seq, duration, isPaused: is_paused } = session
    const { id: path, title, poster, quality } = file
    const said = { play_id, seq, url, is_seekable: delivery === 'direct', offset: fromMs, point, duration, is_paused }
    if (!stage.say({ kind: 'load', ...said, path, title, poster, quality })) throw refused('no_screen')
  }

  function place(session: Session, point: number): void {
    session.point = point
    session.at = now()
  }

  async function play(stage: ScreenPort, { file, point, by, isPaused = false }: PlayRequest): Promise<Session> {
    const before = sessions.get(stage.screen_id)
    if (before) over(before)
    const session: Session = {
      play_id: randomBytes(8).toString('hex'),
      screen_id: stage.screen_id,
      screen_name: stage.name,
      file,
      delivery: deliveryOf(file, stage.can),
      by,
      duration: file.duration_ms ?? 0,
      point,
      at: now(),
      state: 'loading',
      isPaused,
      volume: before?.volume ?? 100,
      sound: before?.sound ?? 'on',
      turn: 0,
      seq: 0,
      doneSeq: 0,
      waiting: new Set(),
      isOver: false,
      isStarting: true,
      isAwaited: false,
      ending: undefined,
      keptAt: now(),
    }
    sessions.set(stage.screen_id, session)
    lastScreen = stage.screen_id
    const deliveries: Delivery[] = session.delivery === 'direct' ? ['direct', 'transcode'] : [session.delivery]
    for (session.delivery of deliveries) {
      try {
        await load(session, stage, point)
      } catch (error) {
        end(session)
        throw error
      }
      await when(session, () => session.doneSeq >= session.seq && session.state !== 'loading', startedWithinMs)
      // The screen disconnected during the start: the film is pending.
      if (session.state === 'ended' || pending.of(session.screen_id)) return session
      if (session.isOver) throw refused('failed')
      // If the browser cannot play what it claims to, the film is transcoded.
      if (session.state !== 'failed') {
        session.isStarting = false
        return session
      }
    }
    stage.say({ kind: 'exit', play_id: session.play_id })
    end(session)
    throw refused('failed')
  }

  /** Plays on the target screen; if it is admitted but offline, stores a pending play and waits a while for it to start. */
  async function playOn(target: string, request: PlayRequest): Promise<void> {
    const screen = target === '' || stageOf(target) ? undefined : screenOf(target)
    if (screen) return wait(screen, request)
    const stage = pick(target)
    pending.take(stage.screen_id)
    await play(stage, request)
  }

  function wait(screen: KnownScreen, wanted: PlayRequest): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = later(startedWithinMs, resolve)
      const began = (playing: Promise<unknown>) => void playing.then(() => resolve(), reject).finally(stop)
      pending.put({ screen, wanted, began })
    })
  }

  /** The screen connected: starts the pending play, unless it was dropped or the screen disconnected while its file was looked up. */
  async function begin(waiting: PendingPlay): Promise<void> {
    const { screen_id } = waiting.screen
    const isWanted = () => pending.of(screen_id) === waiting
    const file = await files.again(waiting.wanted.file).catch((error: unknown) => {
      if (isWanted()) pending.drop(screen_id)
      throw error
    })
    const stage = stageOf(screen_id)
    if (!stage || !isWanted()) return
    pending.take(screen_id)
    await play(stage, { ...waiting.wanted, file })
  }

  /** Restores a pending play after a restart, if its film still exists. */
  async function bring(row: PendingRow) {
    const screen = screenOf(row.screen_id)
    const file = screen && (await files.known({ id: row.file_id, path: row.path }))
    return screen && file && { screen, wanted: wantedOf(row, file) }
  }

  async function keep(session: Session): Promise<void> {
    const { file, duration, state } = session
    const at = pointOf(session, now())
    if (file.movie_id === '') return
    const isWorthIt = state !== 'ended' && at >= begunMs && (duration === 0 || at < duration * watchedShare)
    await (isWorthIt ? points.keep(file.movie_id, at, now()) : points.forget(file.movie_id)).catch(onFault)
  }

  function over(session: Session): void {
    if (session.isOver) return
    void keep(session)
    session.isOver = true
    session.ending?.()
    if (sessions.get(session.screen_id) === session) sessions.delete(session.screen_id)
    media.close(session.screen_id)
    wake(session)
  }
  function end(session: Session): void {
    over(session)
    tellAll()
  }

  function report(session: Session, said: ScreenReport): void {
    session.doneSeq = Math.max(session.doneSeq, said.seq)
    session.volume = said.volume
    session.sound = said.sound
    // A report from before the last command has an outdated position.
    if (said.seq === session.seq) {
      session.state = said.state
      place(session, said.point)
      if (said.state === 'playing' || said.state === 'paused') session.isPaused = said.state === 'paused'
    }
    if (said.state === 'ended' || (said.state === 'failed' && said.seq === session.seq && !session.isStarting))
      return end(session)
    if (said.state === 'paused' || now() - session.keptAt >= keepEveryMs) {
      session.keptAt = now()
      void keep(session)
    }
    wake(session)
    if (said.state !== 'loading' && said.state !== 'failed') tellAll()
  }

  /** If the page reloads while its film starts, the play becomes pending and starts again. */
  function again(session: Session): void {
    const { screen_id, screen_name: name, file, point, by, isPaused } = session
    pending.put({ screen: { screen_id, name }, wanted: { file, point, by, isPaused }, began: () => {} })
    end(session)
  }

  /** Keeps the position until the screen reconnects; the session ends on timeout. */
  function awaitScreen(session: Session): void {
    place(session, pointOf(session, now()))
    session.state = 'loading'
    const notify = () => {
      session.isAwaited = true
      void keep(session)
      tellAll()
    }
    const stops = [later(graceMs, notify), later(awaitedMs, () => end(session))]
    session.ending = () => {
      stops.forEach((stop) => stop())
      session.ending = undefined
      session.isAwaited = false
    }
  }

  /** The screen reconnected; the position of a page that kept playing is more accurate. */
  function back(session: Session, point: number | undefined): void {
    const wasAwaited = session.isAwaited
    session.ending?.()
    if (point !== undefined) place(session, point)
    if (wasAwaited) tellAll()
  }

  /** Sends the session's screen a command and waits until it is done. */
  async function command(make: (session: Session, stage: ScreenPort) => Promise<void> | void): Promise<void> {
    const session = current()
    if (!session) return
    const stage = stageOf(session.screen_id)
    if (!stage) throw refused('no_screen')
    await make(session, stage)
    await done(session, session.seq)
  }

  return {
    /** Call it before any screen connects. */
    open: () => pending.open(bring),
    pick,
    view,
    tellAll,
    play,
    playOn,
    pause: () =>
      command((session, stage) => {
        const { play_id } = session
        stage.say({ kind: 'pause', play_id, seq: (session.seq += 1) })
      }),
    resume: () =>
      command((session, stage) => {
        const { play_id } = session
        stage.say({ kind: 'resume', play_id, seq: (session.seq += 1) })
      }),
    seek: (to: number) =>
      command(async (session, stage) => {
        const point = session.duration > 0 ? Math.min(to, session.duration) : to
        if (session.delivery !== 'direct') return load(session, stage, point)
        const { play_id } = session
        place(session, point)
        stage.say({ kind: 'seek', play_id, point, seq: (session.seq += 1) })
      }),
    async volume(change: { step?: number; value?: number; mute?: boolean }): Promise<void> {
      const session = current()
      const stage = session ? stageOf(session.screen_id) : pick()
      if (!stage) throw refused('no_screen')
      if (session) session.seq += 1
      stage.say({ kind: 'volume', seq: session?.seq ?? 0, ...change })
      if (session) await done(session, session.seq)
    },
    async exit(): Promise<void> {
      const session = current()
      pending.clear()
      if (session) {
        stageOf(session.screen_id)?.say({ kind: 'exit', play_id: session.play_id })
        over(session)
      }
      tellAll()
      await pending.written()
    },
    /** find: looks up a film's file by id, for a page that kept playing through a restart of the station. */
    async heard(
      stage: ScreenPort,
      word: ScreenMessage,
      find: (path: string) => Promise<PlayableFile | undefined>,
    ): Promise<void> {
      const session = sessions.get(stage.screen_id)
      if (word.kind === 'hello') {
        const { playing } = word
        if (session) back(session, playing?.play_id === session.play_id ? playing.point : undefined)
        const waiting = pending.of(stage.screen_id)
        if (waiting) {
          const begun = begin(waiting)
          waiting.began(begun)
          return begun
        }
        if (session && !playing) await load(session, stage, pointOf(session, now()))
        if (!playing || session?.play_id === playing.play_id) return
        const file = await find(playing.path)
        if (file) await play(stage, { file, point: playing.point, by: undefined, isPaused: playing.is_paused })
        else stage.say({ kind: 'exit', play_id: playing.play_id })
        return
      }
      if (word.kind === 'play' || !session || session.play_id !== word.play_id) return
      if (word.kind === 'report') report(session, word)
      if (word.kind === 'exit') end(session)
      if (word.kind === 'source') await load(session, stage, word.point)
    },
    gone(screen_id: string, why: 'away' | 'forgotten'): void {
      const session = sessions.get(screen_id)
      if (why === 'forgotten') {
        media.cut(screen_id)
        pending.drop(screen_id)
      }
      if (!session) return
      session.ending?.()
      if (why === 'forgotten') return end(session)
      if (session.isStarting) return again(session)
      awaitScreen(session)
    },
    async stop(): Promise<void> {
      media.stop()
      for (const session of sessions.values()) {
        session.ending?.()
        await keep(session)
      }
      await pending.stop()
    },
  }
}
