/** Asks a player what it does with its film, and says so. */
import type { ScreenLack } from '@homeport/contract/shape/film/remote.ts'
import { unlessRefused, PlayerRefusal } from '../driven/driver-base.ts'
import { enqueue, forget, isSettled, report, reportNow, type DriverState } from './driver-state.ts'
import { endOf, judge, pointNow, soughtTo, type Answers, type FilmOnDevice } from './film-on-device.ts'

/** So many questions in a row without an answer: the player is gone. */
const maxMisses = 3
/** A player that is getting ready is asked so many times. */
const maxTries = 5
/** Every so many polls the volume is read, too. */
const soundEvery = 5

export function pollAfter(driver: DriverState, ms: number): void {
  driver.cancelPoll()
  driver.cancelPoll = driver.later(ms, () => enqueue(driver, () => poll(driver)))
}

async function poll(driver: DriverState): Promise<void> {
  const { film: polled, pace } = driver
  if (!polled) return
  const answers = await ask(driver).catch((error: unknown) => {
    driver.misses += 1
    if (driver.misses >= maxMisses) throw error
  })
  if (driver.film !== polled) return
  if (answers) {
    driver.misses = 0
    await follow(driver, polled, answers)
  }
  const { film } = driver
  if (film) pollAfter(driver, isSettled(film) && film.stops === 0 && driver.misses === 0 ? pace.pollMs : pace.pollSoonMs)
}

async function ask(driver: DriverState): Promise<Answers> {
  const { device, sound } = driver
  const answers = await device.answers()
  if (driver.polls % soundEvery === 0) await sound.read()
  driver.polls += 1
  return answers
}

async function follow(driver: DriverState, polled: FilmOnDevice, answers: Answers): Promise<void> {
  const { elapsed, emit } = driver
  const { film, what } = judge(polled, answers, elapsed())
  driver.film = film
  const { play_id, end } = film.load
  if (what === 'shown') {
    if (film.state === 'paused' && polled.state !== 'paused') driver.pausedAt = elapsed()
    if (film.state !== 'loading') await settle(driver, film)
    return reportNow(driver)
  }
  if (what === 'failed') report(driver, 'failed', pointNow(film, elapsed()))
  else if (what !== 'ended') emit({ kind: 'exit', play_id })
  else if (end === undefined) report(driver, 'ended', endOf(film) || pointNow(film, elapsed()))
  else emit({ kind: 'source', play_id, point: end })
  forget(driver)
}

/** A film that plays by now goes to where it was asked for. */
async function settle(driver: DriverState, playing: FilmOnDevice): Promise<void> {
  const { seekTo, state, load } = playing
  if (seekTo !== undefined && !(await goTo(driver, playing, seekTo))) return
  await takeTracks(driver)
  const { film } = driver
  if (!film?.pauses || film.load !== load) return
  if (state !== 'paused' && !(await isDone(driver, driver.device.pause(), 'pause'))) return
  driver.pausedAt = driver.elapsed()
  driver.film = { ...film, pauses: false, state: 'paused' }
}

/** A player with tracks of its own takes those that were chosen, once it has the film. */
export async function takeTracks(driver: DriverState): Promise<void> {
  const { device, tracks, taken, film, base } = driver
  if (!device.own || !film?.hasPlayed || !tracks || tracks === taken || tracks.play_id !== film.load.play_id) return
  driver.taken = tracks
  await unlessRefused(device.own.choose(tracks, base))
}

/** False while it is not there. A player that cannot seek is given another source, which begins there; one that plays files as they are goes on where it is. */
export async function goTo(driver: DriverState, playing: FilmOnDevice, point: number): Promise<boolean> {
  const { device, elapsed, emit } = driver
  const { play_id, offset } = playing.load
  try {
    if (driver.isSeekless) throw new PlayerRefusal('it cannot seek')
    await device.seek(point - offset)
    driver.seekTries = 0
    driver.film = soughtTo(playing, point, elapsed())
    return true
  } catch (error) {
    if (!(error instanceof PlayerRefusal)) throw error
    driver.seekTries += 1
    if (error.isNotNow && driver.seekTries < maxTries) {
      driver.film = { ...playing, seekTo: point }
      return false
    }
    driver.seekTries = 0
    driver.film = { ...playing, seekTo: undefined }
    if (device.own) return true
    driver.isSeekless = true
    emit({ kind: 'source', play_id, point: Math.round(point) })
    return false
  }
}

/** False if the player refuses; one that does not only ask for patience has no notion of it. */
export async function isDone(driver: DriverState, done: Promise<unknown>, lack: ScreenLack): Promise<boolean> {
  try {
    await done
    return true
  } catch (error) {
    if (!(error instanceof PlayerRefusal)) throw error
    if (!error.isNotNow) driver.onLack(lack)
    return false
  }
}
