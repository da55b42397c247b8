/** Drives one renderer by the messages of a screen, and says what a page would say: it asks the renderer once a second, since a renderer's own events are unreliable. */
import type { MessageToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { ticketOf } from '../../shared/local-files.ts'
import { volumeChangeOf, type VolumeChange } from '../driven-screens.ts'
import { featuresOf } from './didl.ts'
import { createDriverState, enqueue, forget, reportNow, type DriverDeps, type DriverState } from './driver-state.ts'
import { pointNow, type FilmOnRenderer } from './film-on-renderer.ts'
import { goTo, isDone, pollAfter } from './follow-film.ts'
import { loadFilm, shownFilm, takeSubtitle } from './load-film.ts'
import { known } from './upnp.ts'

export type Driver = ReturnType<typeof createDriver>

/** A converted source that nobody reads ends after half a minute. */
const stillReadMs = 20_000

export function createDriver(deps: DriverDeps) {
  const driver = createDriverState(deps)
  return {
    isSeekless: () => driver.isSeekless,
    hasFilm: () => driver.film !== undefined,
    /** DLNA's name for the features of the source with this ticket, '' of a subtitle; undefined if it is none of this renderer's. */
    featuresOf(ticket: string): string | undefined {
      const { latest, subtitle } = driver
      if (latest && ticketOf(latest.url) === ticket) return featuresOf(shownFilm(driver, latest))
      return subtitle && ticketOf(subtitle.url) === ticket ? '' : undefined
    },
    /** The address of the subtitle that goes with the film, ''. */
    captionUrl: (): string => (driver.latest ? shownFilm(driver, driver.latest).subtitle : ''),
    /** It answers again, and has its film still. */
    goOn(): void {
      driver.misses = 0
      pollAfter(driver, 0)
    },
    /** Its film ends, whoever asked for it. */
    leave: () => driver.latest && exit(driver, driver.latest.play_id),
    /** It has lost its film meanwhile. */
    drop(): void {
      driver.latest = undefined
      forget(driver)
    },
    send: (message: MessageToScreen) => send(driver, message),
    stop(): void {
      driver.isStopped = true
      driver.cancelPoll()
      driver.cancelReload()
      driver.subtitleCame()
    },
  }
}

/** Messages that a renderer has no use for are of no account to it: what a person asked for in vain is refused before. */
function send(driver: DriverState, message: MessageToScreen): void {
  switch (message.kind) {
    case 'load':
      driver.latest = message
      return enqueue(driver, () => loadFilm(driver, message))
    case 'tracks':
      return takeSubtitle(driver, message)
    case 'pause':
      return command(driver, message.seq, (film) => pause(driver, film))
    case 'resume':
      return command(driver, message.seq, (film) => resume(driver, film))
    case 'seek':
      return command(driver, message.seq, async (film) => void (await goTo(driver, film, message.point)))
    case 'volume':
      return changeVolume(driver, message)
    case 'key': {
      const change = volumeChangeOf(message.key)
      return change && changeVolume(driver, change)
    }
    case 'exit':
      return exit(driver, message.play_id)
    default:
  }
}

/** Carries out a command to the film, and says how it stands then. */
function command(driver: DriverState, seq: number, work: (film: FilmOnRenderer) => Promise<void>): void {
  enqueue(driver, async () => {
    driver.seq = Math.max(driver.seq, seq)
    if (driver.film) await work(driver.film)
    reportNow(driver)
    if (driver.film) pollAfter(driver, driver.pace.pollSoonMs)
  })
}

async function pause(driver: DriverState, film: FilmOnRenderer): Promise<void> {
  if (!(await isDone(driver, driver.transport.pause(), 'pause'))) return
  const now = driver.elapsed()
  driver.pausedAt = now
  driver.film = { ...film, point: pointNow(film, now), at: now, state: 'paused', pauses: false }
}

async function resume(driver: DriverState, film: FilmOnRenderer): Promise<void> {
  const { transport, elapsed, emit } = driver
  const { play_id, stream = 'file' } = film.load
  const isRead = stream === 'file' || elapsed() - driver.pausedAt < stillReadMs
  if (isRead && !(await isDone(driver, transport.play(), 'pause'))) return
  driver.film = { ...film, at: elapsed(), state: 'playing', pauses: false }
  if (isRead) return
  reportNow(driver)
  emit({ kind: 'source', play_id, point: film.point })
}

/** Without a film it is the renderer's own volume. */
function changeVolume(driver: DriverState, { seq, ...change }: VolumeChange): void {
  enqueue(driver, async () => {
    await isDone(driver, driver.sound.change(change), 'volume')
    driver.seq = Math.max(driver.seq, seq)
    reportNow(driver)
  })
}

function exit(driver: DriverState, play_id: string): void {
  if (driver.latest?.play_id !== play_id) return
  driver.latest = undefined
  driver.subtitleCame()
  enqueue(driver, async () => {
    if (driver.film?.load.play_id !== play_id) return
    forget(driver)
    await known(driver.transport.stop())
  })
}
