/** The acts of mending: the handlers of the app's requests about which film a file is. */
import {
  filmForget,
  filmIdentify,
  filmLookup,
  filmMatch,
  filmsAccept,
  filmsUndo,
  filmsUnidentified,
} from '@homeport/contract/movie/identify.ts'
import { answer, type Handler } from '../../kit/connection/answer.ts'
import { toCandidate } from './film-match.ts'
import type { Mending } from './manual-match.ts'
import { readTypedQuery } from './typed-query.ts'

export function identifyActs(mending: Mending): Handler[] {
  return [
    answer(filmMatch, ({ id }, { realm }) => mending.match(id, realm)),
    answer(filmLookup, async ({ id, query: text }, { realm }) => {
      const query = readTypedQuery(text)
      if (query.kind === 'douban_bare') return { candidates: [], note: 'douban_bare' as const, database: mending.state() }
      const { candidates, database } = await mending.lookUp(id, query)
      const note = query.kind === 'id' ? ('id' as const) : query.isDouban ? ('douban_title' as const) : ('' as const)
      return { candidates: candidates.map((candidate) => toCandidate(candidate, realm)), note, database }
    }),
    answer(filmIdentify, ({ id, ...choice }, { realm }) => mending.choose(id, choice, realm)),
    answer(filmForget, ({ id }, { realm }) => mending.forget(id, realm)),
    answer(filmsUnidentified, async ({ level, page, limit }, { realm }) => {
      const films = await mending.unidentified({ level, page, limit }, realm)
      return { ...films, page, limit, total: films.counts[level] }
    }),
    answer(filmsAccept, ({ ids, min_score }) => mending.accept(ids, min_score)),
    answer(filmsUndo, async (input) => ({ undone: await mending.undo(input) })),
  ]
}
