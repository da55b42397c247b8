/** The title of one episode in a list of films: 庆余年 第1季 第3集, Title S01E03, Title 2021-03-05. */
import type { Count } from './number/numbers.ts'
import type { NameFacts } from './read-path.ts'

type Numbered = Pick<NameFacts, 'title' | 'part' | 'season' | 'episode' | 'date'>

export function episodeTitle({ title, season, episode, date, part }: Numbered): string {
  const number = /\p{Script=Han}/u.test(title) ? chineseNumber(season, episode) : latinNumber(season, episode)
  const piece = part > 0 ? `(${part})` : ''
  return [title, number, episode === undefined ? date : undefined, piece]
    .filter((word) => word !== undefined && word !== '')
    .join(' ')
}

function chineseNumber(season: Count | undefined, episode: Count | undefined): string {
  const first = season === 0 ? '特别篇' : season === undefined ? '' : `第${rangeOf(season)}季`
  const second = episode === undefined ? '' : `第${rangeOf(episode)}集`
  return `${first} ${second}`.trim()
}

function latinNumber(season: Count | undefined, episode: Count | undefined): string {
  const first = season === undefined ? '' : `S${padded(season, '-S')}`
  const second = episode === undefined ? '' : `E${padded(episode, '-E')}`
  return `${first}${second}`
}

function rangeOf(count: Count): string {
  return typeof count === 'number' ? String(count) : count.join('-')
}

function padded(count: Count, between: string): string {
  const numbers = typeof count === 'number' ? [count] : count
  return numbers.map((one) => String(one).padStart(2, '0')).join(between)
}
