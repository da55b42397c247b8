/** `npm run migrations` adds new migrations to the list of those that may not change any more; `--check` (part of `npm run check`) fails where one changed or is missing. */
import { fileURLToPath } from 'node:url'
import { hashesOf, migrationBreaches, readLanded, withNew, writeLanded } from './migrations/hashes.ts'

const list = fileURLToPath(new URL('migrations/landed.json', import.meta.url))
const present = await hashesOf(fileURLToPath(new URL('..', import.meta.url)))
let landed = await readLanded(list)
if (!process.argv.includes('--check')) {
  const added = Object.keys(present).filter((file) => landed[file] === undefined)
  landed = withNew(landed, present)
  await writeLanded(list, landed)
  console.log(added.length > 0 ? `Added: ${added.join(', ')}` : 'There is no new migration.')
}
const breaches = migrationBreaches(landed, present)
for (const breach of breaches) console.error(breach)
if (breaches.length === 0) console.log(`${Object.keys(present).length} migrations are as they landed`)
process.exitCode = breaches.length === 0 ? 0 : 1
