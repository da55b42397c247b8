/** Stylesheets stay once loaded: a class styled in two folders would change another page, depending on navigation. */
import { expect, test } from 'vitest'

const files = import.meta.glob<string>(['../**/*.css', '!../tv/**'], { query: '?raw', import: 'default', eager: true })

/** The last folder of a file: ui, or a feature. */
const folderOf = (file: string) => (file.startsWith('./') ? 'ui' : (file.split('/').at(-2) ?? ''))

function selectorsOf(css: string): string[] {
  return [...css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/(?:^|[{}])\s*([^{}@;]+)(?=\{)/g)]
    .flatMap(([, list = '']) => list.split(','))
    .map((selector) => selector.trim())
    .filter((selector) => selector.startsWith('.'))
}

const classesOf = (selector: string) => [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name)

test('a class is drawn by one folder, and a feature draws on nothing but its own', () => {
  const homes = new Map<string, Set<string>>()
  const drawn = Object.entries(files).flatMap(([file, css]) =>
    selectorsOf(css).map((selector) => ({ folder: folderOf(file), selector })),
  )
  expect(drawn.length).toBeGreaterThan(500)
  for (const { folder, selector } of drawn) {
    const bare = /^\.([\w-]+)$/.exec(selector)?.[1]
    if (bare !== undefined) homes.set(bare, (homes.get(bare) ?? new Set()).add(folder))
  }
  const shared = [...homes]
    .filter(([, folders]) => folders.size > 1)
    .map(([name, folders]) => `.${name}: ${[...folders].join(', ')}`)
  const isOwn = (folder: string, name: string) => homes.get(name)?.has(folder) ?? true
  const foreign = drawn
    .filter(({ folder, selector }) => folder !== 'ui' && !classesOf(selector).some((name) => isOwn(folder, name)))
    .map(({ folder, selector }) => `${folder}: ${selector}`)
  // a feature's class would override ui's part once that feature's page was opened
  const ofFeatures = new Set(
    drawn.filter(({ folder }) => folder !== 'ui').map(({ selector }) => /^\.([\w-]+)(?![\w.-])/.exec(selector)?.[1]),
  )
  const overdrawn = drawn
    .filter(({ folder }) => folder === 'ui')
    .flatMap(({ selector }) => [...selector.matchAll(/(?<=[\w-])\.([\w-]+)/g)].map(([, name = '']) => ({ selector, name })))
    .filter(({ name }) => ofFeatures.has(name) && !homes.get(name)?.has('ui'))
    .map(({ selector, name }) => `${selector}: .${name}`)
  // a second class on an own element brings the rules of another feature's class
  const borrowed = drawn.flatMap(({ folder, selector }) =>
    [...selector.matchAll(/\.([\w-]+)(?=\.)|(?<=[\w-])\.([\w-]+)/g)]
      .map(([, one, other]) => one ?? other ?? '')
      .filter((name) => !isOwn(folder, name) && !homes.get(name)?.has('ui'))
      .map((name) => `${folder}: ${selector} (.${name})`),
  )
  expect({ shared, foreign, overdrawn, borrowed }).toEqual({ shared: [], foreign: [], overdrawn: [], borrowed: [] })
})
