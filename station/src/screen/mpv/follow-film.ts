/** Follows the film in mpv by its events, and says so. */
import { reportEveryMs } from '@homeport/contract/playback/screen-protocol.ts'
import { applyTracks } from './apply-tracks.ts'
import { ask, forget, numberOf, pointNow, report, type DriverState, type OwnFilm } from './driver-state.ts'
import type { MpvEvent } from './ipc.ts'

/** A film that stops so near its end has ended: its length is the box's reading. */
const endSlackMs = 10_000
const endSlackShare = 0.1

export const followed = ['pause', 'paused-for-cache', 'volume', 'mute', 'speed'] as const

export async function follow(driver: DriverState, event: MpvEvent): Promise<void> {
  const { film } = driver
  if (event.event === 'end-file') return ended(driver, event)
  if (event.event === 'property-change') return changed(driver, event)
  if (!film) return
  if (event.event === 'file-loaded') {
    film.isOpen = true
    return applyTracks(driver, film)
  }
  if (event.event === 'playback-restart') return look(driver)
}

/** Where it is, at each change and every five seconds. */
export async function look(driver: DriverState): Promise<void> {
  const { film, elapsed, later } = driver
  if (!film) return
  const seconds = numberOf(await ask(driver, 'time-pos'))
  const isPaused = (await ask(driver, 'pause')) === true
  const isWaiting = (await ask(driver, 'paused-for-cache')) === true
  if (driver.film !== film) return
  const point = seconds === undefined ? pointNow(driver, film) : Math.max(0, film.offset + seconds * 1000)
  const isShown = seconds !== undefined && !isWaiting
  Object.assign(film, { point, at: elapsed(), state: isShown ? (isPaused ? 'paused' : 'playing') : 'loading' })
  report(driver, film.state)
  driver.cancelLook()
  driver.cancelLook = later(reportEveryMs, driver.lookLater)
}

/** A person at the box changed it, or the box did. */
async function changed(driver: DriverState, { name, data }: MpvEvent): Promise<void> {
  const { film } = driver
  const number = numberOf(data)
  if (name === 'volume' && number !== undefined) driver.volume = Math.round(Math.min(100, Math.max(0, number)))
  if (name === 'mute') driver.isMuted = data === true
  if (!film?.isOpen) return
  if (name === 'speed' && number !== undefined && number !== film.speed && number > 0) {
    film.point = pointNow(driver, film)
    film.at = driver.elapsed()
    film.speed = number
    driver.emit({ kind: 'speed', play_id: film.play_id, speed: number })
  }
  if (film.state === 'loading' && name !== 'paused-for-cache') return
  await look(driver)
}

async function ended(driver: DriverState, { reason, playlist_entry_id }: MpvEvent): Promise<void> {
  const { film, running } = driver
  // The end of a film that another one replaced.
  if (!film || (film.entry !== undefined && playlist_entry_id !== film.entry)) return
  if (running) running.isEnding = true
  if (reason === 'eof') atEnd(driver, film)
  else if (reason === 'quit' || reason === 'stop') driver.emit({ kind: 'exit', play_id: film.play_id })
  else report(driver, 'failed')
  forget(driver)
}

function atEnd(driver: DriverState, film: OwnFilm): void {
  const { load, play_id } = film
  if (!load) return driver.emit({ kind: 'exit', play_id })
  const end = load.end ?? load.duration
  const isNear = end === 0 || end - pointNow(driver, film) <= Math.min(endSlackMs, end * endSlackShare)
  film.point = isNear && end > 0 ? end : pointNow(driver, film)
  film.state = 'paused'
  if (load.end === undefined || !isNear) report(driver, 'ended')
  else driver.emit({ kind: 'source', play_id, point: load.end })
}
