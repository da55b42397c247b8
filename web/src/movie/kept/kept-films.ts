/** The films that this phone keeps or is about to keep, with where one stopped in them, and positions that wait to be sent. All of it is deleted with the session (P13). */
import { OfflineCopy } from '@homeport/contract/playback/offline-copy.ts'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { outboxFields } from '../../kit/keep/outbox.ts'
import { savedState } from '../../kit/keep/saved-state.ts'
import { useObservable } from '../../kit/observable.ts'
import { forgetSaved, readSaved, writeSaved } from '../../kit/storage.ts'
import { keptKey } from './pending-kept.ts'

export const keptPlayerPath = '/pages/device/movie/kept-player'
export const pieceBytes = 8 * 1024 * 1024

/**
 * title, line: as its list shows it; line of an episode, else ''. copy_id: '' until the box was asked. preparing: on the box, with its progress in percent; saving: done of size bytes are here.
 * why: of one that failed, or of one that waits: a hindrance of the box, or 'full' where this phone has no room. left_at: ms by this phone's clock, 0 if nobody watched it here.
 */
const KeptFilm = z.object({
  id: z.string(),
  devsn: z.string(),
  movie_id: z.string(),
  file_id: z.string(),
  height: OfflineCopy.shape.height,
  title: z.string(),
  line: z.string(),
  poster: z.string(),
  duration_ms: z.number(),
  copy_id: z.string(),
  state: z.enum(['waiting', 'preparing', 'saving', 'kept', 'failed']),
  why: z.string(),
  progress: z.number(),
  size: z.number(),
  done: z.number(),
  point_ms: z.number(),
  left_at: z.number(),
  removes_watched: z.boolean(),
})
export type KeptFilm = z.infer<typeof KeptFilm>

/** id: of the film or episode, so that a later position takes the place of an earlier one. */
const PendingPosition = z.object({
  ...outboxFields,
  devsn: z.string(),
  point_ms: z.number(),
  duration_ms: z.number(),
  is_watched: z.boolean(),
  left_at: z.number(),
})
export type PendingPosition = z.infer<typeof PendingPosition>

const Kept = z.object({ films: z.array(KeptFilm), places: z.array(PendingPosition) })

export const savedFilms = savedState<z.infer<typeof Kept>>({
  owner: keptKey,
  keyOf: (owner) => owner,
  schema: Kept,
  empty: { films: [], places: [] },
  merge: (typed, saved) => ({
    films: [...saved.films, ...typed.films],
    places: [...saved.places.filter(({ id }) => typed.places.every((one) => one.id !== id)), ...typed.places],
  }),
})

export const keptFilms = (): readonly KeptFilm[] => savedFilms.value.get().films
export const piecesOf = ({ id }: Pick<KeptFilm, 'id'>): string => `${keptKey()}/${id}`

export function useKeptFilms(): readonly KeptFilm[] {
  useEffect(() => void savedFilms.open(), [])
  return useObservable(savedFilms.value).films
}

/** False until it is known what is here. */
export function useAreKeptFilmsRead(): boolean {
  const [areRead, setRead] = useState(false)
  useEffect(() => void savedFilms.open().then(() => setRead(true)), [])
  return areRead
}

/** vtt: WebVTT. */
const KeptSubtitles = z.array(z.object({ language: z.string(), title: z.string(), is_shown: z.boolean(), vtt: z.string() }))
export type KeptSubtitle = z.infer<typeof KeptSubtitles>[number]

const subtitlesOf = (film: Pick<KeptFilm, 'id'>) => `${piecesOf(film)}-subtitles`

export const saveSubtitles = (film: KeptFilm, subtitles: readonly KeptSubtitle[]): Promise<void> =>
  writeSaved(subtitlesOf(film), subtitles)

export async function keptSubtitles(film: KeptFilm): Promise<readonly KeptSubtitle[]> {
  const saved = z.safeParse(KeptSubtitles, await readSaved(subtitlesOf(film)))
  return saved.success ? saved.data : []
}

/** Nothing where it was removed meanwhile. */
export function changeKept(id: string, part: Partial<KeptFilm>): void {
  savedFilms.update({ films: keptFilms().map((film) => (film.id === id ? { ...film, ...part } : film)) })
}

/** With all that is here of it; its position stays to be sent. */
export async function forgetKept(film: KeptFilm): Promise<void> {
  savedFilms.update({ films: keptFilms().filter(({ id }) => id !== film.id) })
  await forgetSaved(piecesOf(film))
}
