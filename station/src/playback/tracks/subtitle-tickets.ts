/** Serves the text of a shown subtitle to its screen, by a ticket like a film's (promise 35: a ticket names a text, no request ever names a path). */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** isOver: its film no longer plays. */
type Ticket = { screen_id: string; text: Promise<string>; isOver: () => boolean }

export function createSubtitleTickets() {
  const tickets = new Map<string, Ticket>()

  function revoke(screen_id: string): void {
    for (const [name, ticket] of tickets) if (ticket.screen_id === screen_id) tickets.delete(name)
  }

  return {
    /** The URL of a text for this screen. */
    issue(ticket: Ticket): string {
      const name = randomBytes(18).toString('base64url')
      tickets.set(name, ticket)
      return `media/${name}`
    },
    revoke,
    /** undefined if the ticket is none of a subtitle for this screen; the response waits until the text is read. */
    respond(
      { ticket: name, screen_id }: { ticket: string; screen_id: string },
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<void> | undefined {
      const ticket = tickets.get(name)
      if (ticket?.isOver()) tickets.delete(name)
      return ticket?.screen_id === screen_id && !ticket.isOver() ? sendText(ticket, request, response) : undefined
    },
  }
}

async function sendText({ text }: Ticket, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text.catch(() => undefined)
  if (response.destroyed) return
  response.setHeader('Cache-Control', 'no-store')
  if (body === undefined) return void response.writeHead(404).end()
  response.writeHead(200, { 'Content-Type': 'text/vtt; charset=utf-8', 'Content-Length': Buffer.byteLength(body) })
  response.end(request.method === 'HEAD' ? undefined : body)
}
