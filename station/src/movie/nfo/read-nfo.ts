/** Reads an NFO file as Kodi, Jellyfin, tinyMediaManager and people write it. */
import { cutText } from '@homeport/contract/shape/field/text.ts'
import type { FilmPerson } from '@homeport/contract/shape/film/film.ts'
import * as z from 'zod/mini'
import { idOf } from '../film/film-id.ts'
import { EpisodeFacts, FilmFacts, unknownFactIds } from '../film/facts.ts'
import { plainTitle } from '../name/compare-titles.ts'
import { countryCode } from './country-code.ts'
import { decodeText } from '../../kit/text-encoding/decode-text.ts'
import { genresOfWords } from './genre-words.ts'
import { idsInText, idsOfElement, type TmdbKind } from './nfo-ids.ts'
import { childrenOf, listOf, numberOf, runtimeMs, textOf, yearOf } from './nfo-values.ts'
import { parseXml, type XmlElement } from '../../kit/xml/parse-xml.ts'

export const maxNfoBytes = 1024 * 1024
const maxCast = 30

/** season, episode: null where it does not say. */
export type NfoEpisode = { season: number | null; episode: number | null; facts: EpisodeFacts }
/** facts: undefined if it says nothing of a film or series. */
export type Nfo = { facts: FilmFacts | undefined; episodes: NfoEpisode[] }

/** undefined if it is refused: it is too large, or declares entities of its own. */
export function readNfo(bytes: Buffer): Nfo | undefined {
  if (bytes.length > maxNfoBytes) return undefined
  const text = decodeText(bytes)
  if (declaresEntities(text)) return undefined
  const { elements: named, rest } = parseXml(text)
  const elements = named.map(withoutPrefix)
  const roots = elements.flatMap((element) => (rootNames.has(element.name) ? element : element.children))
  const film = roots.find(({ name }) => name !== 'episodedetails' && rootNames.has(name))
  const episodes = roots.filter(({ name }) => name === 'episodedetails').map(episodeOf)
  const kind = film?.name === 'tvshow' ? 'tv' : 'movie'
  const bare = film ? rest : text
  const facts = film || episodes.length === 0 ? factsOf(film, { kind, bare }) : undefined
  return { facts, episodes }
}

/** <kodi:title> is a title: what stands before the colon names a vocabulary. */
function withoutPrefix({ name, attributes, text, children }: XmlElement): XmlElement {
  const local = (whole: string) => whole.slice(whole.indexOf(':') + 1)
  const own = Object.entries(attributes).map(([key, value]) => [local(key), value])
  return { name: local(name), attributes: Object.fromEntries(own), text, children: children.map(withoutPrefix) }
}

/** Or could: a DOCTYPE with declarations of its own. */
function declaresEntities(text: string): boolean {
  if (/<!ENTITY/i.test(text)) return true
  return text.split('>').some((tag) => {
    const start = tag.search(/<!DOCTYPE/i)
    return start >= 0 && tag.includes('[', start)
  })
}

const rootNames = new Set(['movie', 'tvshow', 'episodedetails', 'musicvideo'])

function factsOf(film: XmlElement | undefined, { kind, bare }: { kind: TmdbKind; bare: string }): FilmFacts | undefined {
  const inText = idsInText(bare)
  const inElement = film ? idsOfElement(film, kind) : unknownFactIds
  const ids = {
    tmdb: inElement.tmdb || inText.tmdb,
    imdb: inElement.imdb || inText.imdb,
    douban: inElement.douban || inText.douban,
    tvdb: inElement.tvdb || inText.tvdb,
  }
  const hasId = Object.values(ids).some((id) => id !== '')
  if (!film) return hasId ? z.parse(FilmFacts, { ids }) : undefined
  const title = textOf(film, 'title', 'localtitle')
  const facts = z.parse(FilmFacts, {
    ids,
    texts: textsOf(film, title),
    original_title: textOf(film, 'originaltitle'),
    aliases: [],
    year: yearOf(film, 'year', 'premiered', 'releasedate', 'aired'),
    runtime_ms: runtimeMs(textOf(film, 'runtime')),
    ...ratingOf(film),
    genres: genresOfWords(listOf(film, 'genre')),
    region:
      listOf(film, 'country', 'countrycode')
        .map(countryCode)
        .find((code) => code !== '') ?? '',
    people: peopleOf(film),
    collection_id: collectionOf(film).id,
    season_titles: seasonTitles(film),
  })
  return title !== '' || hasId || facts.year !== null || textOf(film, 'plot') !== '' ? facts : undefined
}

/** A text counts as of the language that it is written in. */
function textsOf(film: XmlElement, title: string): FilmFacts['texts'] {
  const overview = textOf(film, 'plot', 'outline')
  const collection = collectionOf(film).name
  return {
    zh: { title: inChinese(title), overview: inChinese(overview), collection: inChinese(collection) },
    en: { title: inEnglish(title), overview: inEnglish(overview), collection: inEnglish(collection) },
  }
}

const hasHan = (text: string) => /\p{Script=Han}/u.test(text)
const inChinese = (text: string) => (hasHan(text) ? text : '')
const inEnglish = (text: string) => (hasHan(text) ? '' : text)

/** The default one of several; as a share of ten. */
function ratingOf(film: XmlElement): { rating: number | null; votes: number } {
  const all = childrenOf(film, 'ratings').flatMap((ratings) => childrenOf(ratings, 'rating'))
  const rated = all.filter((one) => numberOf(textOf(one, 'value')))
  const chosen = rated.find(({ attributes }) => attributes['default'] === 'true') ?? rated[0]
  const plain = childrenOf(film, 'rating').find(({ text }) => numberOf(text.trim()))
  const value = chosen ? textOf(chosen, 'value') : (plain?.text.trim() ?? '')
  const most = Number((chosen ?? plain)?.attributes['max'] ?? 10) || 10
  const rating = numberOf(value)
  const votes = numberOf(chosen ? textOf(chosen, 'votes') : textOf(film, 'votes'), { isWhole: true }) ?? 0
  if (rating === null || rating === 0) return { rating: null, votes: 0 }
  const share = Math.round((rating / most) * 100) / 10
  return share <= 10 ? { rating: share, votes: Math.trunc(votes) } : { rating: null, votes: 0 }
}

function peopleOf(film: XmlElement): FilmPerson[] {
  const crew = (job: 'director' | 'writer', ...names: readonly string[]) =>
    listOf(film, ...names).map((name) => ({ id: personId(name, ''), name, job, role: '', photo: '' }))
  const cast = childrenOf(film, 'actor').flatMap((actor): FilmPerson[] => {
    const name = cutText(textOf(actor, 'name'), 200)
    if (name === '') return []
    return [
      { id: personId(name, textOf(actor, 'tmdbid')), name, job: 'cast', role: cutText(textOf(actor, 'role'), 200), photo: '' },
    ]
  })
  return [
    ...crew('director', 'director').slice(0, 5),
    ...crew('writer', 'credits', 'writer').slice(0, 8),
    ...cast.slice(0, maxCast),
  ]
}

function personId(name: string, tmdb: string): string {
  return /^\d{1,10}$/.test(tmdb) ? `tmdb:${tmdb}` : `name:${idOf(plainTitle(name) || name)}`
}

function collectionOf(film: XmlElement): { id: string; name: string } {
  const [set] = [...childrenOf(film, 'set'), ...childrenOf(film, 'collection')]
  const name = set ? textOf(set, 'name') || cutText(set.text.trim(), 200) : ''
  const number = set?.attributes['tmdbcolid'] || textOf(film, 'tmdbcollectionid', 'collectionnumber')
  if (name === '') return { id: '', name: '' }
  return { id: /^\d{1,10}$/.test(number) ? `tmdb:${number}` : `name:${idOf(plainTitle(name) || name)}`, name }
}

function seasonTitles(film: XmlElement): FilmFacts['season_titles'] {
  const seasons = childrenOf(film, 'namedseason').filter(({ attributes }) => /^\d{1,4}$/.test(attributes['number'] ?? ''))
  return Object.fromEntries(
    seasons.map(({ attributes, text }) => [attributes['number'], { zh: inChinese(text.trim()), en: inEnglish(text.trim()) }]),
  )
}

function episodeOf(element: XmlElement): NfoEpisode {
  const title = textOf(element, 'title')
  const overview = textOf(element, 'plot', 'outline')
  return {
    season: numberOf(textOf(element, 'season')),
    episode: numberOf(textOf(element, 'episode')),
    facts: {
      texts: {
        zh: { title: inChinese(title), overview: inChinese(overview) },
        en: { title: inEnglish(title), overview: inEnglish(overview) },
      },
      air_date: /\d{4}-\d\d-\d\d/.exec(textOf(element, 'aired', 'premiered'))?.[0] ?? '',
      still: '',
    },
  }
}
