/** The languages of a story: its own one, both with `npm test -- --both`. The compiler, the walk and the tests of words hold the other. */
import type { Lang } from '@homeport/contract/kit/operation.ts'

const areBoth = process.env['STORY_LANGUAGES'] === 'both'

export function storyLanguages(own: Lang): readonly Lang[] {
  return areBoth ? ['en', 'zh'] : [own]
}

/** Those rows that are of the story's languages, for test.each and describe.each. */
export function inLanguages<Row extends readonly [Lang, ...unknown[]]>(own: Lang, rows: readonly Row[]): Row[] {
  return rows.filter(([lang]) => storyLanguages(own).includes(lang))
}
