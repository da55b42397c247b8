/** One picture drawn by ffmpeg. That there is none to have is told from a picture that was not made this time. */
import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { toolEnv } from './ffmpeg.ts'
import { giveWay } from '../kit/turns/give-way.ts'
import { isPassing } from './tool-end.ts'

/** undefined: there is none to have. late: it was not made this time, which says nothing of the file; it is tried again. */
export type Drawn = Buffer | undefined | 'late'

/** input: what ffmpeg reads from pipe:0. isSeen: someone looks at a screen for it. */
export type Drawing = { args: readonly string[]; input?: Buffer | Readable; withinMs: number; isSeen?: boolean }

export function drawPicture(ffmpeg: string, { args, input, withinMs, isSeen = false }: Drawing): Promise<Drawn> {
  return new Promise((resolve) => {
    const child = spawn(ffmpeg, ['-v', 'error', '-threads', '1', ...args, 'pipe:1'], {
      env: toolEnv,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
      timeout: withinMs,
      killSignal: 'SIGKILL',
    })
    giveWay(child.pid, { isSeen })
    const parts: Buffer[] = []
    child.stdout?.on('data', (part: Buffer) => parts.push(part))
    child.once('error', () => resolve('late'))
    child.once('close', (code, signal) => {
      // A picture that is whole is taken, whatever came after it.
      if (parts.length > 0 && signal === null) return resolve(Buffer.concat(parts))
      resolve(isPassing({ code, signal }) ? 'late' : undefined)
    })
    if (input === undefined || !child.stdin) return
    // ffmpeg may close the pipe once it has enough data.
    child.stdin.on('error', () => undefined)
    if (Buffer.isBuffer(input)) child.stdin.end(input)
    else input.on('error', () => child.kill('SIGKILL')).pipe(child.stdin)
  })
}
