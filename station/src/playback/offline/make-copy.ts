/** Converts a film's file into a copy. ffmpeg writes to the box, so that it ends with it; a second, short run makes of that an mp4 in which phones can seek. */
import { execFile } from 'node:child_process'
import { open, rename, rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { isDiskFull } from '../../kit/disk-full.ts'
import { toolEnv } from '../../shared/ffmpeg.ts'
import { createFragmentReader } from '../hls/fragments.ts'
import type { Conversion, Converter } from '../source/ffmpeg-plan.ts'
import { convert } from '../source/transcode-process.ts'

/** whenFree: resolves while no film that is watched needs the machine, or once the signal has come; ffmpeg waits meanwhile. onProgress: 0 to 99. */
export type CopyRun = {
  conversion: Conversion
  converter: Converter
  durationMs: number
  target: string
  signal: AbortSignal
  whenFree: (signal: AbortSignal) => Promise<void>
  onProgress: (progress: number) => void
}
export type CopyEnd = 'made' | 'stopped' | 'no_space' | 'failed'

/** Suffix of what is not whole yet. */
export const partSuffix = '.part'

/** Leaves nothing behind but the target, once it is whole. */
export async function makeCopy(run: CopyRun): Promise<CopyEnd> {
  const { target, signal } = run
  const [streamed, whole] = [`${target}.1${partSuffix}`, `${target}.2${partSuffix}`]
  try {
    const isWhole = (await receive(run, streamed)) && (await putInOrder(run, streamed, whole))
    if (signal.aborted) return 'stopped'
    if (!isWhole) return 'failed'
    // Before it is seen as ready.
    await rm(streamed, { force: true })
    await rename(whole, target)
    return 'made'
  } catch (error) {
    if (signal.aborted) return 'stopped'
    if (isDiskFull(error)) return 'no_space'
    throw error
  } finally {
    await rm(streamed, { force: true })
    await rm(whole, { force: true })
  }
}

/** False if ffmpeg failed, or was ended. Throws where the file cannot be written. */
async function receive(run: CopyRun, path: string): Promise<boolean> {
  const { conversion, converter, durationMs, signal, whenFree, onProgress } = run
  const child = convert(conversion, converter)
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
  child.once('spawn', () => lower(child.pid))
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill)
  if (signal.aborted) kill()
  const reader = createFragmentReader({
    onHead: () => {},
    onFragment: ({ timeMs }) => durationMs > 0 && onProgress(Math.min(99, Math.floor((timeMs * 100) / durationMs))),
  })
  try {
    const file = await open(path, 'w', 0o600)
    try {
      for await (const chunk of child.stdout ?? []) {
        if (!Buffer.isBuffer(chunk)) continue
        await whenFree(signal)
        if (signal.aborted) break
        reader.add(chunk)
        await file.writeFile(chunk)
      }
    } finally {
      await file.close()
    }
    return await ended
  } finally {
    signal.removeEventListener('abort', kill)
    kill()
  }
}

/** An endless mp4 has no list of its pictures: a phone could not seek. */
function putInOrder({ converter, signal }: CopyRun, from: string, to: string): Promise<boolean> {
  const args = ['-v', 'error', '-nostdin', '-y', '-i', `file:${from}`, '-map', '0', '-c', 'copy', '-movflags', '+faststart']
  return new Promise((resolve, reject) => {
    execFile(converter.ffmpeg, [...args, '-f', 'mp4', `file:${to}`], { env: toolEnv, signal }, (error, _, log) => {
      if (error && /no space left|quota exceeded/i.test(log)) reject(Object.assign(new Error(log), { code: 'ENOSPC' }))
      else resolve(!error)
    })
  })
}

/** It may have ended already, and some systems refuse it. */
function lower(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    return
  }
}
