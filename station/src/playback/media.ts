/** Streams films over HTTP to a screen: by a ticket per file, valid six hours at most, as ranges of the file, as one converted stream or as HLS (promise 35: a ticket names a file, no request ever names a path). */
import { randomBytes } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Container, PlayableFile } from './delivery/delivery.ts'
import { isGrowing, type GrowingFile } from '../shared/growing-file.ts'
import { isInside, openInside } from '../kit/inside.ts'
import { sendFile, sendOpened } from '../kit/send-file.ts'
import { createHlsStream, type HlsAnswer, type HlsStream } from './hls/hls-stream.ts'
import type { Segments } from './source/hls-playlist.ts'
import type { Conversion, Converter } from './source/ffmpeg-plan.ts'
import { createEndless } from './source/send-converted.ts'
import type { TranscodeSlots } from './source/transcode-slots.ts'

export const ticketMs = 6 * 3600_000
const idleAfterMs = 30_000
const kinds = { mp4: 'video/mp4', webm: 'video/webm', mkv: 'video/x-matroska' } as const
const hlsKind = 'application/vnd.apple.mpegurl'
const noStore = { 'Cache-Control': 'no-store' }

/** The source that a screen plays: a file with its container, or a converted stream with its conversion; segments: of HLS. */
export type MediaSource =
  | { stream: 'file'; container: Container }
  | { stream: 'fmp4'; conversion: Conversion; converter: Converter }
  | { stream: 'hls'; conversion: Conversion; converter: Converter; segments: Segments }

/** As the answer names it. */
export function mediaTypeOf(source: MediaSource): string {
  if (source.stream === 'hls') return hlsKind
  return source.stream === 'file' ? kinds[source.container] : kinds.mp4
}

type Source = { file: PlayableFile; source: MediaSource; sheet?: string }
type Ticket = Source & { screen_id: string; until: number; hls: HlsStream | undefined }
export type Media = ReturnType<typeof createMedia>

export type MediaDeps = {
  /** Folders that may contain films. */
  roots: () => readonly string[]
  slots: TranscodeSlots
  now: () => number
  /** A file that plays while it loads. */
  growing: (address: string) => GrowingFile | undefined
  /** After so long without a reader a converter ends. */
  idleMs?: number
}

export function createMedia({ roots, slots, now, growing, idleMs = idleAfterMs }: MediaDeps) {
  const tickets = new Map<string, Ticket>()
  const open = new Map<ServerResponse, string>()
  /** Screens whose film is read by another screen too. */
  const casting = new Set<string>()
  const endless = createEndless({ idleMs, onIdle: slots.release, onDone: slots.release })

  function revoke(name: string, { hls }: Ticket): void {
    tickets.delete(name)
    hls?.stop()
  }

  /** Its converters end; what it held is free for another film. */
  function close(screen_id: string): void {
    for (const [name, ticket] of tickets) if (ticket.screen_id === screen_id) revoke(name, ticket)
    endless.end(screen_id)
    slots.release(screen_id)
  }

  function takeSlot(screen_id: string, { delivery }: Conversion): boolean {
    return delivery !== 'transcode' || slots.take(screen_id)
  }

  function openHls(screen_id: string, source: MediaSource): HlsStream | undefined {
    if (source.stream !== 'hls') return undefined
    const { conversion } = source
    return createHlsStream({
      ...source,
      idleMs,
      takeSlot: () => takeSlot(screen_id, conversion),
      onIdle: () => slots.release(screen_id),
    })
  }

  /** Symbolic links are resolved before the check. */
  async function isAllowed(path: string): Promise<boolean> {
    const onDisk = isGrowing(path) ? await growing(path)?.onDisk() : path
    return onDisk !== undefined && isInside(onDisk, roots())
  }

  async function send(request: IncomingMessage, response: ServerResponse, { ticket, name }: { ticket: Ticket; name: string }) {
    const { file, source, hls, screen_id, sheet } = ticket
    if (name === sheetName && sheet !== undefined) return sendFile(request, response, { path: sheet, kind: 'image/jpeg' })
    if (hls) return sendHls(response, hls, name)
    if (source.stream === 'file') {
      const kind = mediaTypeOf(source)
      const loading = growing(file.path)
      return loading
        ? loading.send(request, response, kind)
        : sendFilm(request, response, { path: file.path, kind, roots: roots() })
    }
    if (name !== '') return void response.writeHead(404, noStore).end()
    if (!takeSlot(screen_id, source.conversion)) return void response.writeHead(503, noStore).end()
    return endless.send(request, response, { screen_id, ...source })
  }

  return {
    isInside: isAllowed,
    /** The file of a ticket, for a player on this machine; see there. */
    fileOf: async (name: string): Promise<string | undefined> => {
      const ticket = tickets.get(name)
      return ticket && ticket.until > now() && (await isAllowed(ticket.file.path)) ? wholeFileOf(ticket) : undefined
    },
    /** The URL of a source for this screen; older tickets of the screen are revoked. undefined: too many films are being converted. */
    issue(screen_id: string, { file, source }: Source): { url: string; until: number } | undefined {
      const isTranscoded = source.stream !== 'file' && source.conversion.delivery === 'transcode'
      if (isTranscoded && !slots.take(screen_id)) return undefined
      if (!isTranscoded) slots.release(screen_id)
      for (const [name, ticket] of tickets) if (ticket.screen_id === screen_id || ticket.until <= now()) revoke(name, ticket)
      endless.end(screen_id)
      const name = randomBytes(18).toString('base64url')
      const until = now() + ticketMs
      tickets.set(name, { screen_id, until, file, source, hls: openHls(screen_id, source) })
      return { url: source.stream === 'hls' ? `media/${name}/${playlistName}` : `media/${name}`, until }
    },
    /** Adds the sheet of thumbnails to the screen's ticket; its URL, undefined if the screen has none. */
    addSheet(screen_id: string, path: string): string | undefined {
      for (const [name, ticket] of tickets) {
        if (ticket.screen_id !== screen_id || ticket.until <= now()) continue
        ticket.sheet = path
        return `media/${name}/${sheetName}`
      }
      return undefined
    },
    /** name: of a part of a source: a segment of HLS, the thumbnails; '' for the source itself. A file has no parts: its name is for a player that shows the end of an address. */
    answer: async (
      request: IncomingMessage,
      response: ServerResponse,
      { screen_id, ...whose }: { ticket: string; name: string; screen_id: string },
    ): Promise<void> => {
      const ticket = tickets.get(whose.ticket)
      if (!ticket || ticket.screen_id !== screen_id || ticket.until <= now() || !(await isAllowed(ticket.file.path)))
        return void response.writeHead(404, noStore).end()
      open.set(response, screen_id)
      response.once('close', () => open.delete(response))
      await send(request, response, { ticket, name: whose.name })
    },
    setCasting(screen_id: string, isOn: boolean): void {
      if (isOn) casting.add(screen_id)
      else casting.delete(screen_id)
    },
    /** The screen of a ticket that another screen may read too; undefined of any other ticket. */
    castFrom(ticket: string): string | undefined {
      const screen_id = tickets.get(ticket)?.screen_id
      return screen_id !== undefined && casting.has(screen_id) ? screen_id : undefined
    },
    /** Playback on the screen ended: revokes its tickets and stops its converter. */
    close,
    /** The screen was removed: its open responses are cut. */
    cut(screen_id: string): void {
      casting.delete(screen_id)
      close(screen_id)
      for (const [response, whose] of open) if (whose === screen_id) response.destroy()
    },
    stop(): void {
      for (const [name, ticket] of tickets) revoke(name, ticket)
      endless.stop()
    },
  }
}

const playlistName = 'index.m3u8'
const sheetName = 'thumbnails.jpg'

async function sendFilm(
  request: IncomingMessage,
  response: ServerResponse,
  { path, kind, roots }: { path: string; kind: string; roots: readonly string[] },
): Promise<void> {
  const file = await openInside(path, { roots })
  if (!file) return void response.writeHead(404, noStore).end()
  return sendOpened(request, response, { file, kind })
}

/** Its path without symbolic links; undefined of what is converted, or still loads. */
async function wholeFileOf({ source, file: { path } }: Source): Promise<string | undefined> {
  return source.stream === 'file' && !isGrowing(path) ? realpath(path) : undefined
}

async function sendHls(response: ServerResponse, hls: HlsStream, name: string): Promise<void> {
  if (name === playlistName) {
    response.writeHead(200, { ...noStore, 'Content-Type': hlsKind }).end(hls.playlist())
    return
  }
  const [, number] = /^(\d{1,6})\.m4s$/.exec(name) ?? []
  const part: HlsAnswer = name === 'init.mp4' ? await hls.init() : number ? await hls.segment(Number(number)) : 'missing'
  if (part === 'missing') response.writeHead(404, noStore).end()
  else if (part === 'busy') response.writeHead(503, noStore).end()
  else response.writeHead(200, { ...noStore, 'Content-Type': 'video/mp4', 'Content-Length': part.length }).end(part)
}
