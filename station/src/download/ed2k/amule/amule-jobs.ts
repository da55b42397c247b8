/** Which files of aMule belong to which job, kept in the box's folder; and where a job's finished file goes. */
import { copyFile, mkdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'

const Kept = z.record(z.string(), z.string())

export type AmuleJobs = Awaited<ReturnType<typeof openAmuleJobs>>

/** path: of the list: the hash of each file that was handed to aMule, with the mark beside its job's file. */
export async function openAmuleJobs(path: string) {
  const kept = new Map(Object.entries(await read(path)))

  async function save(): Promise<void> {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.new`, JSON.stringify(Object.fromEntries(kept)), { flush: true })
    await rename(`${path}.new`, path)
  }

  return {
    async keep(hash: string, mark: string): Promise<void> {
      if (kept.get(hash) === mark) return
      kept.set(hash, mark)
      await save()
    },
    async drop(hash: string): Promise<void> {
      if (kept.delete(hash)) await save()
    },
    /** Their work folders were deleted with their tasks. */
    orphans: (): string[] => [...kept].filter(([, mark]) => !existsSync(mark)).map(([hash]) => hash),
  }
}

async function read(path: string): Promise<Record<string, string>> {
  try {
    return Kept.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    // None yet, or damaged: what aMule has stays in it.
    return {}
  }
}

export const markOf = (dir: string, name: string): string => join(dir, `${name}.aria2`)

/** A job's work folder keeps what aMule has of it; the mark says that the file is not complete. */
export async function setMark(dir: string, name: string): Promise<void> {
  await writeFile(markOf(dir, name), '')
}

/** Moves the finished file into the job's folder, also to another disk; false if it is not there yet. */
export async function bringIn(from: string, { dir, name, size }: { dir: string; name: string; size: number }): Promise<boolean> {
  const to = join(dir, name)
  if ((await sizeAt(to)) !== size) {
    if ((await sizeAt(from)) !== size) return false
    try {
      await rename(from, to)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
      await copyFile(from, to)
      await unlink(from)
    }
  }
  await rm(markOf(dir, name), { force: true })
  return true
}

async function sizeAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? -1
}
