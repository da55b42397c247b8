/** For tests: the aria2 found on this machine. A test that needs one is skipped, with its reason, if none starts. */
import { spawn, type ChildProcess } from 'node:child_process'
import { it } from 'vitest'
import { findAria2, packagedAria2 } from '../download/aria2/program.ts'

export const searchPath = process.env.PATH ?? ''
const { program } = await findAria2({ configured: process.env.ARIA2 ?? '', searchPath, packaged: packagedAria2() })

export const hasAria2 = program !== undefined
export const aria2Command = program?.command ?? 'aria2c'
export const noAria2 = hasAria2 ? '' : ' (skipped: no aria2 starts here; apt install aria2)'

/** A test that needs torrents. */
export function itWithAria2(title: string, test: () => Promise<void>, timeoutMs?: number): void {
  it.skipIf(!hasAria2)(`${title}${noAria2}`, test, timeoutMs)
}

/** Resolves once it runs; rejects at once if the program does not start. */
export async function startAria2(args: string[]): Promise<ChildProcess> {
  const child = spawn(aria2Command, args, { stdio: 'ignore', env: { PATH: searchPath } })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) => reject(new Error(`${aria2Command} did not start: ${error.message}`)))
  })
  return child
}
