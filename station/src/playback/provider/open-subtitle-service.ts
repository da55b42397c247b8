/** Search and fetch of subtitles for the films of the box: the service, what was fetched, and their acts. */
import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { subtitleFetch, subtitleSearch, type SubtitleHit } from '@homeport/contract/playback/tracks.ts'
import type { SubtitleTrack } from '@homeport/contract/shape/film/track.ts'
import { dropOldest } from '@homeport/contract/kit/collection/drop-oldest.ts'
import { answer, type ActCaller, type Handler } from '../../kit/connection/answer.ts'
import type { Db } from '../../kit/db.ts'
import type { PlayableFile } from '../delivery/delivery.ts'
import type { PlayStarter } from '../session/session.ts'
import { decodeText } from '../../kit/text-encoding/decode-text.ts'
import { languageOfText } from '../subtitle/language.ts'
import { readSubtitle } from '../subtitle/read-subtitle.ts'
import { fetchedSubtitleStore } from './fetched-subtitle.store.ts'
import { fetchedFor, keepSubtitle, type KeepDeps } from './keep-subtitle.ts'
import { movieHash } from './movie-hash.ts'
import { sortHits, subtitleQuery, usualLanguages, type FilmFacts } from './subtitle-query.ts'
import { createSubtitleService, formatOfName, subtitleRefusal, type SubtitleServiceSettings } from './subtitle-service.ts'

/** An act has to be answered within 10 s. */
const actMs = 9_000
/** Hits that may still be fetched with what the search said of them. */
const maxRemembered = 500

export type SubtitleServiceDeps = Pick<KeepDeps, 'writesLibrary' | 'now'> & {
  db: Db
  /** The box's own folder. */
  folder: string
  settings: SubtitleServiceSettings
  fileOf: (file_id: string) => Promise<PlayableFile | undefined>
  isInside: (path: string) => Promise<boolean>
  factsOf: (movie_id: string) => Promise<FilmFacts | undefined>
}
/** languagesOf: the languages that a person usually chooses. fetched: a subtitle was fetched for a file. */
export type SubtitleActDeps = {
  languagesOf: (by: PlayStarter) => Promise<string[]>
  fetched: (file_id: string, track_id: string, by: PlayStarter) => Promise<void>
}

export function openSubtitleService(deps: SubtitleServiceDeps) {
  const { db, settings, fileOf, isInside, factsOf } = deps
  const service = createSubtitleService(settings)
  const folder = join(deps.folder, 'subtitles')
  const keeping: KeepDeps = { ...deps, folder, store: fetchedSubtitleStore(db) }
  const remembered = new Map<string, SubtitleHit>()

  async function fileAt(path: string): Promise<PlayableFile> {
    const file = await fileOf(path)
    if (!file || !(await isInside(file.path))) throw subtitleRefusal('no_file')
    return file
  }

  async function search(input: { path: string; q: string; languages: readonly string[] }): Promise<SubtitleHit[]> {
    if (!service.isSetUp()) throw subtitleRefusal('no_provider')
    const file = await fileAt(input.path)
    const filmFacts = await factsOf(file.movie_id)
    const facts = filmFacts ?? { title: file.title, year: null, series_id: '', season: null, episode: null, tmdb: '', imdb: '' }
    const hash = input.q === '' ? await movieHash(file.path) : ''
    const hits = await service.search(subtitleQuery(facts, { ...input, hash }), AbortSignal.timeout(actMs))
    for (const hit of hits) remembered.set(hit.id, hit)
    dropOldest(remembered, maxRemembered)
    return sortHits(hits, input.languages)
  }

  async function download(file: PlayableFile, id: string): Promise<SubtitleTrack> {
    const { bytes, name } = await service.download(id, AbortSignal.timeout(actMs))
    if ((await readSubtitle(bytes)).length === 0) throw subtitleRefusal('gone')
    const hit = remembered.get(id) ?? { ...unknownHit, id, release: name, format: formatOfName(name) }
    const language = languageOfText(decodeText(bytes.subarray(0, 64 * 1024), hit.language), hit.language)
    // The service took its time, and the file may be written beside the film.
    if (!(await isInside(file.path))) throw subtitleRefusal('no_file')
    const track_id = await keepSubtitle(keeping, file, { hit: { ...hit, language }, bytes })
    const source = track_id.startsWith('beside:') ? ('beside' as const) : ('fetched' as const)
    const title = source === 'fetched' ? hit.release : ''
    return { id: track_id, source, format: hit.format, language, title, is_forced: false, is_default: false, trouble: '' }
  }

  return {
    acts: ({ languagesOf, fetched }: SubtitleActDeps): Handler[] => [
      answer(subtitleSearch, async ({ path, q, languages }, by) => {
        const requested = languages.length > 0 ? languages : usualLanguages(by.realm, await languagesOf(starterOf(by)))
        return { data: await search({ path, q: q.trim(), languages: requested }), provider: service.name }
      }),
      answer(subtitleFetch, async ({ path, id }, by) => {
        const file = await fileAt(path)
        const track = await download(file, id)
        await fetched(file.id, track.id, starterOf(by))
        return track
      }),
    ],
    fetchedOf: (file_id: string) => fetchedFor(keeping, file_id),
    /** Whether a path is one of the fetched subtitles. */
    isOwn: async (path: string): Promise<boolean> =>
      dirname(await realpath(path).catch(() => '')) === (await realpath(folder).catch(() => folder)),
    key: service.key,
    stop: service.stop,
  }
}

const unknownHit = { language: '', downloads: 0, is_exact: false, is_hearing_impaired: false }

function starterOf({ realm, from }: ActCaller): PlayStarter {
  return from && { realm, user_id: from.user_id }
}
