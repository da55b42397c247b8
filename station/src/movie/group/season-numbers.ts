/** Numbers that only the files beside explain: Title.101, Title.102 are a season and an episode, Title 1 to Title 14 are counted episodes. */
import { basename, dirname, extname } from 'node:path'
import { plainTitle } from '../name/compare-titles.ts'

const numbered = /^(\p{L}.*?)[\s._-]+(\d)(\d\d)(?=$|[\s._-])/u
/** Names with another number, and of fansubs and in Chinese or Japanese, which count through. */
const otherwise =
  /^[[【]|\p{Script=Han}|\p{Script=Katakana}|\p{Script=Hiragana}|s\d{1,2}e\d|\d{1,2}x\d\d|(?<!\d)(?:19|20)\d\d(?!\d)/iu
/** A season of more episodes is counted through. */
const maxEpisodes = 40
/** Peppa Pig 5, 海港年代 5: nothing but a title and a number. */
const counted = /^(\p{L}.*?)[\s._-]+(\d{1,3})$/u
const named = /^[[【]|s\d{1,2}e\d|\d{1,2}x\d\d|(?<!\d)(?:19|20)\d\d(?!\d)/iu
/** No films of one name are numbered so far: those from the first to this one are episodes. */
const leastCounted = 14

type Numbered = { path: string; key: string; season: number; episode: number }
type Counted = { path: string; key: string; title: string; episode: number }

/** The files whose number is so, each with the path that says it: Title.S01E01, Title.E05. Each season begins with its first episode. */
export function seasonNumbered(paths: readonly string[]): ReadonlyMap<string, string> {
  const groups = Map.groupBy(
    paths.flatMap((path) => numberOf(path) ?? []),
    ({ key }) => key,
  )
  const all = [...groups.values()].filter(isBySeason).flat()
  return new Map([
    ...countedIn(paths).map(
      ({ path, title, episode }) => [path, `${dirname(path)}/${title}.E${episode}${extname(path)}`] as const,
    ),
    ...all.map(({ path }) => [path, `${dirname(path)}/${basename(path).replace(numbered, '$1.S0$2E$3')}`] as const),
  ])
}

function countedIn(paths: readonly string[]): Counted[] {
  const groups = Map.groupBy(
    paths.flatMap((path) => countOf(path) ?? []),
    ({ key }) => key,
  )
  return [...groups.values()].filter(isCountedThrough).flat()
}

function isCountedThrough(files: readonly Counted[]): boolean {
  const numbers = new Set(files.map(({ episode }) => episode))
  return numbers.size >= leastCounted && Array.from({ length: leastCounted }, (_, at) => at + 1).every((one) => numbers.has(one))
}

function countOf(path: string): Counted | undefined {
  const stem = basename(path, extname(path))
  const [, title = '', number] = counted.exec(stem) ?? []
  if (number === undefined || named.test(stem)) return undefined
  return { path, key: `${dirname(path)}\n${plainTitle(title)}`, title, episode: Number(number) }
}

/** Whether the files beside may say what its number is. */
export function isNumberedBeside(path: string): boolean {
  return numberOf(path) !== undefined || countOf(path) !== undefined
}

function numberOf(path: string): Numbered | undefined {
  const stem = basename(path, extname(path))
  const [, title = '', season, episode] = numbered.exec(stem) ?? []
  if (season === undefined || otherwise.test(stem)) return undefined
  return { path, key: `${dirname(path)}\n${plainTitle(title)}`, season: Number(season), episode: Number(episode) }
}

function isBySeason(files: readonly Numbered[]): boolean {
  const begun = new Set(files.filter(({ episode }) => episode === 1).map(({ season }) => season))
  const isOne = ({ season, episode }: Numbered) => begun.has(season) && episode >= 1 && episode <= maxEpisodes
  return new Set(files.map(({ season, episode }) => season * 100 + episode)).size > 1 && files.every(isOne)
}
