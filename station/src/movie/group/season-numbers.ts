/** Title.101, Title.102: three digits that are a season and an episode, told by the files beside. */
import { basename, dirname, extname } from 'node:path'
import { plainTitle } from '../name/compare-titles.ts'

const numbered = /^(\p{L}.*?)[\s._-]+(\d)(\d\d)(?=$|[\s._-])/u
/** Names with another number, and of fansubs and in Chinese or Japanese, which count through. */
const otherwise =
  /^[[【]|\p{Script=Han}|\p{Script=Katakana}|\p{Script=Hiragana}|s\d{1,2}e\d|\d{1,2}x\d\d|(?<!\d)(?:19|20)\d\d(?!\d)/iu
/** A season of more episodes is counted through. */
const maxEpisodes = 40

type Numbered = { path: string; key: string; season: number; episode: number }

/** The files whose number is so, each with the path that says it: Title.S01E01. Each season begins with its first episode. */
export function seasonNumbered(paths: readonly string[]): ReadonlyMap<string, string> {
  const groups = Map.groupBy(
    paths.flatMap((path) => numberOf(path) ?? []),
    ({ key }) => key,
  )
  const all = [...groups.values()].filter(isBySeason).flat()
  return new Map(all.map(({ path }) => [path, `${dirname(path)}/${basename(path).replace(numbered, '$1.S0$2E$3')}`]))
}

/** Whether the files beside may say what its number is. */
export function isNumberedBeside(path: string): boolean {
  return numberOf(path) !== undefined
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
