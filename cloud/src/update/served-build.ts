/** The version of the build of the web app that this cloud serves, from the file that the build writes beside its index.html. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

const Build = z.object({ build: z.string(), version_name: z.string(), version_code: z.int() })
export type ServedBuild = z.infer<typeof Build>

/** The returned function reads the file again when it changed; null if there is no such file, or half of one. */
export function servedBuildIn(webFolder: string): () => Promise<ServedBuild | null> {
  const path = join(webFolder, 'build.json')
  let read: { mtimeMs: number; build: ServedBuild | null } | undefined
  return async () => {
    const stats = await stat(path).catch(() => undefined)
    if (!stats) return null
    if (read?.mtimeMs !== stats.mtimeMs) read = { mtimeMs: stats.mtimeMs, build: await parsed(path) }
    return read.build
  }
}

async function parsed(path: string): Promise<ServedBuild | null> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const result = Build.safeParse(jsonOf(text))
  return result.success ? result.data : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // the build is writing it
    return null
  }
}
