/** Addresses by which a phone in the house takes files from the box: a ticket names the entries, ends after ten minutes and with the household of who got it (promise 35). */
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, lstat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Entry } from './allowed-folders.ts'
import { isShown, joinPath, shownName } from './entry-name.ts'
import { sendFile } from '../kit/send-file.ts'

const ticketMs = 600_000
const noStore = { 'Cache-Control': 'no-store' }

type TicketEntry = Pick<Entry, 'abs' | 'names' | 'stats'>
type Ticket = { entries: readonly TicketEntry[]; name: string; until: number; isAllowed: () => boolean }

export function createFileTickets({ now }: { now: () => number }) {
  const tickets = new Map<string, Ticket>()

  return {
    /** The path of the address; name: of what is sent. isAllowed: of who got it, at each request. */
    issue(entries: readonly TicketEntry[], name: string, isAllowed: () => boolean): string {
      for (const [key, { until }] of tickets) if (until <= now()) tickets.delete(key)
      const key = randomBytes(18).toString('base64url')
      tickets.set(key, { entries, name, until: now() + ticketMs, isAllowed })
      return `/file/${key}`
    },
    async answer(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
      const ticket = tickets.get(key)
      if (!ticket || ticket.until <= now() || !ticket.isAllowed()) return void response.writeHead(404, noStore).end()
      response.setHeader('Content-Disposition', `attachment; filename*=UTF-8''${encodeName(ticket.name)}`)
      const [only] = ticket.entries
      if (only && isSingle(ticket.entries))
        return sendFile(request, response, { path: only.abs, kind: 'application/octet-stream' })
      response.writeHead(200, { ...noStore, 'Content-Type': 'application/zip' })
      if (request.method === 'HEAD') return void response.end()
      await sendZip(ticket.entries, response)
    },
  }
}

export function isSingle(entries: readonly TicketEntry[]): boolean {
  return entries.length === 1 && entries[0]?.stats.isFile() === true
}

/** Ends with its reader (P49): the walk, the file that is being read, and the zip. */
async function sendZip(entries: readonly TicketEntry[], response: ServerResponse): Promise<void> {
  const zip = new ZipFile()
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  // A file that cannot be read, as when it was deleted meanwhile: the reader gets no whole zip.
  zip.on('error', () => response.destroy())
  const walk = async () => {
    for (const { abs, names } of entries) await addTo(zip, { abs, name: names.at(-1) ?? '', gone: gone.signal })
    zip.end()
  }
  try {
    await Promise.all([pipeline(zip.outputStream, new PassThrough(), response), walk()])
  } catch (error) {
    const isLeft = gone.signal.aborted
    response.destroy()
    if (!isLeft) throw error
  }
}

/** Links are left out. */
async function addTo(zip: ZipFile, entry: { abs: Buffer; name: string; gone: AbortSignal }): Promise<void> {
  const { abs, name, gone } = entry
  if (gone.aborted) return
  const stats = await lstat(abs)
  if (stats.isFile())
    zip.addReadStreamLazy(name, { mtime: stats.mtime, mode: 0o644, compress: false, size: stats.size }, (done) =>
      done(null, createReadStream(abs, { signal: gone })),
    )
  if (!stats.isDirectory()) return
  const names = (await readdir(abs, { encoding: 'buffer' })).filter((one) => isShown(shownName(one)))
  if (names.length === 0) zip.addEmptyDirectory(name, { mtime: stats.mtime, mode: 0o755 })
  for (const one of names) await addTo(zip, { abs: joinPath(abs, one), name: `${name}/${shownName(one)}`, gone })
}

/** RFC 8187. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
}
