/** Runs mpv for one film after another, with the box's settings only. It ends by itself with its film; one that a killed box left is taken over, or ended. */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { makeFolder } from '../../kit/folder.ts'
import { bounds } from './bounds.ts'
import type { MpvProgram } from './find-mpv.ts'
import { openIpc, type Ipc, type IpcDeps, type MpvEvent } from './ipc.ts'

/** folder: for its socket, which only the box's own user may open. */
export type MpvOptions = { program: MpvProgram; folder: string }
export type RunningMpv = {
  ipc: Ipc
  /** It is about to end by itself. */
  isEnding: boolean
}
/** run: the mpv that says so. */
export type MpvListener = Pick<IpcDeps, 'later' | 'elapsed'> & {
  onEvent: (run: RunningMpv | undefined, event: MpvEvent) => void
  onGone: (run: RunningMpv | undefined, why: Error | undefined) => void
}

const lookEveryMs = 50
const socketOf = (folder: string) => join(folder, 'socket')
const pidFileOf = (folder: string) => join(folder, 'pid')

function argumentsFor(folder: string): string[] {
  return [
    // Nothing of the user's own mpv: no settings, scripts or downloads.
    '--no-config',
    '--load-scripts=no',
    '--ytdl=no',
    '--no-terminal',
    `--input-ipc-server=${socketOf(folder)}`,
    // It waits for the first film, and ends with the last one: none is left over.
    '--idle=once',
    '--fullscreen',
    '--hwdec=auto-safe',
    '--audio-client-name=Homeport',
    // Only the film is opened, and nothing that it names: other files, playlists, addresses.
    '--autoload-files=no',
    '--access-references=no',
    '--ordered-chapters=no',
    '--demuxer=lavf',
    '--sub-demuxer=lavf',
    '--demuxer-lavf-o=protocol_whitelist=[file]',
  ]
}

/** Rejects where it does not take commands within the bounds. */
export async function startMpv({ program, folder }: MpvOptions, listener: MpvListener): Promise<RunningMpv> {
  makeFolder(folder, 0o700)
  chmodSync(folder, 0o700)
  await endMpv(folder)
  rmSync(socketOf(folder), { force: true })
  // In a group of its own: what stops the box in a terminal must not look as if a person had closed the film.
  const child = spawn(program.path, [...argumentsFor(folder), ...program.args], {
    cwd: folder,
    env: program.env,
    stdio: 'ignore',
    detached: true,
  })
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  child.unref()
  writeFileSync(pidFileOf(folder), String(child.pid))
  for (
    let waitedMs = 0;
    waitedMs < bounds.startsWithinMs && child.exitCode === null && child.signalCode === null;
    waitedMs += lookEveryMs
  ) {
    if (existsSync(socketOf(folder))) {
      const running = await connect(folder, listener)
      if (running) return running
    }
    await after(lookEveryMs)
  }
  await endMpv(folder)
  throw new Error('mpv does not start')
}

/** The mpv that a killed box left; undefined if there is none. */
export async function takeOverMpv(folder: string, listener: MpvListener): Promise<RunningMpv | undefined> {
  return isOurs(folder) ? connect(folder, listener) : undefined
}

/** undefined if it does not listen yet. */
async function connect(folder: string, { later, elapsed, onEvent, onGone }: MpvListener): Promise<RunningMpv | undefined> {
  let run: RunningMpv | undefined
  const deps = {
    later,
    elapsed,
    onEvent: (event: MpvEvent) => onEvent(run, event),
    onGone: (why: Error | undefined) => onGone(run, why),
  }
  const ipc = await openIpc(socketOf(folder), deps).catch(() => undefined)
  run = ipc && { ipc, isEnding: false }
  return run
}

/** It ends with its film. */
export async function quitMpv(run: RunningMpv): Promise<void> {
  if (run.isEnding) return
  run.isEnding = true
  // It may end before it answers.
  await run.ipc.command('quit').catch(() => run.ipc.close())
}

/** Waits until it has ended by itself, and ends it where it does not. */
export async function endMpv(folder: string): Promise<void> {
  for (let waitedMs = 0; isOurs(folder) && waitedMs < bounds.endsWithinMs; waitedMs += lookEveryMs) await after(lookEveryMs)
  killMpv(folder)
}

export function killMpv(folder: string): void {
  if (isOurs(folder)) process.kill(pidOf(folder), 'SIGKILL')
}

function pidOf(folder: string): number {
  const file = pidFileOf(folder)
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
}

/** The process that was started last is there still, and is no other one by now. */
function isOurs(folder: string): boolean {
  const pid = pidOf(folder)
  if (!(pid > 1)) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`--input-ipc-server=${socketOf(folder)}`)
  } catch {
    return false
  }
}
