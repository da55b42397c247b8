/** Tries an unpacked version beside the running one: it migrates a copy of the database and starts once on an empty folder, without a cloud and without downloads. */
import { spawn } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { UpdateRefusal } from './update-refusal.ts'

export const trialMs = 90_000
export const readyLine = 'This version starts on this machine.'

export type Trial = {
  /** The version's folder. */
  folder: string
  /** Emptied before and after. */
  scratch: string
  copyDatabase: (file: string) => Promise<void>
  env: NodeJS.ProcessEnv
  signal: AbortSignal
}

export async function tryVersion({ copyDatabase, ...trial }: Trial): Promise<void> {
  const { scratch } = trial
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  try {
    const copy = path.join(scratch, 'copy.db')
    await copyDatabase(copy)
    await run({ ...trial, copy })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function run({ folder, scratch, copy, env, signal }: Omit<Trial, 'copyDatabase'> & { copy: string }): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, path.join(folder, 'station/src/app/main.ts')], {
    cwd: scratch,
    signal,
    timeout: trialMs,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: env.PATH,
      HOMEPORT_DATA: scratch,
      HOMEPORT_TRIAL: copy,
      NODE_NO_WARNINGS: '1',
      // what it compiles it need not compile again when it takes over
      ...(env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE }),
    },
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (errors = `${errors}${String(chunk)}`.slice(-2_000)))
  const code = await new Promise<unknown>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', resolve)
  })
  if (code !== 0 || !output.includes(readyLine)) throw new UpdateRefusal('no_start', errors.trim() || `code ${String(code)}`)
}
