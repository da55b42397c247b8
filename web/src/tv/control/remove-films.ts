/** The list by which films are taken out of the row of what the person goes on with: OK takes the focused one out, OK again puts it back. */
import type { ScreenRow } from '@homeport/contract/playback/screen-protocol.ts'
import { update, type TvContext } from './state.ts'

/** The list stays as it was opened while the row below it changes. at: the focused place; removed: their ids. */
export function removeFilms(
  tv: TvContext,
  { data }: Pick<ScreenRow, 'data'>,
  { at, removed }: { at: number; removed: readonly string[] } = { at: 0, removed: [] },
): void {
  update(tv, {
    menu: {
      title: 'remove',
      choices: data.map(({ id, title }) => ({ id, name: title })),
      chosen: removed,
      at,
      choose(id) {
        const is_aside = !removed.includes(id)
        tv.send({ kind: 'aside', movie_id: id, is_aside })
        const next = is_aside ? [...removed, id] : removed.filter((one) => one !== id)
        removeFilms(tv, { data }, { at: data.map((film) => film.id).indexOf(id), removed: next })
      },
    },
  })
}
