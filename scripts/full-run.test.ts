/** The lists of the full run name files that are there. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { longStories, longTests, mainStories } from './full-run.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test.each(longTests)('%s is there', (file) => {
  expect(existsSync(path.join(root, file))).toBe(true)
})

test('every main story is there, and no other is left out twice', () => {
  const long = longStories(path.join(root, 'e2e/'))
  expect(mainStories.filter((name) => !existsSync(path.join(root, 'e2e', `${name}.spec.ts`)))).toEqual([])
  expect(long).toContain('film.spec.ts')
  expect(long).not.toContain('walk.spec.ts')
})
