/** NFO files as Kodi and Jellyfin read them: a film, a series, an episode. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { EpisodeFacts, FilmFacts } from '../film/facts.ts'

/** By it a file of Homeport's own is told from others. */
const signature = '<!-- Written by Homeport -->'
const rolesOf = { director: 'director', writer: 'credits' } as const

export type NfoFilm = { kind: 'film' | 'series'; title: string; year: number | null; facts: FilmFacts }

export function isOwnNfo(text: string): boolean {
  return text.includes(signature)
}

export function filmNfo({ kind, title, year, facts }: NfoFilm, lang: Lang): string {
  const { ids, texts, rating, votes } = facts
  const { overview, collection } = texts[lang]
  const minutes = facts.runtime_ms === null ? '' : String(Math.round(facts.runtime_ms / 60_000))
  const crew = facts.people.flatMap(({ job, name }) => (job === 'cast' ? [] : [element(rolesOf[job], name)]))
  const cast = facts.people.flatMap(({ job, name, role }) =>
    job === 'cast' ? [parent('actor', [element('name', name), element('role', role)])] : [],
  )
  return documentOf(kind === 'film' ? 'movie' : 'tvshow', [
    element('title', title),
    element('originaltitle', facts.original_title),
    element('year', year === null ? '' : String(year)),
    element('plot', overview),
    element('runtime', minutes),
    ...(rating === null ? [] : [ratingOf(rating, votes)]),
    ...facts.genres.map((genre) => element('genre', genre)),
    element('country', facts.region),
    ...(kind === 'film' && collection !== '' ? [parent('set', [element('name', collection)])] : []),
    uniqueId('tmdb', ids.tmdb.replace(/^\w+\//, ''), true),
    uniqueId('imdb', ids.imdb, ids.tmdb === ''),
    uniqueId('douban', ids.douban, false),
    ...crew,
    ...cast,
  ])
}

export function episodeNfo(
  { season, episode, facts }: { season: number; episode: number; facts: EpisodeFacts },
  { lang, series }: { lang: Lang; series: string },
): string {
  const { title, overview } = facts.texts[lang]
  return documentOf('episodedetails', [
    element('title', title),
    element('showtitle', series),
    element('season', String(season)),
    element('episode', String(episode)),
    element('plot', overview),
    element('aired', facts.air_date),
  ])
}

function documentOf(name: string, children: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${signature}\n${parent(name, children)}\n`
}

function parent(name: string, children: readonly string[]): string {
  const lines = children.filter((child) => child !== '').flatMap((child) => child.split('\n'))
  return [`<${name}>`, ...lines.map((line) => `  ${line}`), `</${name}>`].join('\n')
}

/** One line, so that lines of a text keep their place; '' where there is nothing. */
function element(name: string, text: string): string {
  return text === '' ? '' : `<${name}>${escaped(text)}</${name}>`
}

function uniqueId(type: string, id: string, isDefault: boolean): string {
  return id === '' ? '' : `<uniqueid type="${type}"${isDefault ? ' default="true"' : ''}>${escaped(id)}</uniqueid>`
}

function ratingOf(rating: number, votes: number): string {
  const value = parent('rating', [element('value', String(rating)), element('votes', String(votes))])
  return parent('ratings', [value.replace('<rating>', '<rating name="themoviedb" max="10" default="true">')])
}

/** XML has no place for most control characters. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\n', '&#10;')
}
