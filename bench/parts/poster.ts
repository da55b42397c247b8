/** A minimal HTTP client, so that it takes little CPU from the measured program: one keep-alive connection, one POST after the other, each with its own user if given. */
import net from 'node:net'
import { encodeForm } from '@homeport/contract/kit/form.ts'
import type { Call } from '@homeport/contract/kit/operation.ts'

export type Answer = { code: number; bytes: number; ms: number; text: () => string }
export type Poster = { post(path: string, input: object, token?: string): Promise<Answer>; close(): void }

export const pathOf = (call: Call, lang: 'en' | 'zh' = 'en') => `/${lang}/${call.host}${call.path}`

/** NOTE: it parses only what Node's own server writes: headers with Content-Length, then the body. */
export function openPoster(port: number, own: string): Poster {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
  let parts: Buffer[] = []
  let waiting: { resolve: (whole: Buffer) => void; reject: (error: Error) => void } | undefined
  const lost = (error?: Error) => waiting?.reject(error ?? new Error('the connection closed'))
  socket.on('error', lost)
  socket.on('close', () => lost())
  socket.on('data', (part) => {
    parts.push(part)
    const whole = parts.length === 1 ? part : Buffer.concat(parts)
    const head = whole.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/content-length: (\d+)/i.exec(whole.toString('latin1', 0, head))?.[1])
    if (whole.length < head + 4 + length) return
    parts = []
    waiting?.resolve(whole)
  })
  return {
    async post(path, input, token = own) {
      const body = new URLSearchParams(encodeForm(input)).toString()
      const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nToken: ${token}\r\nSource: app\r\n`
      const about = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
      const began = performance.now()
      const whole = await new Promise<Buffer>((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(head + about + body)
      })
      const ms = performance.now() - began
      const start = whole.indexOf('\r\n\r\n') + 4
      // Every response of ours starts like this.
      const code = Number(/^\{"code":(\d+)/.exec(whole.toString('latin1', start, start + 20))?.[1] ?? 0)
      return { code, bytes: whole.length - start, ms, text: () => whole.toString('utf8', start) }
    },
    close() {
      socket.removeAllListeners('close')
      socket.destroy()
    },
  }
}
