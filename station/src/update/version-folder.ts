/** The folder of the versions that the box has taken (scripts/versions.mjs runs the chosen one): unpacked versions, and what became of the last attempt. */
import { readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BoxUpdateFault } from '@homeport/contract/update.ts'
import * as z from 'zod/mini'
import { makeFolder } from '../kit/folder.ts'

const Result = z.object({ version: z.string(), fault: z.union([z.literal(''), BoxUpdateFault]) })
export type TakeoverResult = z.infer<typeof Result>

const partial = /\.(new|tar\.gz|trial)$/

export function versionFolder(folder: string) {
  const at = (name: string) => join(folder, name)
  return {
    folder,
    archiveOf: (version: string) => at(`${version}.tar.gz`),
    unpackedOf: (version: string) => at(`${version}.new`),
    scratchOf: (version: string) => at(`${version}.trial`),
    cache: at('npm-cache'),
    /** Removes what an interrupted attempt left. */
    async clean(): Promise<void> {
      makeFolder(folder, 0o700)
      for (const name of await readdir(folder)) if (partial.test(name)) await rm(at(name), { recursive: true, force: true })
    },
    /** The unpacked version takes its own name: only a whole one has it. */
    async finish(version: string): Promise<void> {
      await rm(at(version), { recursive: true, force: true })
      await rename(at(`${version}.new`), at(version))
    },
    async has(version: string): Promise<boolean> {
      return stat(at(version)).then(
        (entry) => entry.isDirectory(),
        () => false,
      )
    },
    remove: (version: string) => rm(at(version), { recursive: true, force: true }),
    /** The result of the last restart into another version; null if there was none. */
    async result(): Promise<TakeoverResult | null> {
      const text = await readFile(at('result.json'), 'utf8').catch(() => '')
      if (text === '') return null
      const result = Result.safeParse(JSON.parse(text))
      return result.success ? result.data : null
    },
  }
}
export type VersionFolder = ReturnType<typeof versionFolder>
