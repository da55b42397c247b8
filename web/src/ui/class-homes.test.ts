/** Stylesheets load with the modules that import them: every class used by a page must have its rules in the page's import tree, or in that of every page. */
import { expect, test } from 'vitest'

const files = import.meta.glob<string>(['../**/*.{ts,tsx,css}', '!../**/*.test.{ts,tsx}', '!../tv/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** As seen from the folder src. */
const sources = new Map(
  Object.entries(files).map(([file, text]) => [file.startsWith('./') ? `ui/${file.slice(2)}` : file.slice(3), text]),
)

function resolve(from: string, to: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const part of to.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

const staticImports = /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?'(\.[^']+)'/g
const lazyImports = /\bimport\('(\.[^']+)'\)/g

function importsOf(file: string, patterns: RegExp[]): string[] {
  const text = sources.get(file) ?? ''
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, to = '']) => resolve(file, to)))
}

function treeOf(root: string, patterns: RegExp[]): Set<string> {
  const tree = new Set([root])
  for (const file of tree) for (const next of importsOf(file, patterns)) if (sources.has(next)) tree.add(next)
  return tree
}

const namesIn = (text: string) => text.split(/[\s${}?:]+/).filter((name) => /^[a-z][\w-]*$/.test(name))

/** The classes of each element of a file: all string literals of its className attribute. */
function elementsOf(file: string): string[][] {
  if (!file.endsWith('.tsx')) return []
  const text = sources.get(file) ?? ''
  const plain = [...text.matchAll(/className="([^"]*)"/g)].map(([, names = '']) => namesIn(names))
  const computed = [...text.matchAll(/className=\{([^\n]*)\}/g)].map(([, code = '']) =>
    [...code.matchAll(/(?<!=== )['`]([^'`]*)['`]/g)].flatMap(([, names = '']) => namesIn(names)),
  )
  return [...plain, ...computed]
}

type Rule = { home: string; names: string[] }

/** The first part of each selector; classes used only inside another part load with that part. */
function rulesOf(): Rule[] {
  const rules: Rule[] = []
  for (const [home, text] of sources) {
    if (!home.endsWith('.css')) continue
    for (const [, list = ''] of text.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/(?:^|[{}])\s*([^{}@;]+)(?=\{)/g))
      for (const selector of list.split(',')) {
        const [first = ''] = selector.trim().split(/[\s>+~:[]+/)
        if (/^(\.[\w-]+)+$/.test(first)) rules.push({ home, names: first.slice(1).split('.') })
      }
  }
  return rules
}

test('every class that a page draws with has its rules in the import tree of that page', () => {
  const rules = rulesOf()
  const everywhere = treeOf('app/main.tsx', [staticImports])
  // Lazy overlays bring their own styles.
  const overlays = [...everywhere].flatMap((file) => importsOf(file, [lazyImports]))
  const pages = [...sources.keys()].filter((file) => file.startsWith('pages/') && file.endsWith('.tsx'))
  const bare = new Set<string>()
  let looked = 0
  for (const root of [...pages, ...overlays]) {
    const tree = treeOf(root, [staticImports, lazyImports])
    for (const file of tree)
      for (const names of elementsOf(file))
        for (const name of names) {
          const fits = rules.filter((rule) => rule.names.includes(name) && rule.names.every((one) => names.includes(one)))
          if (fits.length === 0) continue
          looked += 1
          if (!fits.some(({ home }) => tree.has(home) || everywhere.has(home))) bare.add(`${root}: .${name} of ${file}`)
        }
  }
  expect(pages.length).toBeGreaterThan(40)
  expect(looked).toBeGreaterThan(3_000)
  expect([...bare]).toEqual([])
})
