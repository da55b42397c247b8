/** Route of the search in a box's library. */
import { foldText } from '@homeport/contract/shape/list-keys/fold-text.ts'
import { hotFilmSearches, searchFilms, type FileHit, type FilmHit } from '@homeport/contract/movie/movie.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import type { HighlightedText } from '@homeport/contract/shape/highlighted-text.ts'
import type { FilmFile } from '@homeport/contract/shape/film/film.ts'
import { highlight } from '../../shared/search/highlight.ts'
import { serve, type DeviceContext, type Route } from '../../kit/http/serve.ts'
import { ofUser, type BoxLibrary } from '../library/box-library.ts'
import { episodesByIds } from '../film/episode.store.ts'
import { hotQueries, hotSearchMs } from './hot-search.store.ts'
import { find, type SearchResults } from './find.ts'
import type { SearchLog } from './search-log.ts'
import { filesOf } from '../film/store.ts'

type SearchDeps = Pick<BoxLibrary, 'libraryFor' | 'filmsOf' | 'staleAt'> & { searchLog: SearchLog }

export function searchRoutes({ libraryFor, filmsOf, staleAt, searchLog }: SearchDeps): Route[] {
  return [
    serve(hotFilmSearches, async (_, context) => ({
      data: await hotQueries(context.db, { ...ofUser(context), since: context.now - hotSearchMs }),
    })),
    serve(searchFilms, async (query, context) => {
      const [userLibrary, stale_at] = await Promise.all([libraryFor(context), staleAt(context)])
      const { library } = userLibrary
      const results = find(library, await library.search(), query)
      const { films: filmCount, series, people: peopleCount, files: fileCount } = results.counts
      const hasHits = filmCount + series + peopleCount + fileCount > 0
      if (query.page === 1) searchLog.note(context.realm, { ...ofUser(context), q: results.corrected || query.q }, hasHits)
      const spellings = foldText(results.corrected || query.q).split(' ')
      const [films, files] = await Promise.all([
        filmsOf(context, [...results.films, ...results.series], userLibrary),
        fileHits(context, results.files, spellings),
      ])
      const byId = new Map(films.map((film) => [film.id, film]))
      const hits = (ids: readonly string[]): Out<typeof FilmHit>[] =>
        ids.flatMap((id) => {
          const film = byId.get(id)
          return film ? [{ ...film, marked_title: highlight(film.title, spellings) }] : []
        })
      const people = results.people.map(({ id, name, photo, films: count }) => ({
        id,
        photo,
        films: count,
        marked_name: highlight(name, spellings),
      }))
      const { counts, corrected } = results
      const { page, limit } = query
      return { counts, films: hits(results.films), series: hits(results.series), files, people, corrected, page, limit, stale_at }
    }),
  ]
}

async function fileHits(
  context: DeviceContext,
  hits: SearchResults['files'],
  spellings: readonly string[],
): Promise<Out<typeof FileHit>[]> {
  const { db, device } = context
  const [ofFilms, ofEpisodes] = await Promise.all([
    filesOf(
      db,
      device.devsn,
      hits.map(({ film_id }) => film_id),
    ),
    episodesByIds(
      db,
      ofUser(context),
      hits.flatMap(({ episode_id }) => episode_id ?? []),
    ),
  ])
  return hits.flatMap(({ film_id, episode_id, file }) => {
    const episode = episode_id === undefined ? undefined : ofEpisodes.get(episode_id)
    const of = episode_id === undefined ? ofFilms.get(film_id)?.[file] : episode?.files[file]
    if (!of) return []
    const { id, path, file_size } = of
    return [{ id, movie_id: film_id, path, file_size, marked_name: markedName(of, episode, spellings) }]
  })
}

/** With the episode's title behind it where only that has the words. */
function markedName(
  { file_name }: FilmFile,
  episode: { title: string } | undefined,
  spellings: readonly string[],
): HighlightedText {
  const marked = highlight(file_name, spellings)
  if (!episode || marked.some(({ is_hit }) => is_hit)) return marked
  return highlight(`${file_name} · ${episode.title}`, spellings)
}
