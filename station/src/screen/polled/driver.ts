/** Drives one player of the house by the messages of a screen, and says what a page would say: it asks the player once a second, since the events of renderers are unreliable. */
import type { MessageToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import type { RemoteKey } from '@homeport/contract/shape/film/remote.ts'
import { ticketOf } from '../../shared/local-files.ts'
import type { VolumeChange } from '../driven/driven-screens.ts'
import { unlessRefused } from '../driven/driver-base.ts'
import { handleMessage, type PlayerCommands } from '../driven/player-commands.ts'
import type { ShownFilm } from './device.ts'
import { createDriverState, enqueue, forget, reportNow, type DriverDeps, type DriverState } from './driver-state.ts'
import { pointNow, type FilmOnDevice } from './film-on-device.ts'
import { goTo, isDone, pollAfter, takeTracks } from './follow-film.ts'
import { loadFilm, shownFilm, takeSubtitle } from './load-film.ts'

export type Driver = ReturnType<typeof createDriver>

/** A converted source that nobody reads ends after half a minute. */
const stillReadMs = 20_000

export function createDriver(deps: DriverDeps) {
  const driver = createDriverState(deps)
  const commands = commandsOf(driver)
  return {
    isSeekless: () => driver.isSeekless,
    hasFilm: () => driver.film !== undefined,
    /** The film or subtitle that it was given with this ticket; undefined if it is none of this player's. */
    givenAt(ticket: string): ShownFilm | 'subtitle' | undefined {
      const { latest, subtitle, tracks } = driver
      if (latest && ticketOf(latest.url) === ticket) return shownFilm(driver, latest)
      const subtitles = [subtitle?.url, tracks?.subtitle?.url]
      return subtitles.some((url) => url !== undefined && ticketOf(url) === ticket) ? 'subtitle' : undefined
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
    send: (message: MessageToScreen) => handleMessage(driver, commands, message),
    /** Resolves once it has done what it was told. */
    idle: () => driver.oneAtATime.idle(),
    stop(): void {
      driver.isStopped = true
      driver.cancelPoll()
      driver.cancelReload()
      driver.subtitleCame()
    },
  }
}

function commandsOf(driver: DriverState): PlayerCommands {
  const { device } = driver
  return {
    load: (load) => enqueue(driver, () => loadFilm(driver, load)),
    tracks(tracks) {
      if (!device.own) return takeSubtitle(driver, tracks)
      driver.tracks = tracks
      enqueue(driver, () => takeTracks(driver))
    },
    pause: (seq) => command(driver, seq, (film) => pause(driver, film)),
    resume: (seq) => command(driver, seq, (film) => resume(driver, film)),
    seek: (seq, point) => command(driver, seq, async (film) => void (await goTo(driver, film, point))),
    volume: (change) => changeVolume(driver, change),
    press: (key) => press(driver, key),
    type: (text) => enqueue(driver, async () => unlessRefused(device.own?.type(text))),
    exit: (play_id) => exit(driver, play_id),
  }
}

/** Carries out a command to the film, and says how it stands then. */
function command(driver: DriverState, seq: number, work: (film: FilmOnDevice) => Promise<void>): void {
  enqueue(driver, async () => {
    driver.seq = Math.max(driver.seq, seq)
    if (driver.film) await work(driver.film)
    reportNow(driver)
    if (driver.film) pollAfter(driver, driver.pace.pollSoonMs)
  })
}

async function pause(driver: DriverState, film: FilmOnDevice): Promise<void> {
  if (!(await isDone(driver, driver.device.pause(), 'pause'))) return
  const now = driver.elapsed()
  driver.pausedAt = now
  driver.film = { ...film, point: pointNow(film, now), at: now, state: 'paused', pauses: false }
}

async function resume(driver: DriverState, film: FilmOnDevice): Promise<void> {
  const { device, elapsed, emit } = driver
  const { play_id, stream = 'file' } = film.load
  const isRead = stream === 'file' || elapsed() - driver.pausedAt < stillReadMs
  if (isRead && !(await isDone(driver, device.play(), 'pause'))) return
  driver.film = { ...film, at: elapsed(), state: 'playing', pauses: false }
  if (isRead) return
  reportNow(driver)
  emit({ kind: 'source', play_id, point: film.point })
}

/** Such keys are for a player that has them, which the screen says (lacks). */
function press(driver: DriverState, key: RemoteKey): void {
  enqueue(driver, async () => {
    const { device, film, emit } = driver
    if (!device.own) return
    if (film) emit({ kind: 'touched', play_id: film.load.play_id })
    await unlessRefused(device.own.press(key))
    if (film) pollAfter(driver, driver.pace.pollSoonMs)
  })
}

/** Without a film it is the player's own volume. */
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
    await unlessRefused(driver.device.stop())
  })
}
