/** Every row of docs/reports.md names tests that are there: a test that is moved, renamed or removed takes its row along. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const page = read('docs/reports.md')
const titleOf = /^`([\w./-]+)` (.+?)(?: · `(.+)`)?$/
const quotes = ["'", '"', '`']

/** Each row's number, and what it says of its tests. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^\| (?!no\. |P )[A-Z]?\d/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').replaceAll('&#124;', '|')))

/** Why this is no test; '' if it is one. case: in the file of a title that stands for several. */
function flawOf(named: string): string {
  const [, file = '', title = '', inCase = ''] = titleOf.exec(named) ?? []
  if (title === '') return `no test is named: ${named}`
  if (!/\.(?:test|spec)\.tsx?$/.test(file) || !existsSync(new URL(file, root))) return `${file} is no test`
  const text = read(file)
  if (!quotes.some((quote) => text.includes(quote + title + quote))) return `${file} has no “${title}”`
  return text.includes(inCase) ? '' : `${file} has no case ${inCase}`
}
const flawsOf = (text: string) =>
  rowsOf(text)
    .flatMap((cells) => (cells.at(-1) ?? '').split('<br>'))
    .map(flawOf)
    .filter(Boolean)

test('each test that is named for a report or a promise is there', () => {
  expect(flawsOf(page)).toEqual([])
})

test('every promise has its row, and no table names a report twice', () => {
  for (const part of page.split(/^## /m)) {
    const numbers = rowsOf(part).map(([number]) => number)
    expect(numbers).toEqual([...new Set(numbers)])
    if (part.startsWith('Promises')) expect(numbers).toEqual(Array.from({ length: 54 }, (_, at) => String(at + 1)))
  }
  expect(rowsOf(page).length).toBeGreaterThan(200)
})

test('a row without a test, with a file, a title or a case that is not there, is told', () => {
  const row = (cell: string) => flawsOf(`| A1 | a fault | right | ${cell} |`)
  const [file, title] = ['scripts/reports.test.ts', 'each test that is named for a report or a promise is there']
  expect(row(`\`${file}\` ${title} · \`existsSync\``)).toEqual([])
  expect(row('')).toHaveLength(1)
  expect(row(`\`scripts/gone.test.ts\` ${title}`)).toHaveLength(1)
  expect(row(`\`${file}\` ${title.slice(1)}`)).toHaveLength(1)
  expect(row(`\`${file}\` ${title}<br>\`${file}\` ${title} · \`${'z'.repeat(9)}\``)).toHaveLength(1)
})
