/** For tests: the page of a TV that carries out what it is sent, as a browser does, without a picture. */
import type { ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { letIn, type TestTv } from './tv.ts'

type Load = Extract<ToScreen, { kind: 'load' }>
type Film = { load: Load; seq: number; isPaused: boolean; point: number; at: number }

const lookEveryMs = 10
const soonMs = 200

export async function openPlayingPage(box: TestTv) {
  const page = await letIn(box)
  const sound = { volume: 100, isMuted: false }
  let film: Film | undefined
  let taken = 0
  let saidAt = 0

  const pointOf = ({ isPaused, point, at }: Film) => (isPaused ? point : point + performance.now() - at)
  const setPoint = (one: Film, point: number) => Object.assign(one, { point, at: performance.now() })
  function report(state: 'playing' | 'paused' | 'ended'): void {
    if (!film) return
    saidAt = performance.now()
    const { load, seq } = film
    const point = Math.round(Math.min(pointOf(film), load.duration))
    const { volume, isMuted } = sound
    page.send({ kind: 'report', play_id: load.play_id, seq, state, point, volume, sound: isMuted ? 'muted' : 'on' })
  }
  const reportNow = () => film && report(film.isPaused ? 'paused' : 'playing')

  function take(message: ToScreen): void {
    if (message.kind === 'load') {
      const { seq, is_paused, point } = message
      film = { load: message, seq, isPaused: is_paused, point, at: performance.now() }
    }
    if (message.kind === 'exit') film = undefined
    if (message.kind === 'volume') {
      sound.volume = Math.min(100, Math.max(0, (message.value ?? sound.volume) + (message.step ?? 0)))
      sound.isMuted = message.mute ?? sound.isMuted
    }
    if (message.kind === 'key' && message.key === 'mute') sound.isMuted = !sound.isMuted
    if (!film) return
    if ('seq' in message) film.seq = message.seq
    if (message.kind === 'seek') setPoint(film, message.point)
    if (message.kind === 'pause' || message.kind === 'resume') {
      setPoint(film, pointOf(film))
      film.isPaused = message.kind === 'pause'
    }
    reportNow()
  }

  const timer = setInterval(() => {
    for (; taken < page.words.length; taken += 1) {
      const message = page.words[taken]
      if (message) take(message)
    }
    if (!film) return
    if (pointOf(film) >= film.load.duration) {
      report('ended')
      film = undefined
    } else if (performance.now() - saidAt > soonMs) reportNow()
  }, lookEveryMs)
  return {
    stop(): void {
      clearInterval(timer)
      page.close()
    },
  }
}
