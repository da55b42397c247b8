/**
 * Makes cloud/src/account/confusables.json, by hand, when Unicode's table of confusable characters (UTS 39, confusables.txt) has changed: for each skeleton the
 * characters that look like it, of those that a name may have and that NFKD leaves as they are. The table comes from a package that is not needed otherwise. First:
 *   npm install --no-save unhomoglyph@1.0.6
 */
import { createRequire } from 'node:module'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './runtime.mjs'

const require = createRequire(import.meta.url)
const table = JSON.parse(await readFile(require.resolve('unhomoglyph/data.json'), 'utf8'))

const inNames = /^[\p{L}\p{M}\p{N}_\-.·]$/u
const unseen = /\p{Default_Ignorable_Code_Point}/u
const sources = new Map()
for (const [source, target] of Object.entries(table)) {
  if (!inNames.test(source) || unseen.test(source) || source.normalize('NFKD') !== source) continue
  const skeleton = target.normalize('NFD')
  sources.set(skeleton, (sources.get(skeleton) ?? '') + source)
}
const sorted = [...sources].sort(([one], [other]) => (one < other ? -1 : 1))
await writeFile(path.join(root, 'cloud/src/account/confusables.json'), `${JSON.stringify(Object.fromEntries(sorted))}\n`)
process.stdout.write(`${sorted.length} skeletons\n`)
