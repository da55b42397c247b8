/** Carries out a person's decisions about films: an entry is chosen or typed, forgotten, many are accepted, or a change is undone. No scan and no search overwrites them. */
import { randomUUID } from 'node:crypto'
import type { FilmChoice, FilmMatch } from '@homeport/contract/movie/identify.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { FilmFacts } from '../film/facts.ts'
import type { FilmIdentity } from '../film/identity.store.ts'
import type { Candidates, CandidateSearch } from './candidate-search.ts'
import { factsOfFilm, noFacts, picturesOf, unknownIdentity } from './fill-facts.ts'
import { toFilmMatch } from './film-match.ts'
import type { NamedFilm, UnidentifiedLevel } from './film-name.query.ts'
import type { DatabaseState, IdentificationQueue } from './identification-queue.ts'
import type { IdentifyDeps } from './identify-film.ts'
import type { identityChangeStore } from './identity-change.store.ts'
import type { TypedQuery } from './typed-query.ts'

export type MendingDeps = Pick<IdentifyDeps, 'names' | 'identities'> & {
  changes: ReturnType<typeof identityChangeStore>
  /** undefined without a key, which comes and goes. */
  remote: () => { search: CandidateSearch; queue: Pick<IdentificationQueue, 'state' | 'wake' | 'lookAt'> } | undefined
  /** A picture that a person uploaded, stored; '' if it is none. */
  uploaded: (realm: Lang, blob: string) => Promise<string>
  onChange: () => void
}
export type Mending = ReturnType<typeof createMending>

export function createMending({ names, identities, changes, remote, uploaded, onChange }: MendingDeps) {
  const state = (): DatabaseState => remote()?.queue.state() ?? 'no_key'

  async function filmOf(id: string): Promise<{ film: NamedFilm; identity: FilmIdentity }> {
    const film = await names.namedFilm(id)
    if (!film) throw new Refusal(Code.notFound)
    return { film, identity: (await identities.identities([id])).get(id) ?? unknownIdentity(id) }
  }

  async function matchOf(id: string, { candidates, database, lang }: Candidates & { lang: Lang }): Promise<FilmMatch> {
    const { film, identity } = await filmOf(id)
    const canUndo = (await changes.undoable([id])).has(id)
    return toFilmMatch(film, { identity, candidates, database, lang, canUndo })
  }

  /** art: pictures of it that the cloud must have. */
  async function decide(identity: FilmIdentity, lang: Lang, database: DatabaseState = state()): Promise<FilmMatch> {
    await changes.change([identity], '')
    await identities.addArt(identity.film_id, picturesOf(identity))
    changed()
    return matchOf(identity.film_id, { candidates: identity.candidates, database, lang })
  }

  function changed(): void {
    onChange()
    remote()?.queue.wake(0)
  }

  async function choose(id: string, choice: FilmChoice, lang: Lang): Promise<FilmMatch> {
    const { film, identity } = await filmOf(id)
    if (choice.none) return decide(nameOnly(identity), lang)
    if (choice.tmdb === '') return decide(await typed(identity, choice, lang), lang)
    const entry = await remote()?.search.entry(choice.tmdb, { film, identity })
    if (entry?.facts) return decide(chosen(identity, entry.facts), lang, entry.state)
    if (entry?.state === 'ok') throw new Refusal(Code.invalid, { field: 'tmdb', rule: 'invalid' })
    // Nothing is known of it, and the database is away: nothing changes.
    return matchOf(id, { candidates: identity.candidates, database: entry?.state ?? state(), lang })
  }

  /** As typed: in this realm's language, and in the other one where there is no title. */
  async function typed(identity: FilmIdentity, { title, year, poster }: FilmChoice, lang: Lang): Promise<FilmIdentity> {
    if (title === '' && year === null && poster === '') throw new Refusal(Code.invalid, { field: 'title', rule: 'required' })
    const picture = poster === '' ? '' : await uploaded(lang, poster)
    if (poster !== '' && picture === '') throw new Refusal(Code.invalid, { field: 'poster', rule: 'invalid' })
    const { facts } = identity
    const other = lang === 'zh' ? 'en' : 'zh'
    const texts = { ...facts.texts }
    texts[lang] = { ...texts[lang], title: title || texts[lang].title }
    texts[other] = { ...texts[other], title: texts[other].title || title }
    const typedFacts = { ...facts, texts, year: year ?? facts.year, poster: picture || facts.poster }
    return { ...identity, source: 'person', is_settled: true, facts: typedFacts }
  }

  async function accept(ids: readonly string[], minScore: number): Promise<{ sweep_id: string; accepted: number }> {
    const rows = await identities.identities(await names.acceptable(ids, minScore))
    const accepted = [...rows.values()].flatMap((identity) => {
      const [best] = identity.candidates
      return best ? [chosen(identity, factsOfFilm(best))] : []
    })
    const sweep_id = randomUUID()
    await changes.change(accepted, sweep_id)
    changed()
    return { sweep_id, accepted: accepted.length }
  }

  async function unidentified({ level, page, limit }: { level: UnidentifiedLevel; page: number; limit: number }, lang: Lang) {
    const ids = await names.unidentified({ level, limit, offset: (page - 1) * limit })
    const rows = await identities.identities(ids)
    const undoable = await changes.undoable(ids)
    remote()?.queue.lookAt(ids)
    const data = (await names.named(ids)).map((film) => {
      const identity = rows.get(film.film_id) ?? unknownIdentity(film.film_id)
      const { candidates } = identity
      return toFilmMatch(film, { identity, candidates, lang, canUndo: undoable.has(film.film_id), database: state() })
    })
    const counts = { ...(await names.countUnidentified()), unnamed: await names.countUnnamed() }
    return { data, counts, scores: await names.countAcceptable(), sweep: await changes.lastSweep(), database: state() }
  }

  return {
    state,
    choose,
    accept,
    unidentified,
    async match(id: string, lang: Lang): Promise<FilmMatch> {
      const { film, identity } = await filmOf(id)
      const candidates = (await remote()?.search.of(film, identity)) ?? { candidates: identity.candidates, database: state() }
      return matchOf(id, { ...candidates, lang })
    },
    /** By what a person typed. */
    async lookUp(id: string, query: Exclude<TypedQuery, { kind: 'douban_bare' }>): Promise<Candidates> {
      const { film } = await filmOf(id)
      return (await remote()?.search.lookUp(film, query)) ?? { candidates: [], database: state() }
    },
    async forget(id: string, lang: Lang): Promise<FilmMatch> {
      return decide(nameOnly((await filmOf(id)).identity), lang)
    },
    async undo({ id, sweep_id }: { id: string; sweep_id: string }): Promise<number> {
      const undone = sweep_id === '' ? await changes.undoFilm(id) : await changes.undoSweep(sweep_id)
      changed()
      return undone
    },
  }
}

/** searched_at 0: the rest of the facts is added in the background. */
function chosen(identity: FilmIdentity, facts: FilmFacts): FilmIdentity {
  return { ...identity, source: 'person', is_settled: true, facts, searched_at: 0 }
}

function nameOnly(identity: FilmIdentity): FilmIdentity {
  return { ...identity, source: 'no', is_settled: true, facts: noFacts }
}
