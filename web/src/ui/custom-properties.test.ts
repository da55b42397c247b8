/** B34: a custom property that refers to itself is invalid, and what uses it is not drawn: no rule may contain such a cycle. One without a value draws nothing either. */
import { expect, test } from 'vitest'

const styles = import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true })

type Rule = { where: string; refers: Map<string, string[]> }

function rulesOf(file: string, css: string): Rule[] {
  return [...css.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]*)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    where: `${file} ${selector.trim()}`,
    refers: new Map(
      [...body.matchAll(/(--[\w-]+)\s*:([^;]*)/g)].map(([, name = '', value = '']) => [
        name,
        [...value.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, other = '']) => other),
      ]),
    ),
  }))
}

/** The custom properties of a rule that are part of a cycle. */
function circlesOf({ where, refers }: Rule): string[] {
  return [...refers.keys()]
    .filter((name) => {
      const reached = new Set(refers.get(name))
      for (const next of reached) for (const further of refers.get(next) ?? []) reached.add(further)
      return reached.has(name)
    })
    .map((name) => `${where}: ${name}`)
}

const rules = Object.entries(styles).flatMap(([file, css]) => rulesOf(file, css))

test('no custom property refers to itself', () => {
  expect(rules.flatMap(circlesOf)).toEqual([])
})

test('the test sees the rules of every style, and a circle where there is one', () => {
  expect(Object.keys(styles).length).toBeGreaterThan(20)
  expect(rules.filter(({ refers }) => refers.size > 0).length).toBeGreaterThan(10)
  const [near, far] = ['.pl { --line: var(--line, red) }', '.a { --x: var(--y); --y: calc(1px + var(--x)) }']
  expect([near, far].flatMap((css) => rulesOf('planted', css).flatMap(circlesOf))).toEqual([
    'planted .pl: --line',
    'planted .a: --x',
    'planted .a: --y',
  ])
})

const sources = import.meta.glob<string>(['../**/*.{css,ts,tsx}', '!../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('each that a style needs has a value somewhere, and each value is needed', () => {
  const all = Object.values(sources)
    .join('\n')
    .replace(/\/\*[^]*?\*\//g, '')
  const namesOf = (pattern: RegExp) => new Set([...all.matchAll(pattern)].map(([, name = '']) => name))
  const set = namesOf(/(--[\w-]+)['"]?\]?\s*[:,]/g)
  const needed = namesOf(/var\(\s*(--[\w-]+)\s*\)/g)
  expect([...needed].filter((name) => !set.has(name))).toEqual([])
  const values = namesOf(/^\s*(--[\w-]+):/gm)
  const used = namesOf(/var\(\s*(--[\w-]+)/g)
  expect([...values].filter((name) => !used.has(name))).toEqual([])
})
