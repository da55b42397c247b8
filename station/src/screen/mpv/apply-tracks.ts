/** Gives mpv the sound and the subtitles that were chosen: streams of the film by ffprobe's index, and files beside it. */
import type { subtitleSizes } from '@homeport/contract/shape/film/track.ts'
import * as z from 'zod/mini'
import { unlessRefused } from '../driven/driver-base.ts'
import { ask, type DriverState, type OwnFilm } from './driver-state.ts'
import { ticketOf } from '../../shared/local-files.ts'

const TrackList = z.array(
  z.object({ id: z.int(), type: z.string(), 'ff-index': z.optional(z.int()), external: z.optional(z.boolean()) }),
)
const scales: Record<(typeof subtitleSizes)[number], number> = { s: 0.8, m: 1, l: 1.35 }

export async function applyTracks(driver: DriverState, film: OwnFilm): Promise<void> {
  const { tracks: chosen, running } = driver
  if (!running || chosen?.play_id !== film.play_id) return
  const { tracks, subtitle, secondary } = chosen
  const set = (name: string, value: string | number) => unlessRefused(running.ipc.command('set_property', name, value))
  const audio = await idOf(driver, 'audio', Number(tracks.audio_id))
  if (tracks.audio_id !== '' && audio !== undefined && (await ask(driver, 'aid')) !== audio) await set('aid', audio)
  await set('sub-delay', tracks.offset_ms / 1000)
  // An mpv of before 2023 has one delay for both.
  await set('secondary-sub-delay', (tracks.secondary_offset_ms ?? 0) / 1000)
  await set('sub-scale', scales[tracks.size ?? 'm'])
  const first = subtitle ? ticketOf(subtitle.url) : ''
  const second = secondary ? ticketOf(secondary.url) : ''
  if (first !== film.subtitle && film.secondary !== '') {
    // One that was the second may be the first from now on.
    film.secondary = ''
    await set('secondary-sid', 'no')
  }
  if (first !== film.subtitle) {
    film.subtitle = first
    await set('sid', await subtitleIdOf(driver, film, first))
  }
  if (second !== film.secondary) {
    film.secondary = second
    await set('secondary-sid', await subtitleIdOf(driver, film, second))
  }
}

/** mpv's number of the subtitle behind a ticket, which is added if it is a file; 'no' where there is none. */
async function subtitleIdOf(driver: DriverState, film: OwnFilm, ticket: string): Promise<number | 'no'> {
  const local = ticket === '' ? undefined : await driver.files().subtitle(ticket)
  const { running } = driver
  if (driver.film !== film || !running || !local) return 'no'
  if (local.location.kind === 'stream') return (await idOf(driver, 'sub', local.location.index)) ?? 'no'
  const { ipc } = running
  // mpv itself would guess. It goes by the names of iconv, which has x-mac-cyrillic without its x.
  const encoding = local.encoding === undefined ? 'auto' : `+${local.encoding.replace(/^x-/, '')}`
  await unlessRefused(ipc.command('set_property', 'sub-codepage', encoding))
  const before = new Set((await tracksIn(driver)).map(({ id, type }) => `${type} ${id}`))
  await unlessRefused(ipc.command('sub-add', local.text === undefined ? local.location.path : `memory://${local.text}`, 'auto'))
  return (await tracksIn(driver)).find(({ id, type }) => type === 'sub' && !before.has(`${type} ${id}`))?.id ?? 'no'
}

/** mpv's number of a stream of the film; undefined if it has none. */
async function idOf(driver: DriverState, type: 'audio' | 'sub', index: number): Promise<number | undefined> {
  return (await tracksIn(driver)).find((one) => one.type === type && !one.external && one['ff-index'] === index)?.id
}

async function tracksIn(driver: DriverState): Promise<z.output<typeof TrackList>> {
  return TrackList.safeParse(await ask(driver, 'track-list')).data ?? []
}
