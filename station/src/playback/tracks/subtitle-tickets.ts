/** Serves the text of a shown subtitle to its screen, by a ticket like a film's (promise 35: a ticket names a text, no request ever names a path). */
import { randomBytes } from 'node:crypto'
import type { LocalSubtitle } from '../../shared/local-files.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** vtt: with the times of the whole film. srt: with times so much later, ms. */
export type SubtitleText = { vtt: string; srt: (laterMs: number) => Promise<string> }
/** The subtitle that a ticket names; local: of a screen that is. */
export type Named = { text: Promise<SubtitleText> } | { local: Promise<LocalSubtitle> }
/** isOver: its film no longer plays. */
type Ticket = { screen_id: string; named: Named; isOver: () => boolean }

const kinds = { vtt: 'text/vtt; charset=utf-8', srt: 'application/x-subrip; charset=utf-8' }

export function createSubtitleTickets() {
  const tickets = new Map<string, Ticket>()

  return {
    /** The URL of a text for this screen. */
    issue(ticket: Ticket): string {
      for (const [over, { isOver }] of tickets) if (isOver()) tickets.delete(over)
      const name = randomBytes(18).toString('base64url')
      tickets.set(name, ticket)
      return `media/${name}`
    },
    revoke: (url: string): void => void tickets.delete(url.replace('media/', '')),
    /** undefined if it is none of a local screen. */
    localOf: async (name: string): Promise<LocalSubtitle | undefined> => {
      const named = tickets.get(name)?.named
      return named && 'local' in named ? named.local : undefined
    },
    /** undefined if the ticket is none of a subtitle for this screen; the response waits until the text is read. part: '' for WebVTT, 1500.srt for SRT that is shown 1.5 s later. */
    respond(
      { ticket: name, name: part, screen_id }: { ticket: string; name: string; screen_id: string },
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<void> | undefined {
      const ticket = tickets.get(name)
      if (ticket?.isOver()) tickets.delete(name)
      return ticket?.screen_id === screen_id && !ticket.isOver() ? sendText(ticket, part, { request, response }) : undefined
    },
  }
}

async function sendText(
  { named }: Ticket,
  part: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const [, laterMs] = /^(-?\d{1,9})\.srt$/.exec(part) ?? []
  const text = 'text' in named ? named.text : undefined
  const body = await text?.then(({ vtt, srt }) => (laterMs === undefined ? vtt : srt(Number(laterMs)))).catch(() => undefined)
  if (response.destroyed) return
  response.setHeader('Cache-Control', 'no-store')
  if (body === undefined || (part !== '' && laterMs === undefined)) return void response.writeHead(404).end()
  const kind = laterMs === undefined ? kinds.vtt : kinds.srt
  response.writeHead(200, { 'Content-Type': kind, 'Content-Length': Buffer.byteLength(body) })
  response.end(request.method === 'HEAD' ? undefined : body)
}
