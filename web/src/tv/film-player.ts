/** Controls the page's video element as the station commands, and reports its state: at each change, and every 5 s while it plays. */
import { reportEveryMs, type FromScreen, type ToScreen } from '@homeport/contract/screen.ts'
import type { Sound } from '@homeport/contract/shape/remote.ts'

export type Load = Extract<ToScreen, { kind: 'load' }>
type Report = Extract<FromScreen, { kind: 'report' }>
/** A source that breaks is requested again, but at most once in this time. */
const mendEveryMs = 10_000
const settleMs = 350

/** The state shown by the page. Points in ms. */
export type Showing = { load: Load; state: Report['state']; point: number; duration: number }

export type FilmPlayerDeps = {
  video: HTMLVideoElement
  say: (word: FromScreen) => void
  isLineOpen: () => boolean
  show: (showing: Showing | null) => void
  sound: (sound: { volume: number; sound: Sound }) => void
  now: () => number
  later: (ms: number, run: () => void) => () => void
}
export type FilmPlayer = ReturnType<typeof createFilmPlayer>

export function createFilmPlayer({ video, say, isLineOpen, show, sound: tellSound, now, later }: FilmPlayerDeps) {
  let load: Load | null = null
  let seq = 0
  let volume = 100
  let isMuted = false
  let isBlocked = false
  let hasPlayed = false
  let mendedAt = -Infinity
  /** The last position of playback. */
  let lastPoint = 0
  /** The target position of a transcoded film while the user is still seeking. */
  let target: number | null = null
  let stopWanting = () => {}

  const soundNow = (): Sound => (isMuted ? 'muted' : isBlocked ? 'blocked' : 'on')
  const pointNow = () => (load ? Math.max(0, Math.round(load.offset + video.currentTime * 1000)) : 0)

  function stateNow(): Report['state'] {
    if (video.error) return 'failed'
    if (video.ended) return 'ended'
    if (video.paused) return video.readyState === 0 ? 'loading' : 'paused'
    return video.seeking || video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA ? 'loading' : 'playing'
  }
  function durationNow(): number {
    if (!load) return 0
    if (load.duration > 0) return load.duration
    return load.is_seekable && Number.isFinite(video.duration) ? Math.round(video.duration * 1000) : 0
  }

  function draw(): void {
    if (load) show({ load, state: stateNow(), point: target ?? pointNow(), duration: durationNow() })
  }
  function report(): void {
    if (!load) return
    const state = stateNow()
    draw()
    say({ kind: 'report', play_id: load.play_id, seq, state, point: pointNow(), volume, sound: soundNow() })
  }

  function takeSound(): void {
    video.volume = volume / 100
    video.muted = isMuted || isBlocked
    tellSound({ volume, sound: soundNow() })
  }

  async function start(): Promise<void> {
    const own = load
    try {
      await video.play()
    } catch (error) {
      if (own !== load || !(error instanceof Error) || error.name !== 'NotAllowedError') return
      // Browsers allow sound only after a key press on the page itself.
      isBlocked = true
      takeSound()
      await video.play().catch(() => {})
    }
  }

  /** Each source at a new position costs a transcoder: debounced to the last of several seeks. */
  function want({ play_id }: Load, point: number): void {
    stopWanting()
    target = point
    draw()
    stopWanting = later(settleMs, () => say({ kind: 'source', play_id, point }))
  }

  function forgetWanted(): void {
    stopWanting()
    target = null
  }

  function end(): void {
    load = null
    forgetWanted()
    video.removeAttribute('src')
    video.load()
    show(null)
  }

  for (const name of ['playing', 'pause', 'seeked', 'loadeddata', 'waiting'] as const) {
    video.addEventListener(name, () => {
      if (name === 'playing') hasPlayed = true
      report()
    })
  }
  video.addEventListener('timeupdate', () => {
    if (!video.error) lastPoint = pointNow()
    draw()
  })
  video.addEventListener('ended', () => {
    report()
    end()
  })
  video.addEventListener('error', () => {
    if (!load) return
    // A playing source breaks when the box was away or its ticket expired: playback resumes from here.
    if (!hasPlayed) return report()
    if (!isLineOpen()) return
    if (now() - mendedAt < mendEveryMs) return report()
    mendedAt = now()
    say({ kind: 'source', play_id: load.play_id, point: lastPoint })
  })
  setInterval(() => {
    if (load && !video.paused && !video.error) report()
  }, reportEveryMs)

  return {
    isOn: () => load !== null,
    hasSound: () => !isBlocked,
    playing: () =>
      load && {
        play_id: load.play_id,
        path: load.path,
        point: video.error ? lastPoint : pointNow(),
        is_paused: video.paused && !video.error,
      },
    load(word: Load): void {
      load = word
      seq = word.seq
      forgetWanted()
      hasPlayed = false
      lastPoint = word.point
      video.src = word.url
      if (word.is_seekable && word.point > 0) video.currentTime = word.point / 1000
      takeSound()
      show({ load: word, state: 'loading', point: word.point, duration: durationNow() })
      if (!word.is_paused) void start()
    },
    pause(next = seq): void {
      seq = next
      video.pause()
      report()
    },
    resume(next = seq): void {
      seq = next
      void start().then(report)
    },
    /** Reports on `seeked`; a transcoded film gets a new source from the point. */
    seek(point: number, next = seq): void {
      if (!load) return
      seq = next
      const to = Math.max(0, durationNow() > 0 ? Math.min(point, durationNow() - 500) : point)
      if (load.is_seekable) video.currentTime = to / 1000
      else want(load, Math.round(to))
    },
    volume(change: { step?: number | undefined; value?: number | undefined; mute?: boolean | undefined }, next = seq): void {
      seq = next
      if (change.value !== undefined) volume = change.value
      if (change.step !== undefined) volume = volume + change.step
      volume = Math.round(Math.max(0, Math.min(100, volume)))
      isMuted = change.mute ?? (change.step === undefined && change.value === undefined ? !isMuted : false)
      takeSound()
      report()
    },
    /** A key was pressed on this page: unblocks sound. True if it was blocked until now. */
    gesture(): boolean {
      if (!isBlocked) return false
      isBlocked = false
      takeSound()
      report()
      return true
    },
    exit(): void {
      if (load) say({ kind: 'exit', play_id: load.play_id })
      end()
    },
    end,
    isPaused: () => video.paused,
    point: () => target ?? pointNow(),
  }
}
