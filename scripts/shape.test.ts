/** Adds one violation per rule and expects it to be reported: this proves that each rule can fail. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderBreaches, maxFolderFiles } from './shape/folders.ts'
import { homeBreaches } from './shape/homes.ts'
import { importBreaches } from './shape/imports.ts'
import { floors, roofed, rooms, rules } from './shape/rules.ts'
import { styleBreaches } from './shape/styles.ts'
import { maxFunctionLines, sourceBreaches } from './shape/sources.ts'

const parts = ['contract', 'cloud', 'station', 'web', 'e2e', 'bench', 'testing']
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'homeport-shape-'))
  for (const [file, text] of Object.entries(soundHouse)) await write(file, text)
  await symlink(new URL('../node_modules', import.meta.url).pathname, path.join(folder, 'node_modules'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A small tree without violations. */
const soundHouse: Record<string, string> = {
  'contract/src/kit/promise.ts': 'export const a = 1\n',
  'contract/src/shape/page.ts': "import { a } from '../kit/promise.ts'\nexport const page = a\n",
  'contract/src/device.ts': "import { page } from './shape/page.ts'\nexport const device = page\n",
  'contract/src/all.ts': "import { device } from './device.ts'\nexport const all = device\n",
  'cloud/src/kit/db.ts': "import { Kysely } from 'kysely'\nexport const db = Kysely\n",
  'cloud/src/device/store.ts': "import { db } from '../kit/db.ts'\nexport const store = db\n",
  'cloud/src/movie/store.ts': 'export const films = 1\n',
  'cloud/src/app/start.ts': "import { store } from '../device/store.ts'\nexport const start = store\n",
  'station/src/app/start.ts': 'export const start = 1\n',
  'web/src/kit/nav.ts': 'export const nav = 1\n',
  'web/src/device/data.ts': 'export const data = 1\n',
  'web/src/pages/device/list.tsx': "import { data } from '../../device/data.ts'\nexport const Page = data\n",
  'cloud/src/testing/cast.ts': 'export const cast = 1\n',
  'web/src/app/routes.ts': "export const page = () => import('../pages/device/list.tsx')\n",
  'e2e/thread.spec.ts': "import { start } from '../cloud/src/app/start.ts'\nexport const world = start\n",
  'testing/film-database/server.ts': 'export const server = 1\n',
  'bench/act.bench.ts': "import { start } from '../station/src/app/start.ts'\nexport const world = start\n",
}

const importPlants: Record<string, [file: string, text: string, other?: string]> = {
  'contract-imports-zod-only': [
    'contract/src/movie.ts',
    "import { readFile } from 'node:fs/promises'\nexport const r = readFile\n",
  ],
  'inbound-sockets-import-node-only': [
    'contract/src/kit/http/inbound-http.ts',
    "import { readFile } from 'node:fs/promises'\nexport const r = readFile\n",
  ],
  'pinyin-is-read-by-cloud-and-box': [
    'contract/src/shape/list-keys/pinyin.ts',
    "import { readFile } from 'node:fs/promises'\nexport const r = readFile\n",
  ],
  'contract-features-meet-in-kit-and-shape-only': [
    'contract/src/movie.ts',
    "import { device } from './device.ts'\nexport const m = device\n",
  ],
  'contract-kit-and-shape-know-no-feature': [
    'contract/src/kit/x.ts',
    "import { device } from '../device.ts'\nexport const m = device\n",
  ],
  'programs-never-import-each-other': [
    'station/src/device/x.ts',
    "import { db } from '../../../cloud/src/kit/db.ts'\nexport const x = db\n",
  ],
  'e2e-and-bench-import-starts-only': ['e2e/x.spec.ts', "import { db } from '../cloud/src/kit/db.ts'\nexport const x = db\n"],
  'test-servers-import-nothing-of-the-programs': [
    'testing/film-database/x.ts',
    "import { start } from '../../station/src/app/start.ts'\nexport const x = start\n",
  ],
  'browser-never-imports-the-table': [
    'web/src/device/x.ts',
    "import { all } from '../../../contract/src/all.ts'\nexport const x = all\n",
  ],
  'programs-never-import-test-helpers': [
    'cloud/src/device/x.ts',
    "import { cast } from '../testing/cast.ts'\nexport const x = cast\n",
  ],
  'sql-lives-in-stores-and-queries': ['cloud/src/device/routes.ts', "import { sql } from 'kysely'\nexport const x = sql\n"],
  'no-circles': ['web/src/kit/nav.ts', "import type { Y } from './y.ts'\nexport type X = Y\nexport const nav = 1\n"],
}

/** Every layer imports from each one above it, and every subfolder of a feature from the next one above it. */
for (const [program, names] of Object.entries(floors)) {
  const top = program === 'web' ? 2 : 1
  for (const [at, [lower]] of names.entries()) {
    if (at === 0) continue
    const higher = at >= top ? 'device' : names[0][0]
    plantUp(`${program}-${names[at]?.join('-')}-never-imports-up`, `${program}/src/${lower}`, `${program}/src/${higher}`)
  }
  plantUp(`${program}-features-never-import-up`, `${program}/src/device`, `${program}/src/${names[top - 1]?.[0]}`)
  plantUp(`${program}-features-never-meet`, `${program}/src/device`, `${program}/src/movie`)
}
for (const [feature, names] of Object.entries(rooms)) {
  for (const [at, lower] of names.slice(1).entries())
    plantUp(`${feature.replace('/src/', '-')}-${lower}-never-imports-up`, `${feature}/${lower}`, `${feature}/${names[at]}`)
}
for (const feature of roofed)
  plantUp(`${feature.replace('/src/', '-')}-rooms-never-import-the-roof`, `${feature}/${rooms[feature][0]}`, feature)
plantUp('web-tv-imports-ui-and-kit-only', 'web/src/tv', 'web/src/device')
plantUp('web-nobody-imports-tv', 'web/src/device', 'web/src/tv')

function plantUp(rule: string, lower: string, higher: string): void {
  const to = path.posix.relative(lower, `${higher}/planted.ts`)
  importPlants[rule] = [`${lower}/x.ts`, `import { planted } from '${to}'\nexport const x = planted\n`, `${higher}/planted.ts`]
}

test('a sound house has no breach and every module of it is read', async () => {
  const { modules, breaches } = await importBreaches(folder, parts)
  expect(breaches).toEqual([])
  expect(modules).toBe(Object.keys(soundHouse).length)
  expect((await homeBreaches(folder)).breaches).toEqual([])
  expect((await sourceBreaches(folder, [])).breaches).toEqual([])
})

test('every import rule has a plant', () => {
  expect(Object.keys(importPlants).toSorted()).toEqual(rules.map((rule) => rule.name).toSorted())
})

test('a feature may import its own files, and a lower floor', async () => {
  await write('web/src/ui/x.ts', "import { nav } from '../kit/nav.ts'\nexport const x = nav\n")
  await write(
    'web/src/device/x.ts',
    "import { data } from './data.ts'\nimport { x } from '../ui/x.ts'\nexport const y = [data, x]\n",
  )
  expect((await importBreaches(folder, parts)).breaches).toEqual([])
})

test('each planted breach of an import rule is named', async () => {
  // One tree has all of them: to read it is the work of a test.
  const planted = Object.entries(importPlants).map(([rule, [file, text, other]], at) => {
    return { rule, from: file.replace(/(x|movie|routes)[.]ts$/, `$1-${at}.ts`), text, other }
  })
  for (const { from, text, other } of planted) {
    await write(from, text)
    if (other) await write(other, 'export const planted = 1\n')
  }
  await write('web/src/kit/y.ts', "import type { X } from './nav.ts'\nexport type Y = X\n")
  const { breaches } = await importBreaches(folder, parts)
  const named = new Set(breaches.map(({ rule, from }) => `${rule} ${from}`))
  expect(planted.map(({ rule, from }) => `${rule} ${from}`).filter((breach) => !named.has(breach))).toEqual([])
})

const homePlants: Record<string, [file: string, text: string]> = {
  'fetch-has-one-home': ['web/src/device/x.ts', "export const x = () => fetch('/')\n"],
  'storage-has-one-home': ['web/src/device/x.ts', "export const x = localStorage.getItem('a')\n"],
  'environment-has-one-home': ['cloud/src/kit/x.ts', 'export const x = process.env.PORT\n'],
  'clocks-are-handed-in': ['station/src/device/x.ts', 'export const x = Date.now()\n'],
  'codes-have-names': ['station/src/device/x.ts', 'export const x = (answer: any) => answer.code === 1004\n'],
  'json-is-parsed-by-a-schema': ['cloud/src/device/store.ts', 'const x: string[] = JSON.parse("[]")\nexport { x }\n'],
  'prepared-queries-are-constants-of-a-module': [
    'cloud/src/device/store.ts',
    "export const read = (asker: any) => prepared('x', (db: any) => db.selectFrom(asker))\n",
  ],
  'a-table-has-one-writer': ['cloud/src/device/store.ts', "export const x = (db: any) => db.insertInto('film')\n"],
}

for (const [rule, [file, text]] of Object.entries(homePlants)) {
  test(`a planted breach of ${rule} is named`, async () => {
    await write('cloud/src/movie/store.ts', "export const films = (db: any) => db.deleteFrom('film')\n")
    await write(file, text)
    expect((await homeBreaches(folder)).breaches.map((breach) => breach.rule)).toEqual([rule])
  })
}

for (const text of [
  'export const x = (sql: any) => sql`insert into film (id) values (1)`\n',
  'export const x = (sql: any) => sql`update film\n  set id = 2`\n',
  'export const x = (sql: any) => sql`with gone as (delete from film returning id) select 1`\n',
]) {
  test(`a second writer of a table is found in SQL: ${text.split('`')[1]}`, async () => {
    await write('cloud/src/movie/store.ts', "export const films = (db: any) => db.deleteFrom('film')\n")
    await write('cloud/src/device/store.ts', text)
    expect((await homeBreaches(folder)).breaches.map(({ rule, file }) => [rule, file])).toEqual([
      ['a-table-has-one-writer', 'cloud:film'],
    ])
  })
}

for (const [what, line] of Object.entries({
  'an expected code': 'expect(answer.code).toBe(200)',
  'a code among others': 'expect(codes).toEqual([Code.ok, 4029])',
  'a code in an answer': "serve(() => ({ code: 5000, msg: '' }))",
  'a code that a helper reads': 'expect(await codeOf(ask())).toBe(1002)',
})) {
  test(`a bare code is found in a test: ${what}`, async () => {
    await write('web/src/device/x.test.ts', `${line}\n`)
    expect((await homeBreaches(folder)).breaches.map(({ rule }) => rule)).toEqual(['codes-have-names'])
  })
}

test('milliseconds, sizes, statuses of HTTP and words about codes are no bare codes', async () => {
  const lines = ["test('answers 4004', () => {})", 'later(4000)', 'expect(response.status).toBe(200)', 'const at = code * 1000']
  await write('web/src/device/x.test.ts', lines.join('\n'))
  expect((await homeBreaches(folder)).breaches).toEqual([])
})

/** A small app with a module, two uses of it and the page's global styles. */
const soundStyles: Record<string, string> = {
  'web/src/ui/base.css': 'body {\n  margin: 0;\n}\n',
  'web/src/ui/tokens.css': ':root {\n  --line: #ddd;\n}\n',
  'web/src/ui/avatar.module.css': '.avatar {\n  width: 40px;\n}\n',
  'web/src/ui/avatar.tsx':
    "import styles from './avatar.module.css'\nexport const Avatar = () => <i className={styles.avatar} style={{ width: size }} />\n",
  'web/src/device/row.module.css':
    '/* .comment */\n.row :global(.avatar-avatar) {\n  width: 32.5px;\n}\n@media (min-width: 56.25em) {\n  .row.old {\n    margin: 0;\n  }\n}\n',
  'web/src/device/row.tsx':
    "import styles from './row.module.css'\nexport const Row = ({ at }: any) => <li className={at === 'old' ? styles.old : styles.row} />\n",
  'web/src/device/row.test.tsx': "document.querySelector('.row-row .avatar-avatar')\n",
  'web/src/tv/screen.css': 'html {\n  margin: 0;\n}\n',
}

const importRow = "import styles from './row.module.css'\n"
const listTsx = "import styles from './list.module.css'\nexport const List = () => <ul className={styles.list} />\n"
const stylePlants: Record<string, [rule: string, files: Record<string, string>]> = {
  'a class that its module does not have': [
    'a-class-exists',
    { 'web/src/device/x.tsx': `${importRow}export const X = () => <i className={styles.rwo} />\n` },
  ],
  'a class of another module that does not exist': [
    'a-class-exists',
    { 'web/src/device/list.module.css': '.list :global(.avatar-avtar) {\n  margin: 0;\n}\n', 'web/src/device/list.tsx': listTsx },
  ],
  'a global class in a module': [
    'a-class-exists',
    { 'web/src/device/list.module.css': '.list :global(.card) {\n  margin: 0;\n}\n', 'web/src/device/list.tsx': listTsx },
  ],
  'a selector of a test that names no class': [
    'a-class-exists',
    { 'web/src/device/x.test.tsx': "document.querySelector('.row-rwo')\n" },
  ],
  'a selector of a story that is put together': ['a-class-exists', { 'e2e/x.spec.ts': 'foot.querySelector(`.row-${part}`)\n' }],
  'a selector of a story in words that were': [
    'a-class-exists',
    { 'e2e/x.spec.ts': 'page.locator(\'a[href="x.avi"] > .mini\')\n' },
  ],
  'a selector of a story that names no class': ['a-class-exists', { 'e2e/x.spec.ts': "page.locator('.avatar-small img')\n" }],
  'a class that nothing uses': ['a-class-is-used', { 'web/src/device/list.module.css': '.list {\n  margin: 0;\n}\n' }],
  'a class that only a test uses': [
    'a-class-is-used',
    { 'web/src/device/list.module.css': '.list {\n  margin: 0;\n}\n', 'web/src/device/list.test.tsx': listTsx },
  ],
  'a class by a name that is known at run time only': [
    'a-class-is-named',
    { 'web/src/device/x.tsx': `${importRow}export const X = ({ at }: any) => <i className={styles[at]} />\n` },
  ],
  'a class in words': ['classes-come-from-modules', { 'web/src/device/x.tsx': 'export const X = () => <i className="row" />\n' }],
  'a class in words in one case': [
    'classes-come-from-modules',
    { 'web/src/device/x.tsx': "export const X = ({ at }: any) => <i className={at ? `row ${at}` : ''} />\n" },
  ],
  'a constant inline style': [
    'constant-styles-are-classes',
    { 'web/src/device/x.tsx': "export const X = () => <i style={{ marginTop: -8, color: 'var(--ink)' }} />\n" },
  ],
  'a style file that is no module': ['styles-are-modules', { 'web/src/device/x.css': 'p {\n  margin: 0;\n}\n' }],
  'a class in a global style file': ['styles-are-modules', { 'web/src/ui/base.css': '.row {\n  margin: 0;\n}\n' }],
  'a space off the scale': ['spaces-are-of-the-scale', { 'web/src/ui/base.css': 'p {\n  padding: 0 18px;\n}\n' }],
  'text in pixels': ['text-follows-the-browser', { 'web/src/ui/base.css': 'p {\n  font-size: 16px;\n}\n' }],
  'two modules of one name': ['module-names-differ', { 'web/src/ui/row.module.css': '' }],
}

test('sound styles have no breach, and every file of them is read', async () => {
  for (const [file, text] of Object.entries(soundStyles)) await write(file, text)
  const { files, breaches } = await styleBreaches(folder)
  expect(breaches).toEqual([])
  const ofHouse = Object.keys(soundHouse).filter((file) => file.startsWith('web/'))
  expect(files).toBe(Object.keys(soundStyles).length + ofHouse.length)
})

for (const [what, [rule, files]] of Object.entries(stylePlants)) {
  test(`planted in the styles: ${what}`, async () => {
    for (const [file, text] of Object.entries({ ...soundStyles, ...files })) await write(file, text)
    expect((await styleBreaches(folder)).breaches.map((breach) => breach.rule)).toEqual([rule])
  })
}

const functionOf = (name: string, lines: number) => `export function ${name}() {\n${'  run()\n'.repeat(lines - 2)}}\n`

test('a function over the limit is named, a nested one too; one at the limit and one in a test are not', async () => {
  await write('station/src/device/acts.ts', functionOf('openActs', maxFunctionLines + 1))
  await write('cloud/src/device/x.ts', functionOf('openBoxes', maxFunctionLines))
  await write('cloud/src/device/x.test.ts', functionOf('everything', maxFunctionLines + 1))
  await write(
    'web/src/device/x.tsx',
    `export const use = (run: () => void) => () => {\n${'  run()\n'.repeat(maxFunctionLines)}}\n`,
  )
  const { breaches } = await sourceBreaches(folder, [])
  expect(breaches.map(({ rule, file }) => [rule, file]).toSorted()).toEqual([
    ['functions-are-short', 'station/src/device/acts.ts'],
    ['functions-are-short', 'web/src/device/x.tsx'],
    ['functions-are-short', 'web/src/device/x.tsx'],
  ])
})

for (const [file, text] of Object.entries({
  'cloud/src/device/x.ts': 'export const walls = [1]\n',
  'station/src/device/x.ts': 'export type Road = { isOpen: boolean }\n',
  'web/src/device/x.tsx': 'export const use = ({ doors }: any) => doors\n',
  'contract/src/movie.ts': 'export const movie = { thing: 1 }\n',
  'cloud/src/device/x.test.ts': 'const told = 1\nexport { told }\n',
  'station/src/movie/x.ts': 'export const rowsMost = 1\n',
  'station/src/movie/y.ts': 'export function known() {}\n',
  'web/src/movie/x.ts': 'export const x = ({ kept }: { kept: number }) => kept\n',
})) {
  test(`a planted breach of names-are-terms-of-the-field is named: ${text.trim()}`, async () => {
    await write(file, text)
    expect((await sourceBreaches(folder, [])).breaches.map((breach) => [breach.rule, breach.file])).toEqual([
      ['names-are-terms-of-the-field', file],
    ])
  })
}

test('a key of words and a column may be called as no variable is', async () => {
  await write('web/src/device/x-text.ts', "export const x = { en: { kept: 'Kept', known: 'Known' } }\n")
  expect((await sourceBreaches(folder, [])).breaches).toEqual([])
})

test('a name within another, a text, and a property of somebody else’s object are no breach', async () => {
  await write('cloud/src/device/x.ts', "export const x = (y: any) => [y.walls, 'walls', y.firewalls]\nexport const roadmap = 1\n")
  expect((await sourceBreaches(folder, [])).breaches).toEqual([])
})

for (const text of [
  'export const x = (all: number[], more: number[]) => all.push(...more)\n',
  'export const x = (all: number[], more: number[]) => all.unshift(\n  0,\n  ...more,\n)\n',
  'export const x = (all: number[]) => Math.min(0, ...all.map((one) => one + 1))\n',
  'export const x = (all: Map<string, number>) => Math.max(...[...all.values()])\n',
  'export const x = (bytes: Uint8Array) => String.fromCharCode(...bytes)\n',
  'export const x = (look: (...paths: string[]) => void, paths: Set<string>) => look(...paths)\n',
  'export const x = (...names: string[]) => names.flatMap((names) => Array.of(...names))\n',
  'export const x = (parts: [number, number]) => new Date(...parts)\n',
]) {
  test(`a planted breach of no-list-is-spread-into-a-call is named: ${text.trim()}`, async () => {
    await write('station/src/device/x.ts', text)
    expect((await sourceBreaches(folder, [])).breaches.map(({ rule, file }) => [rule, file])).toEqual([
      ['no-list-is-spread-into-a-call', 'station/src/device/x.ts'],
    ])
  })
}

test('a list within a list, rest parameters that are passed on, values of a statement and tests are no breach', async () => {
  await write(
    'web/src/device/x.ts',
    'export const x = (run: (...all: unknown[]) => void) => (...all: unknown[]) => run(0, ...all)\nexport const y = (all: number[]) => [...all, Math.max(1, 2)]\n',
  )
  const spread = 'export const x = (run: (...all: unknown[]) => void, all: unknown[]) => run(...all)\n'
  for (const file of ['station/src/kit/db.ts', 'station/src/device/x.test.ts', 'cloud/src/testing/x.ts'])
    await write(file, spread)
  expect((await sourceBreaches(folder, [])).breaches).toEqual([])
})

test('a long function that is being split is allowed; once it is short the list must be', async () => {
  await write('station/src/device/acts.ts', functionOf('openActs', maxFunctionLines + 1))
  expect((await sourceBreaches(folder, ['openActs'])).breaches).toEqual([])
  await write('station/src/device/acts.ts', functionOf('openActs', maxFunctionLines))
  expect((await sourceBreaches(folder, ['openActs'])).breaches.map(({ rule }) => rule)).toEqual(['functions-are-short'])
})

test('a comment that begins with a free relative or a bare genitive is found, in a test too', async () => {
  await write('cloud/src/device/x.ts', '/** Of the version. */\nexport const x = 1\nexport const y = 2 // Offered to all\n')
  await write('web/src/device/x.test.tsx', "// What is left is dropped.\nexport const z = 'What is it?'\n")
  expect((await sourceBreaches(folder, [])).breaches.map(({ rule, file, line }) => [rule, file, line]).toSorted()).toEqual([
    ['comments-begin-with-their-subject', 'cloud/src/device/x.ts', 1],
    ['comments-begin-with-their-subject', 'web/src/device/x.test.tsx', 1],
  ])
})

test('a folder of too many files is named', async () => {
  const fill = async (files: number) => {
    for (let n = 0; n < files; n += 1) await write(`cloud/src/guide/x${n}.ts`, 'export const x = 1\n')
  }
  await write('cloud/src/guide/x.test.ts', 'export const x = 1\n')
  await fill(maxFolderFiles)
  expect(await folderBreaches(folder)).toEqual([])
  await fill(maxFolderFiles + 1)
  expect(await folderBreaches(folder)).toMatchObject([{ rule: 'folders-are-rooms', file: 'cloud/src/guide' }])
})

test('a folder that is no room in the rules is named', async () => {
  await write('web/src/movie/film/x.ts', 'export const x = 1\n')
  await write('cloud/src/guide/one/x.ts', 'export const x = 1\n')
  expect(await folderBreaches(folder)).toEqual([])
  await write('cloud/src/guide/two/x.ts', 'export const x = 1\n')
  await write('web/src/movie/posters/x.ts', 'export const x = 1\n')
  expect((await folderBreaches(folder)).map(({ rule, file }) => [rule, file]).toSorted()).toEqual([
    ['rooms-have-an-order', 'cloud/src/guide/one'],
    ['rooms-have-an-order', 'cloud/src/guide/two'],
    ['rooms-have-an-order', 'web/src/movie/posters'],
  ])
})

async function write(file: string, text: string): Promise<void> {
  const target = path.join(folder, file)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, text)
}
