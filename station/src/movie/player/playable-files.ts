/** The facts that a player needs of a file, a film, or a series, which is played from its first episode. */
import type { MediaTools } from '../../shared/ffmpeg.ts'
import { isGrowing } from '../../shared/growing-file.ts'
import { idOf } from '../film/film-id.ts'
import type { FileQueries } from '../film/file.query.ts'
import type { FilmQueries, WholeFilm } from '../film/film.query.ts'
import { newFilm, noEpisode } from '../group/no-episode.ts'
import { mainFiles, partsOf } from '../film/playing-order.ts'
import { probe } from '../probe/probe.ts'
import type { ProbeStore } from '../probe/probe.store.ts'
import { toPlayableFile, type PlayableFile } from '../film/to-wire.ts'
import { isVideoName } from '../folder/walk.ts'
import type { FilmFileRow } from '../film/film-row.ts'

type PlayableStore = Pick<FilmQueries & FileQueries & ProbeStore, 'film' | 'firstEpisode' | 'file' | 'fileAt' | 'keepFacts'>

export function playableFiles(store: PlayableStore, tools: Promise<MediaTools>) {
  async function filmOfFile(filmId: string | undefined): Promise<WholeFilm | undefined> {
    return filmId === undefined ? undefined : store.film(filmId)
  }

  /** A series is played from its first episode. */
  async function episodeOf(film: WholeFilm | undefined): Promise<WholeFilm | undefined> {
    return film?.kind === 'series' ? filmOfFile(await store.firstEpisode(film.film_id)) : film
  }

  async function playable(filmId: string | undefined, fileId?: string): Promise<PlayableFile | undefined> {
    const film = await episodeOf(await filmOfFile(filmId))
    const file = fileId === undefined ? mainFiles(film?.files ?? [])[0] : film?.files.find(({ file_id }) => file_id === fileId)
    if (!film || !file) return undefined
    if (isKnown(file)) return toPlayableFile(film, file)
    // Without it the player says why it cannot play: gone, or damaged.
    return (await fileAt(file.path)) ?? toPlayableFile(film, file)
  }

  /** A part whose length is not known yet is probed now; one that is no video is left out. */
  async function playableParts(fileId: string): Promise<PlayableFile[]> {
    const film = await filmOfFile((await store.file(fileId))?.film_id)
    const file = film?.files.find(({ file_id }) => file_id === fileId)
    if (!film || !file) return []
    const parts = partsOf(film.files, file).map(async (part) =>
      part.duration_ms === null ? fileAt(part.path) : toPlayableFile(film, part),
    )
    return (await Promise.all(parts)).filter((part) => part !== undefined)
  }

  /** Probes a file now unless it is fully probed; undefined if it is not a video. */
  async function fileAt(path: string): Promise<PlayableFile | undefined> {
    const row = await store.fileAt(path)
    const film = await filmOfFile(row?.film_id)
    if (row && film && isKnown(row)) return toPlayableFile(film, row)
    const { ffprobe } = await tools
    if (!ffprobe || !isVideoName(path)) return undefined
    const result = await probe(ffprobe, path)
    if (result.kind !== 'film') return undefined
    const { facts } = result
    if (row) await store.keepFacts([{ file: row, facts }])
    const named = film ? { ...film, files: [] } : undefined
    const file = { ...facts, subtitles: JSON.stringify(facts.subtitles), path, quality: row?.quality ?? '' }
    return toPlayableFile(named ?? { ...noFilm, title: titleOf(path) }, {
      ...noFile,
      ...file,
      file_id: row?.file_id ?? idOf(path),
      film_id: film?.film_id ?? '',
    })
  }

  return {
    fileOf: async (fileId: string): Promise<PlayableFile | undefined> => playable((await store.file(fileId))?.film_id, fileId),
    firstFileOf: (filmId: string) => playable(filmId),
    partsOf: playableParts,
    fileAt,
    /** True if a file that still grows is a video. */
    isVideo: async (address: string): Promise<boolean> => {
      const { ffprobe } = await tools
      return ffprobe !== undefined && (await probe(ffprobe, address)).kind === 'film'
    },
  }
}

/** An address has its name encoded. */
function titleOf(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? ''
  return isGrowing(path) ? decodeURIComponent(name) : name
}

/** The list's fields are probed in the background, the player's fields when the file is played. */
function isKnown({ state, pix_fmt }: Pick<FilmFileRow, 'state' | 'pix_fmt'>): boolean {
  return state === 'film' && pix_fmt !== ''
}

const noFilm = {
  ...newFilm,
  ...noEpisode,
  film_id: '',
  group_key: '',
  title: '',
  original_title: '',
  year: null,
  added_at: 0,
  files: [],
}
const noFile = { root: '', size: 0, modified_at: 0, inode: '', part: 0, state: 'film' as const }
