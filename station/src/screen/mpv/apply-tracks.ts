/** Gives mpv the sound and the subtitle that were chosen: streams of the film by ffprobe's index, and files beside it. */
import type { subtitleSizes } from '@homeport/contract/shape/track.ts'
import * as z from 'zod/mini'
import { ask, tried, type DriverState, type OwnFilm } from './driver-state.ts'
import { ticketOf } from '../../shared/local-files.ts'

const TrackList = z.array(
  z.object({ id: z.int(), type: z.string(), 'ff-index': z.optional(z.int()), external: z.optional(z.boolean()) }),
)
const scales: Record<(typeof subtitleSizes)[number], number> = { s: 0.8, m: 1, l: 1.35 }

export async function applyTracks(driver: DriverState, film: OwnFilm): Promise<void> {
  const { tracks: chosen, running } = driver
  if (!running || chosen?.play_id !== film.play_id) return
  const { tracks, subtitle } = chosen
  const set = (name: string, value: string | number) => tried(running.ipc.command('set_property', name, value))
  const audio = await idOf(driver, 'audio', Number(tracks.audio_id))
  if (tracks.audio_id !== '' && audio !== undefined && (await ask(driver, 'aid')) !== audio) await set('aid', audio)
  await set('sub-delay', tracks.offset_ms / 1000)
  await set('sub-scale', scales[tracks.size])
  const ticket = subtitle ? ticketOf(subtitle.url) : ''
  if (ticket === film.subtitle) return
  film.subtitle = ticket
  if (ticket === '') return void (await set('sid', 'no'))
  const local = await driver.files().subtitle(ticket)
  if (driver.film !== film || !local) return
  if (local.place.kind === 'stream') return void (await set('sid', (await idOf(driver, 'sub', local.place.index)) ?? 'no'))
  // mpv itself would guess. It goes by the names of iconv, which has x-mac-cyrillic without its x.
  await set('sub-codepage', local.encoding === undefined ? 'auto' : `+${local.encoding.replace(/^x-/, '')}`)
  const path = local.text === undefined ? local.place.path : `memory://${local.text}`
  await tried(running.ipc.command('sub-add', path, 'select'))
}

/** mpv's number of a stream of the film; undefined if it has none. */
async function idOf(driver: DriverState, type: 'audio' | 'sub', index: number): Promise<number | undefined> {
  const list = TrackList.safeParse(await ask(driver, 'track-list'))
  return list.data?.find((one) => one.type === type && !one.external && one['ff-index'] === index)?.id
}
