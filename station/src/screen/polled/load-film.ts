/** Gives a player the film that its screen is to load, with the subtitle that goes with it. */
import { PlayerRefusal, type Load, type Tracks } from '../driven/driver-base.ts'
import type { ShownFilm } from './device.ts'
import { forget, report, type DriverState, type Subtitle } from './driver-state.ts'
import { filmOf, pointNow } from './film-on-device.ts'
import { pollAfter } from './follow-film.ts'

/** The subtitle of a film follows its source within this time, or it starts without. */
const subtitleWithinMs = 1_000
/** A person who shifts the subtitle presses several times. */
const pressesWithinMs = 1_000

export async function loadFilm(driver: DriverState, load: Load): Promise<void> {
  const { device, elapsed, keep, pace } = driver
  if (driver.latest !== load) return
  if (!device.own) await awaitSubtitle(driver, load)
  if (driver.latest !== load) return
  const shown = shownFilm(driver, load)
  const given = { uri: shown.uri, startsWithinMs: pace.startsWithinMs }
  driver.film = filmOf(load, given, elapsed())
  driver.taken = undefined
  driver.seq = load.seq
  driver.reported = undefined
  driver.misses = 0
  driver.polls = 0
  driver.seekTries = 0
  try {
    await device.open(shown)
  } catch (error) {
    if (!(error instanceof PlayerRefusal)) throw error
    report(driver, 'failed', load.point)
    return forget(driver)
  }
  driver.film = filmOf(load, given, elapsed())
  keep({ uri: shown.uri, play_id: load.play_id, path: load.path, offset: load.offset })
  pollAfter(driver, pace.pollSoonMs)
}

function awaitSubtitle(driver: DriverState, { play_id }: Load): Promise<void> {
  if (driver.subtitle?.play_id === play_id) return Promise.resolve()
  driver.subtitle = undefined
  return new Promise((resolve) => {
    const stop = driver.later(subtitleWithinMs, resolve)
    driver.subtitleCame = () => {
      stop()
      resolve()
    }
  })
}

/** The length of a converted source is what is left to play. */
export function shownFilm({ base, subtitle }: DriverState, load: Load): ShownFilm {
  const { url, title, series, duration, offset, end = duration, media_type = '', is_seekable, stream = 'file' } = load
  return {
    uri: new URL(url, base).href,
    title: [series?.title, title].filter(Boolean).join(' · '),
    mediaType: media_type,
    durationMs: Math.max(0, end - Math.max(0, offset)),
    isSeekable: is_seekable,
    isConverted: stream !== 'file',
    subtitle: subtitle && subtitle.url !== '' ? srtUrl(base, subtitle, offset) : '',
  }
}

/** Its times are those of the source. */
function srtUrl(base: string, { url, offsetMs }: Subtitle, sourceOffset: number): string {
  return new URL(`${url}/${Math.round(offsetMs - sourceOffset)}.srt`, base).href
}

/** Where the subtitle is part of what the player was given, another one needs the source anew. */
export function takeSubtitle(driver: DriverState, { play_id, subtitle: shown }: Tracks): void {
  const { latest, later, pace } = driver
  if (latest?.play_id !== play_id) return
  const before = driver.subtitle?.play_id === play_id ? driver.subtitle : { url: '', offsetMs: 0 }
  const subtitle = { play_id, url: shown?.url ?? '', offsetMs: shown ? shown.offset_ms : 0 }
  driver.subtitle = subtitle
  driver.subtitleCame()
  if (driver.film?.load !== latest || (before.url === subtitle.url && before.offsetMs === subtitle.offsetMs)) return
  driver.cancelReload()
  driver.cancelReload = later(Math.min(pressesWithinMs, pace.pollMs), () => {
    const { film, elapsed, emit } = driver
    if (film?.load === latest) emit({ kind: 'source', play_id, point: pointNow(film, elapsed()) })
  })
}
