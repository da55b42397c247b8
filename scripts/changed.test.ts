import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { storiesOf, storiesOfFeature, storiesOfPath, testFoldersOf, testsOf } from './changed.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const foldersOf = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

test('every folder of the programs has its stories, and every story that is named is there', () => {
  const features = ['cloud/src', 'station/src', 'web/src'].flatMap(foldersOf).filter((name) => name !== 'pages')
  expect(features.filter((name) => !(name in storiesOfFeature))).toEqual([])
  const named = [...Object.values(storiesOfFeature), ...Object.values(storiesOfPath)].flat()
  expect(named.filter((name) => !existsSync(path.join(root, 'e2e', `${name}.spec.ts`)))).toEqual([])
  expect(Object.keys(storiesOfPath).filter((start) => start.endsWith('/') && !existsSync(path.join(root, start)))).toEqual([])
})

test('a changed file runs its feature’s story; a changed story itself; a changed unit test none', () => {
  expect(storiesOf(['web/src/forum/thread/thread-row.tsx', 'cloud/src/forum/routes/routes.ts'])).toEqual(['forum'])
  expect(storiesOf(['contract/src/forum-search.ts'])).toEqual(['forum'])
  expect(storiesOf(['web/src/pages/device/download/list.tsx', 'e2e/grid.spec.ts'])).toEqual(['download', 'grid'])
  expect(storiesOf(['cloud/src/forum/routes/routes.test.ts', 'docs/operating.md'])).toEqual([])
})

test('a migration runs the tests of upgrades, which read it as a file', () => {
  expect(testsOf(['cloud/migrations/099-new.ts'])).toContain('cloud/src/app/upgrade.test.ts')
  expect(testsOf(['README.md'])).toEqual([])
})

test('a change in a feature runs its own unit tests and those over all calls; a change below them whatever imports it', () => {
  expect(testFoldersOf(['cloud/src/forum/routes/routes.ts', 'web/src/forum/base/text.ts', 'README.md'])).toEqual([
    'cloud/src/app/callers.test.ts',
    'cloud/src/app/erased.test.ts',
    'cloud/src/app/fields.test.ts',
    'cloud/src/app/fixtures.test.ts',
    'cloud/src/forum/',
    'web/src/',
  ])
  expect(testFoldersOf(['station/src/movie/scan.ts'])).toEqual(['station/src/app/', 'station/src/movie/'])
  for (const below of [
    'cloud/src/kit/db.ts',
    'cloud/src/connection/base/store.ts',
    'cloud/src/testing/box.ts',
    'contract/src/forum.ts',
    'vitest.config.ts',
  ])
    expect(testFoldersOf(['cloud/src/forum/events.ts', below]), below).toBeUndefined()
})

test('every test that a change of a feature names is there', () => {
  const named = (
    testFoldersOf(['cloud/src/forum/events.ts', 'station/src/movie/scan.ts', 'web/src/kit/call/http.ts', 'scripts/dev.mjs']) ?? []
  ).filter((one) => !existsSync(path.join(root, one)))
  expect(named).toEqual([])
})
