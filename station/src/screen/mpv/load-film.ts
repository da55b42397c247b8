/** Gives mpv the film that its screen is to load; a film that it has from a box before goes on as it is. */
import { applyTracks } from './apply-tracks.ts'
import type { Load } from '../driven/driver-base.ts'
import { numberOf, type DriverState, type OwnFilm } from './driver-state.ts'
import { followed, look } from './follow-film.ts'
import { filtersOf } from './night.ts'
import { endMpv, quitMpv, startMpv, type RunningMpv } from './process.ts'
import { ticketOf } from '../../shared/local-files.ts'

/** A film that is so near where it is asked for is there. */
const nearMs = 5_000

export async function loadFilm(driver: DriverState, load: Load): Promise<void> {
  const isWanted = () => driver.latest === load && !driver.isStopped
  if (!isWanted()) return
  driver.seq = load.seq
  const source = await sourceOf(driver, load)
  if (await goesOn(driver, load, source)) return
  const running = await ready(driver)
  // Nothing is left for it.
  if (!isWanted()) return driver.film ? undefined : quitMpv(running)
  const { ipc } = running
  const seconds = Math.max(0, (load.point - load.offset) / 1000)
  const speed = load.speed ?? 1
  const settings: [string, string | number | boolean][] = [
    ['pause', load.is_paused],
    ['speed', speed],
    ['volume', driver.volume],
    ['mute', driver.isMuted],
    ['af', filtersOf(driver.isNight)],
    ['start', seconds.toFixed(3)],
    ['aid', 'auto'],
    ['sid', 'no'],
    ['secondary-sid', 'no'],
    ['force-media-title', [load.series?.title, load.title].filter(Boolean).join(' · ')],
  ]
  for (const [name, value] of settings) await ipc.command('set_property', name, value)
  const film: OwnFilm = {
    play_id: load.play_id,
    path: load.path,
    source,
    offset: load.offset,
    load,
    entry: undefined,
    isOpen: false,
    state: 'loading',
    speed,
    point: load.point,
    at: driver.elapsed(),
    subtitle: '',
    secondary: '',
  }
  driver.film = film
  film.entry = entryOf(await ipc.command('loadfile', source, 'replace'))
  driver.keep(film)
  driver.onChange()
}

/** The file itself; one that still loads is read by its address, which waits for what is missing. */
async function sourceOf({ files, base }: DriverState, { url }: Load): Promise<string> {
  return (await files().film(ticketOf(url))) ?? new URL(url, base()).href
}

/** The film that mpv has is the one that is asked for, about where it is asked for. */
async function goesOn(driver: DriverState, load: Load, source: string): Promise<boolean> {
  const { film } = driver
  if (!film || film.load || film.source !== source || driver.running?.isEnding !== false) return false
  if (Math.abs(film.point - load.point) > nearMs || load.is_paused !== (film.state === 'paused')) return false
  Object.assign(film, { load, play_id: load.play_id, path: load.path, offset: load.offset })
  driver.keep(film)
  await applyTracks(driver, film)
  await look(driver)
  return true
}

/** An mpv that takes a film. One that is about to end, or dead, is gone first. */
async function ready(driver: DriverState): Promise<RunningMpv> {
  const { running, folder } = driver
  if (running?.ipc.isOpen() && !running.isEnding) return running
  if (running) await endMpv(folder)
  const started = await startMpv(driver, driver.connection)
  driver.running = started
  for (const [at, name] of followed.entries()) await started.ipc.command('observe_property', at + 1, name)
  return started
}

function entryOf(answer: unknown): number | undefined {
  return typeof answer === 'object' && answer !== null && 'playlist_entry_id' in answer
    ? numberOf(answer.playlist_entry_id)
    : undefined
}
