/** One picture drawn by ffmpeg. That there is none to have is told from a picture that was not made this time. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { toolEnv } from './ffmpeg.ts'
import { giveWay } from './give-way.ts'

/** undefined: there is none to have. late: it was not made this time, which says nothing of the file; it is tried again. */
export type Drawn = Buffer | undefined | 'late'

/** input: what ffmpeg reads from pipe:0. isSeen: someone looks at a screen for it. */
export type Drawing = { args: readonly string[]; input?: Buffer | Readable; withinMs: number; isSeen?: boolean }

/** Only a file brings ffmpeg to these; any other signal is from outside: the timer, the system without memory, the end of the box. */
const crashes = new Set(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSYS', 'SIGTRAP'])
const { EIO, ENOMEM, EAGAIN, EMFILE, ENFILE, ENOENT, ENODEV, ENXIO, ESTALE, ETIMEDOUT, ENOTCONN, EHOSTUNREACH } = constants.errno
/** A disk or share that is away, a file that is being moved, a machine that has nothing left: they pass. ffmpeg ends with 256 less the error. */
const passing = new Set(
  [EIO, ENOMEM, EAGAIN, EMFILE, ENFILE, ENOENT, ENODEV, ENXIO, ESTALE, ETIMEDOUT, ENOTCONN, EHOSTUNREACH].map(
    (errno) => 256 - errno,
  ),
)

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
      if (signal !== null && !crashes.has(signal)) return resolve('late')
      if (parts.length > 0) return resolve(Buffer.concat(parts))
      resolve(code !== null && passing.has(code) ? 'late' : undefined)
    })
    if (input === undefined || !child.stdin) return
    // ffmpeg may close the pipe once it has enough data.
    child.stdin.on('error', () => undefined)
    if (Buffer.isBuffer(input)) child.stdin.end(input)
    else input.on('error', () => child.kill('SIGKILL')).pipe(child.stdin)
  })
}
