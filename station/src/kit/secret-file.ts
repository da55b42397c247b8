/** Files with secrets, which only the box's own user may read: never in its database, which is copied and looked into. */
import { existsSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { SettingError } from './setting-error.ts'

/** The value in a file of JSON; none for a value that is undefined. unreadable: the sentence that warns of a damaged one, which counts as empty. */
export function openSecretJson<S extends z.ZodMiniType>(
  path: string,
  { schema, empty, unreadable, warn }: { schema: S; empty: z.output<S>; unreadable: string; warn: (line: string) => void },
) {
  let value = read()

  function read(): z.output<S> {
    const text = readSecret(path)
    if (text === undefined) return empty
    try {
      return z.parse(schema, JSON.parse(text))
    } catch {
      // The parser's error would repeat the file.
      warn(unreadable)
      return empty
    }
  }

  return {
    get: (): z.output<S> => value,
    set(next: z.output<S>): void {
      if (next === undefined) rmSync(path, { force: true })
      else writeSecret(path, JSON.stringify(next))
      value = next
    },
  }
}

/** Undefined if there is none. A file that cannot be opened, as that of a user who ran Homeport once, is not damaged: nothing takes its place. */
export function readSecret(path: string): string | undefined {
  // A kill may have left it half written, with a secret that is removed by now.
  if (lstatSync(unfinished(path), { throwIfNoEntry: false })?.isFile()) rmSync(unfinished(path), { force: true })
  if (!existsSync(path)) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingError(`${path} cannot be opened (${reason}): make it readable for the user who runs Homeport.`)
  }
}

/** A kill in between leaves the file before. */
export function writeSecret(path: string, text: string | Buffer): void {
  const next = unfinished(path)
  // A file that a kill left there would keep its own mode.
  rmSync(next, { force: true })
  writeFileSync(next, text, { mode: 0o600, flush: true })
  renameSync(next, path)
}

const unfinished = (path: string) => `${path}.new`
