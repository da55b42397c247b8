/** The tables of films and their files. */

declare module '../../kit/db.ts' {
  interface Tables {
    movie_film: FilmRow
    movie_file: FilmFileRow
  }
}

export type FilmRow = {
  film_id: string
  /** Key that groups files into one film. */
  group_key: string
  title: string
  original_title: string
  year: number | null
  added_at: number
  /** Hash of its poster; '' if none. */
  poster: string
  /** new: poster not made yet; none: not possible. If art is not '', it was made from that picture, else of a frame. */
  picture_state: 'new' | 'made' | 'none'
  /** 1 if at least one file may be listed; of a series: if one of its episodes is. */
  is_listed: number
  /** Number of changes since it was last mirrored. */
  changed: number
  /** Number of changes since movie_catalog was last written. */
  catalog_changed: number
  /** An episode is a film with a series_id; a series has no files of its own. */
  kind: 'film' | 'series' | 'episode'
  /** film_id of the series of an episode, else ''. */
  series_id: string
  /** The numbers of an episode, season 0 for specials. */
  season: number | null
  episode: number | null
  episode_end: number | null
  /** YYYY-MM-DD, of an episode that is named by its date; '' otherwise. */
  air_date: string
  /** Number of changes of what lies beside it since that was last read. */
  beside_changed: number
  /** The NFO file that was last read for it: size, time and path; '' if none was. */
  nfo: string
  /** The picture beside it from which its poster is made, in the same form; '' if its poster is a frame. */
  art: string
  /** A picture made of the wide picture beside it (backdrop_art, in the form of art), or ''. */
  backdrop: string
  backdrop_art: string
}

export type FilmFileRow = {
  file_id: string
  film_id: string
  path: string
  root: string
  size: number
  modified_at: number
  /** device:inode, to recognize a moved file. */
  inode: string
  /** 1, 2 … for a film split into parts; 0 for an undivided one. */
  part: number
  /** As claimed by the file name. */
  quality: string
  /** new: not probed yet; film: contains video; other: does not. */
  state: 'new' | 'film' | 'other'
  duration_ms: number | null
  width: number | null
  height: number | null
  video: string
  audio: string
  pix_fmt: string
  container: string
  /** JSON list. */
  subtitles: string
}
