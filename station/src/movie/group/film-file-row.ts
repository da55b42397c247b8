/** A file of the library as it is to be written. */
import type { KnownFile } from '../film/file.query.ts'
import type { newFilm } from './no-episode.ts'
import type { Ids } from '../name/clean.ts'
import type { EpisodeNumber } from './series-key.ts'
import type { FilmFileRow, FilmRow } from '../film/film-row.ts'

/** A file with the film it belongs to, derived from its name. */
export type NewFile = Pick<FilmFileRow, 'file_id' | 'path' | 'root' | 'size' | 'modified_at' | 'inode' | 'part' | 'quality'> & {
  film: NewFilm
  /** The ids in the name of a film that has a year, where it has any. */
  ids?: Ids
  /** The series of an episode, as long as the years of its title are not told apart (series-key.ts). */
  series?: NewSeries
}
type NewFilm = Omit<FilmRow, keyof typeof newFilm>
type NewSeries = { key: string; title: string; original_title: string; episode: EpisodeNumber }

export type Move = { file: KnownFile; to: NewFile }
