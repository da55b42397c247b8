/** Addresses by which a phone in the house takes files from the box: a ticket names the entries, ends after ten minutes and with the household of who got it (promise 35). */
import { randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { constants, lstat, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Entry } from './allowed-folders.ts'
import { isShown, joinPath } from './entry-name.ts'
import { namedPages, type NamedEntry } from './folder-pages.ts'
import { isInside, noFollow, openInside } from '../kit/inside.ts'
import { sendOpened } from '../kit/send-file.ts'

const ticketMs = 600_000
const noStore = { 'Cache-Control': 'no-store' }

type TicketEntry = Pick<Entry, 'abs' | 'names' | 'stats'> & { folder: { path: string } }
type Ticket = { entries: readonly TicketEntry[]; name: string; until: number; isAllowed: () => boolean }

export function createFileTickets({ now }: { now: () => number }) {
  const tickets = new Map<string, Ticket>()
  /** Answers that are under way. */
  const open = new Map<ServerResponse, Ticket>()

  /** The path of the address; name: of what is sent. isAllowed: of who got it, at each request and whenever the household changes. */
  function issue(entries: readonly TicketEntry[], name: string, isAllowed: () => boolean): string {
    for (const [key, { until }] of tickets) if (until <= now()) tickets.delete(key)
    const key = randomBytes(18).toString('base64url')
    tickets.set(key, { entries, name, until: now() + ticketMs, isAllowed })
    return `/file/${key}`
  }

  return {
    issue,
    /** The same for a file that was looked up before; path: absolute. */
    async issueFile(path: string, isAllowed: () => boolean): Promise<string> {
      const entry = { abs: Buffer.from(path), names: [basename(path)], stats: await stat(path), folder: { path: dirname(path) } }
      return issue([entry], basename(path), isAllowed)
    },
    async answer(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
      const ticket = tickets.get(key)
      const notFound = () => void response.writeHead(404, noStore).end()
      if (!ticket || ticket.until <= now() || !ticket.isAllowed()) return notFound()
      open.set(response, ticket)
      response.once('close', () => open.delete(response))
      const [only] = ticket.entries
      const isOne = only !== undefined && isSingle(ticket.entries)
      const file = isOne ? await openEntry(only) : undefined
      if (isOne && !file) return notFound()
      response.setHeader('Content-Disposition', `attachment; filename*=UTF-8''${encodeName(ticket.name)}`)
      if (file) return sendOpened(request, response, { file, kind: 'application/octet-stream' })
      response.writeHead(200, { ...noStore, 'Content-Type': 'application/zip' })
      if (request.method === 'HEAD') return void response.end()
      await sendZip(ticket.entries, response)
    },
    /** Somebody left the household: reads no further (P20). */
    endOthers(): void {
      for (const [key, { isAllowed }] of tickets) if (!isAllowed()) tickets.delete(key)
      for (const [response, { isAllowed }] of open) if (!isAllowed()) response.destroy()
    },
  }
}

export function isSingle(entries: readonly TicketEntry[]): boolean {
  return entries.length === 1 && entries[0]?.stats.isFile() === true
}

/** undefined if another file is in its place, or it lies outside now. */
export function openEntry({ abs, folder, stats }: TicketEntry): Promise<FileHandle | undefined> {
  return openInside(abs, { roots: [folder.path], like: stats })
}

/** Ends with its reader (P49): the walk, the file that is being read, and the zip. */
async function sendZip(entries: readonly TicketEntry[], response: ServerResponse): Promise<void> {
  const zip = new ZipFile()
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  // A file that cannot be read, as when it was deleted meanwhile: the reader gets no whole zip.
  zip.on('error', () => response.destroy())
  const walk = async () => {
    for (const { abs, names, folder } of entries)
      await addTo(zip, { abs, root: folder.path, name: names.at(-1) ?? '', gone: gone.signal })
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

/** Links are left out, and what lies behind one that came meanwhile. */
async function addTo(zip: ZipFile, entry: { abs: Buffer; root: string; name: string; gone: AbortSignal }): Promise<void> {
  const { abs, root, name, gone } = entry
  if (gone.aborted) return
  const stats = await lstat(abs)
  if (stats.isFile())
    zip.addReadStreamLazy(name, { mtime: stats.mtime, mode: 0o644, compress: false, size: stats.size }, (done) => {
      const fail = (error: unknown) => void zip.emit('error', error)
      const read = async () => {
        const file = await openInside(abs, { roots: [root], flags: constants.O_RDONLY | noFollow, like: stats })
        if (!file) throw new Error('a file that left')
        done(null, file.createReadStream({ signal: gone }).on('error', fail))
      }
      read().catch(fail)
    })
  if (!stats.isDirectory()) return
  const entries: NamedEntry[] = []
  for await (const page of namedPages(abs)) for (const one of page) if (isShown(one.name)) entries.push(one)
  if (!(await isInside(abs, [root]))) return
  if (entries.length === 0) zip.addEmptyDirectory(name, { mtime: stats.mtime, mode: 0o755 })
  for (const one of entries.toSorted((a, b) => Buffer.compare(a.bytes, b.bytes)))
    await addTo(zip, { abs: joinPath(abs, one.bytes), root, name: `${name}/${one.name}`, gone })
}

/** RFC 8187. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
}
