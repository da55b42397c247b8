/** Every file named on a documentation page exists: moving a file without updating the docs fails. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(root, file)))
const pages = files.filter((file) => file.endsWith('.md'))
const named = /`([\w./-]+\.(?:tsx?|mjs|css|json))`/g

/** Names may lack their first folders: `media/image.ts`. */
function missing(text: string): string[] {
  return [...text.matchAll(named)]
    .map(([, name = '']) => name)
    .filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
}

test.each(pages)('every file that %s names exists', (page) => {
  expect(missing(readFileSync(path.join(root, page), 'utf8'))).toEqual([])
})

test('a file that is not there is found', () => {
  expect(missing('See `scripts/shape.ts` and `scripts/gone.ts`.')).toEqual(['scripts/gone.ts'])
})
