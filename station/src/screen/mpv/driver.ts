/** Drives mpv by the messages of a screen, and says what a page would say. */
import type { MessageToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import type { RemoteKey } from '@homeport/contract/shape/film/remote.ts'
import type { VolumeChange } from '../driven/driven-screens.ts'
import { unlessRefused } from '../driven/driver-base.ts'
import { handleMessage, type PlayerCommands } from '../driven/player-commands.ts'
import { applyTracks } from './apply-tracks.ts'
import {
  ask,
  createDriverState,
  enqueue,
  fail,
  forget,
  numberOf,
  pointNow,
  type DriverDeps,
  type DriverState,
  type KeptFilm,
  type OwnFilm,
} from './driver-state.ts'
import { follow, followed, look } from './follow-film.ts'
import type { Ipc } from './ipc.ts'
import { loadFilm } from './load-film.ts'
import { filtersOf } from './night.ts'
import { endMpv, quitMpv, takeOverMpv, type RunningMpv } from './process.ts'
import { ticketOf } from '../../shared/local-files.ts'

/** Seconds that a key of the pad goes, as those of mpv itself do. */
const keySeconds: Partial<Record<RemoteKey, number>> = { left: -10, right: 10, up: 60, down: -60 }

export function createDriver(deps: DriverDeps) {
  const driver: DriverState = createDriverState(deps, {
    lookLater: () => enqueue(driver, () => look(driver)),
    connection: {
      later: deps.later,
      elapsed: deps.elapsed,
      // An earlier one may speak late, and not of this film.
      onEvent: (run, event) => enqueue(driver, async () => (driver.running === run ? follow(driver, event) : undefined)),
      onGone: (run, why) => gone(driver, { run, why }),
    },
  })
  const commands = commandsOf(driver)
  return {
    hasFilm: () => driver.film !== undefined,
    /** The ticket of the film that is read by its address. */
    reads: (ticket: string): boolean => driver.latest !== undefined && ticketOf(driver.latest.url) === ticket,
    /** The film that an mpv of a box before plays still; what is not ours is ended. isNight: as it was kept. */
    takeOver(stored: KeptFilm | undefined, isNight: boolean) {
      driver.isNight = isNight
      return driver.oneAtATime(() => takeOver(driver, stored))
    },
    send: (message: MessageToScreen) => handleMessage(driver, commands, message),
    /** Its film ends, whoever asked for it. */
    leave: () => driver.film && exit(driver, driver.film.play_id),
    async stop(): Promise<void> {
      driver.isStopped = true
      driver.cancelLook()
      await endRunning(driver)
      await driver.oneAtATime.idle()
      await endMpv(driver.folder)
    },
  }
}

function commandsOf(driver: DriverState): PlayerCommands {
  return {
    load: (load) => enqueue(driver, () => loadFilm(driver, load)),
    tracks(tracks) {
      driver.tracks = tracks
      enqueue(driver, async () => (driver.film?.isOpen ? applyTracks(driver, driver.film) : undefined))
    },
    pause: (seq) => command(driver, seq, (ipc) => ipc.command('set_property', 'pause', true)),
    resume: (seq) => command(driver, seq, (ipc) => ipc.command('set_property', 'pause', false)),
    seek: (seq, point) => command(driver, seq, (ipc, film) => seek(driver, film, { ipc, point })),
    speed: (seq, speed) =>
      command(driver, seq, (ipc, film) => {
        Object.assign(film, { point: pointNow(driver, film), at: driver.elapsed(), speed })
        return ipc.command('set_property', 'speed', speed)
      }),
    volume: (change) => (change.night === undefined ? changeVolume(driver, change) : setNight(driver, change.seq, change.night)),
    press: (key) => press(driver, key),
    exit: (play_id) => exit(driver, play_id),
  }
}

/** Carries out a command to the film, and says how it stands then. */
function command(driver: DriverState, seq: number, work: (ipc: Ipc, film: OwnFilm) => Promise<unknown>): void {
  enqueue(driver, async () => {
    const { running, film } = driver
    driver.seq = Math.max(driver.seq, seq)
    if (running && film) await unlessRefused(work(running.ipc, film))
    await look(driver)
  })
}

function seek(driver: DriverState, film: OwnFilm, { ipc, point }: { ipc: Ipc; point: number }): Promise<unknown> {
  Object.assign(film, { point, at: driver.elapsed() })
  return ipc.command('seek', Math.max(0, (point - film.offset) / 1000), 'absolute+exact')
}

/** Without a film it is that of the next one. A message that names nothing turns the sound off or on again. */
function changeVolume(driver: DriverState, { seq, step, value, mute }: VolumeChange): void {
  enqueue(driver, async () => {
    driver.seq = Math.max(driver.seq, seq)
    driver.volume = Math.round(Math.min(100, Math.max(0, (value ?? driver.volume) + (step ?? 0))))
    const isToggle = step === undefined && value === undefined
    driver.isMuted = mute ?? (isToggle ? !driver.isMuted : driver.isMuted)
    const { running, film } = driver
    if (!running || !film) return
    await unlessRefused(running.ipc.command('set_property', 'volume', driver.volume))
    await unlessRefused(running.ipc.command('set_property', 'mute', driver.isMuted))
    await unlessRefused(running.ipc.command('show-text', '${?mute==yes:–}${?mute==no:${volume}} %'))
    await look(driver)
  })
}

/** Without a film it is that of the next one. */
function setNight(driver: DriverState, seq: number, isNight: boolean): void {
  driver.isNight = isNight
  driver.keepNight(isNight)
  command(driver, seq, (ipc) => ipc.command('set_property', 'af', filtersOf(isNight)))
}

/** Without a film such a key does nothing, which the screen says (lacks). */
function press(driver: DriverState, key: RemoteKey): void {
  enqueue(driver, async () => {
    const { film, running } = driver
    if (!film || !running) return
    driver.emit({ kind: 'touched', play_id: film.play_id })
    if (key === 'back' || key === 'home') return leave(driver, film)
    const seconds = keySeconds[key]
    await unlessRefused(
      seconds === undefined ? running.ipc.command('cycle', 'pause') : running.ipc.command('seek', seconds, 'exact'),
    )
    await unlessRefused(running.ipc.command('show-progress'))
    await look(driver)
  })
}

/** Somebody closes the film on the screen itself. */
async function leave(driver: DriverState, { play_id }: OwnFilm): Promise<void> {
  driver.latest = undefined
  driver.emit({ kind: 'exit', play_id })
  forget(driver)
  await endRunning(driver)
}

function exit(driver: DriverState, play_id: string): void {
  if (driver.latest?.play_id === play_id) driver.latest = undefined
  enqueue(driver, async () => {
    if (driver.film?.play_id !== play_id) return
    forget(driver)
    await endRunning(driver)
  })
}

async function endRunning({ running }: DriverState): Promise<void> {
  if (running) await quitMpv(running)
}

/** It ended, or was ended because it kept no bound. */
function gone(driver: DriverState, { run, why }: { run: RunningMpv | undefined; why: Error | undefined }): void {
  enqueue(driver, async () => {
    if (!run || driver.running !== run) return
    if (why) return fail(driver)
    driver.running = undefined
    const { film } = driver
    if (!film) return
    // Its window was closed, or it was killed.
    driver.latest = undefined
    driver.emit({ kind: 'exit', play_id: film.play_id })
    forget(driver)
  })
}

/** A film of ours, with where it is. */
async function takeOver(
  driver: DriverState,
  stored: KeptFilm | undefined,
): Promise<{ play_id: string; path: string; point: number; is_paused: boolean } | undefined> {
  const running = await takeOverMpv(driver.folder, driver.connection)
  if (!running) return undefined
  driver.running = running
  try {
    const source = await ask(driver, 'path')
    const seconds = numberOf(await ask(driver, 'time-pos'))
    if (!stored || source !== stored.source || seconds === undefined) {
      await endRunning(driver)
      return undefined
    }
    const isPaused = (await ask(driver, 'pause')) === true
    const speed = numberOf(await ask(driver, 'speed')) ?? 1
    for (const [at, name] of followed.entries()) await running.ipc.command('observe_property', at + 1, name)
    const point = Math.round(Math.max(0, stored.offset + seconds * 1000))
    const state = isPaused ? 'paused' : 'playing'
    const own = { load: undefined, entry: undefined, isOpen: true, state, speed, point, at: driver.elapsed() } as const
    driver.film = { ...stored, ...own, subtitle: undefined, secondary: undefined }
    driver.onChange()
    return { play_id: stored.play_id, path: stored.path, point, is_paused: isPaused }
  } catch {
    // It hangs: the next film gets another one.
    fail(driver)
    return undefined
  }
}
