/** Streams films over HTTP to a screen: by a ticket per file, valid six hours at most, as ranges of the file or as one converted stream (promise 35: a ticket names a file, no request ever names a path). */
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { convert } from './convert.ts'
import { containerOf, type PlayableFile, type Delivery } from './delivery.ts'

export const ticketMs = 6 * 3600_000
const kinds = { mp4: 'video/mp4', webm: 'video/webm', mkv: 'video/x-matroska' } as const

type Ticket = { screen_id: string; file: PlayableFile; delivery: Delivery; fromMs: number; until: number }
export type Media = ReturnType<typeof createMedia>

export type MediaParts = {
  /** Folders that may contain films. */
  roots: () => readonly string[]
  /** Path of ffmpeg, '' if there is none. */
  ffmpeg: () => Promise<string>
  now: () => number
}

export function createMedia({ roots, ffmpeg, now }: MediaParts) {
  const tickets = new Map<string, Ticket>()
  /** One converter process per screen. */
  const converters = new Map<string, ChildProcess>()
  const open = new Map<ServerResponse, string>()

  function end(screen_id: string): void {
    const child = converters.get(screen_id)
    converters.delete(screen_id)
    child?.kill('SIGKILL')
  }

  function close(screen_id: string): void {
    for (const [name, ticket] of tickets) if (ticket.screen_id === screen_id) tickets.delete(name)
    end(screen_id)
  }

  async function sendFile(request: IncomingMessage, response: ServerResponse, file: PlayableFile): Promise<void> {
    const { size } = await stat(file.path)
    const kind = kinds[containerOf(file) ?? 'mp4']
    const range = rangeOf(request.headers.range, size)
    if (range === 'wrong') {
      response.writeHead(416, { 'Content-Range': `bytes */${size}` }).end()
      return
    }
    const { from, to } = range ?? { from: 0, to: size - 1 }
    const headers = {
      'Content-Type': kind,
      'Content-Length': to - from + 1,
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'no-store',
    }
    response.writeHead(range ? 206 : 200, range ? { ...headers, 'Content-Range': `bytes ${from}-${to}/${size}` } : headers)
    if (request.method === 'HEAD' || size === 0) return void response.end()
    await pipeline(createReadStream(file.path, { start: from, end: to }), response)
  }

  async function sendConverted(request: IncomingMessage, response: ServerResponse, ticket: Ticket): Promise<void> {
    const { file, delivery, fromMs, screen_id } = ticket
    const program = await ffmpeg()
    if (delivery === 'direct' || program === '') return void response.writeHead(503).end()
    response.writeHead(200, { 'Content-Type': kinds.mp4, 'Accept-Ranges': 'none', 'Cache-Control': 'no-store' })
    if (request.method === 'HEAD') return void response.end()
    end(screen_id)
    const child = convert(program, { path: file.path, delivery, video: file.video, fromMs })
    converters.set(screen_id, child)
    const exited = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject))
    try {
      const sent = child.stdout ? pipeline(child.stdout, response, { end: false }) : Promise.resolve()
      const [code] = await Promise.all([exited, sent])
      // A failed converter must not look like the end of the film.
      if (code === 0 || child.killed) response.end()
      else response.destroy()
    } finally {
      if (converters.get(screen_id) === child) end(screen_id)
      else child.kill('SIGKILL')
    }
  }

  /** Symbolic links are resolved before the check. */
  async function isInside(path: string): Promise<boolean> {
    const real = await realpath(path).catch(() => '')
    const allowed = await Promise.all(roots().map((root) => realpath(root).catch(() => '')))
    return real !== '' && allowed.some((root) => root !== '' && real.startsWith(root.endsWith(sep) ? root : root + sep))
  }

  return {
    isInside,
    /** The URL of a file for this screen; older tickets of the screen are revoked. fromMs: where a converted stream begins. */
    issue(screen_id: string, source: { file: PlayableFile; delivery: Delivery; fromMs: number }): { url: string; until: number } {
      for (const [name, ticket] of tickets) if (ticket.screen_id === screen_id || ticket.until <= now()) tickets.delete(name)
      const name = randomBytes(18).toString('base64url')
      const until = now() + ticketMs
      tickets.set(name, { screen_id, until, ...source })
      return { url: `media/${name}`, until }
    },
    answer: async (
      request: IncomingMessage,
      response: ServerResponse,
      whose: { ticket: string; screen_id: string },
    ): Promise<void> => {
      const ticket = tickets.get(whose.ticket)
      if (!ticket || ticket.screen_id !== whose.screen_id || ticket.until <= now() || !(await isInside(ticket.file.path)))
        return void response.writeHead(404, { 'Cache-Control': 'no-store' }).end()
      open.set(response, ticket.screen_id)
      response.once('close', () => open.delete(response))
      return ticket.delivery === 'direct' ? sendFile(request, response, ticket.file) : sendConverted(request, response, ticket)
    },
    /** Playback on the screen ended: revokes its tickets and stops its converter. */
    close,
    /** The screen was removed: its open responses are cut. */
    cut(screen_id: string): void {
      close(screen_id)
      for (const [response, whose] of open) if (whose === screen_id) response.destroy()
    },
    stop(): void {
      for (const screen_id of converters.keys()) end(screen_id)
    },
  }
}

/** A single range only, as players request; undefined: the whole file. */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | 'wrong' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const from = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const to = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  return from > to ? 'wrong' : { from, to }
}
