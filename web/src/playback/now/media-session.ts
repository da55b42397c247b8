/**
 * The phone's lock screen and media keys control the TV. Browsers show these controls only of a page that plays sound itself: silence is looped while the remote
 * is open and a film plays, so that other music on the phone is left alone at all other times. A press goes by a call: a hidden app has no socket (spec 4).
 */
import {
  backMs,
  forwardMs,
  playerNext,
  playerPause,
  playerResume,
  playerSeek,
  PlayerStatus,
} from '@homeport/contract/playback/playback.ts'
import { send } from '../../kit/call/box-connection.ts'
import { isShown } from '../../kit/platform.ts'
import { isRemoteOpen } from '../open-remote.ts'
import { player, type Playing } from '../player.ts'

const byCall = { isByCall: true } as const

/** One second of silence as WAV: 8 kHz, 8 bit, one channel. */
function silence(): Blob {
  const rate = 8_000
  const header = new DataView(new ArrayBuffer(44))
  const text = (at: number, letters: string) => [...letters].forEach((one, i) => header.setUint8(at + i, one.charCodeAt(0)))
  text(0, 'RIFF')
  header.setUint32(4, 36 + rate, true)
  text(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true)
  header.setUint16(22, 1, true)
  header.setUint32(24, rate, true)
  header.setUint32(28, rate, true)
  header.setUint16(32, 1, true)
  header.setUint16(34, 8, true)
  text(36, 'data')
  header.setUint32(40, rate, true)
  return new Blob([header, new Uint8Array(rate).fill(128)], { type: 'audio/wav' })
}

/** poster: the picture's address, or ''. */
export function startMediaSession(poster: (playing: Playing) => string): () => void {
  const controls = navigator.mediaSession
  if (!controls) return () => {}
  let sound: HTMLAudioElement | null = null
  /** The film that the controls show: kept while the app is hidden, which forgets what plays. */
  let shown: Playing | null = null

  function show(): void {
    // A hidden app hears nothing; what it showed stays until it is back.
    if (!isShown()) return
    shown = isRemoteOpen.get() ? player.playing.get() : null
    if (!shown) return hide()
    const { info } = shown
    const picture = poster(shown)
    controls.metadata = new MediaMetadata({
      title: info.title,
      artist: info.screen_name,
      artwork: picture === '' ? [] : [{ src: picture }],
    })
    controls.playbackState = info.status === PlayerStatus.playing ? 'playing' : 'paused'
    const { duration, speed } = info
    if (duration > 0)
      controls.setPositionState({
        duration: duration / 1000,
        position: Math.min(shown.point, duration) / 1000,
        playbackRate: speed,
      })
    // Refused without a press on the page before: then there are no controls.
    sound ??= loop()
    if (sound.paused) void sound.play().catch(() => null)
  }

  function hide(): void {
    sound?.pause()
    sound = null
    controls.metadata = null
    controls.playbackState = 'none'
  }

  function press(work: (target: string, playing: Playing) => Promise<unknown>): void {
    if (!shown) return
    void work(shown.info.screen_id, shown).catch(() => null)
  }
  function seek(to: number): void {
    press((target, { info }) => {
      const point = Math.round(Math.max(0, info.duration > 0 ? Math.min(to, info.duration) : to))
      return send(playerSeek, { target, point }, byCall)
    })
  }
  const point = () => shown?.point ?? 0
  const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', () => press((target) => send(playerResume, { target }, byCall))],
    ['pause', () => press((target) => send(playerPause, { target }, byCall))],
    ['nexttrack', () => press((target) => send(playerNext, { target }, byCall))],
    ['previoustrack', () => press((target) => send(playerNext, { target, back: true }, byCall))],
    ['seekbackward', () => seek(point() - backMs)],
    ['seekforward', () => seek(point() + forwardMs)],
    ['seekto', ({ seekTime }) => seekTime !== undefined && seek(seekTime * 1000)],
  ]
  for (const [action, handler] of handlers) controls.setActionHandler(action, handler)
  const stops = [player.playing.watch(show), isRemoteOpen.watch(show)]
  return () => {
    stops.forEach((stop) => stop())
    for (const [action] of handlers) controls.setActionHandler(action, null)
    hide()
  }
}

function loop(): HTMLAudioElement {
  const sound = new Audio(URL.createObjectURL(silence()))
  sound.loop = true
  return sound
}
