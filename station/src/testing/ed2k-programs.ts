/** For tests: programs on the disk that behave as amuled, and as an aria2 that can fetch ed2k links. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Env = Record<string, string>

function writeProgram(
  path: string,
  { script, args, env }: { script: string; args: { node: string; script: string }; env: Env },
): void {
  const settings = Object.entries(env).map(([name, value]) => `${name}='${value}'`)
  const file = join(import.meta.dirname, script)
  writeFileSync(
    path,
    `#!/bin/sh\nexec env ${settings.join(' ')} '${process.execPath}' ${args.node} '${file}' ${args.script} "$@"\n`,
  )
  chmodSync(path, 0o755)
}

/** The AMULED setting for it; content: the file of which every link is. */
export function standInAmuled(folder: string, { content, version = '3.1.0' }: { content: string; version?: string }): string {
  const programs = join(folder, 'programs')
  mkdirSync(programs, { recursive: true })
  const env = { CONTENT: content, STAND_IN_VERSION: version }
  for (const name of ['amuled', 'amuleapi'])
    writeProgram(join(programs, name), { script: 'amuled-stand-in.ts', args: { node: '', script: name }, env })
  return join(programs, 'amuled')
}

/** The ARIA2 setting for it. */
export function standInAria2(folder: string, { content, features }: { content: string; features?: string }): string {
  const path = join(folder, 'aria2-stand-in')
  const env: Env = { CONTENT: content, ...(features !== undefined && { STAND_IN_FEATURES: features }) }
  writeProgram(path, { script: 'aria2-stand-in.mjs', args: { node: '--jitless', script: '' }, env })
  return path
}
