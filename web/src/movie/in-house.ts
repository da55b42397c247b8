/** The library from the box itself, while the cloud is away. */
import {
  filmForget,
  filmIdentify,
  filmMatch,
  getMovieFile,
  removeRelation,
  saveMovieFile,
} from '@homeport/contract/movie/identify.ts'
import {
  deviceFilms,
  filmCounts,
  filmDetail,
  filmGenresOf,
  filmOfBox,
  filmQuery,
  listFilms,
} from '@homeport/contract/movie/movie.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import type { QueryClient } from '@tanstack/react-query'
import { answerInHouse } from '../kit/call/in-house.ts'
import { send } from '../kit/call/box-connection.ts'
import { session } from '../kit/session.ts'

export function answerFilmsInHouse(client: QueryClient): () => void {
  const list = async (query: Out<typeof listFilms.input>) => ({ ...(await send(filmQuery, query)), stale_at: null })
  const stops = [
    answerInHouse(listFilms, list),
    answerInHouse(deviceFilms, list),
    answerInHouse(filmGenresOf, (filter) => send(filmCounts, filter)),
    answerInHouse(filmDetail, async ({ devid, id }) => {
      const film = await send(filmOfBox, { id })
      // The episode to go on with as it was last seen.
      const before = client.getQueryData<Partial<Out<typeof filmDetail.output>>>([session.get().lang, 'movie', devid, 'film', id])
      return { ...film, next: before?.next ?? null, stale_at: null }
    }),
    answerInHouse(getMovieFile, ({ id }) => send(filmMatch, { id })),
    answerInHouse(saveMovieFile, (choice) => send(filmIdentify, choice)),
    answerInHouse(removeRelation, ({ id }) => send(filmForget, { id })),
  ]
  return () => stops.forEach((stop) => stop())
}
