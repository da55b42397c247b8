/** The list of migrations that have landed (scripts/migrations/landed.json: path to the SHA-256 of the file), and what breaks it. */
import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type Hashes = Record<string, string>

const folders = ['cloud/migrations', 'station/migrations']

/** The hash of every migration below root. Line ends do not count, so that a checkout on Windows has the same ones. */
export async function hashesOf(root: string): Promise<Hashes> {
  const hashes: Hashes = {}
  for (const folder of folders) {
    const files = (await readdir(path.join(root, folder))).filter((file) => /^\d{3}-.+[.]ts$/.test(file)).sort()
    for (const file of files) {
      const text = await readFile(path.join(root, folder, file), 'utf8')
      hashes[`${folder}/${file}`] = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
    }
  }
  return hashes
}

/** A sentence for each migration that changed or went, and for each that the list does not know yet. */
export function migrationBreaches(landed: Hashes, present: Hashes): string[] {
  const changed = Object.entries(landed).flatMap(([file, hash]) => {
    if (present[file] === hash) return []
    const what = present[file] === undefined ? 'was removed' : 'was changed'
    return [
      `${file} ${what}: databases out there have taken it already and will not take it again. Bring it back as it was, and write what is to change as a new migration.`,
    ]
  })
  const added = Object.keys(present)
    .filter((file) => landed[file] === undefined)
    .map((file) => `${file} is not in the list of migrations: once it is as it shall land, run \`npm run migrations\`.`)
  return [...changed, ...added]
}

/** The list with the new migrations in it; those that it knows stay as they are. */
export function withNew(landed: Hashes, present: Hashes): Hashes {
  const entries = Object.entries({ ...present, ...landed }).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries)
}

export async function readLanded(file: string): Promise<Hashes> {
  const landed: Hashes = JSON.parse(await readFile(file, 'utf8'))
  return landed
}

export async function writeLanded(file: string, landed: Hashes): Promise<void> {
  await writeFile(file, `${JSON.stringify(landed, undefined, 2)}\n`)
}
