/** qBittorrent's Web API: signs in, and again when its session ends; every answer has a bound of time and of bytes. */
import * as z from 'zod/mini'
import { createHttpClient } from '../../kit/http-client.ts'
import { EngineAway, EngineRefusal } from '../engine/engine.ts'
import type { ProgramLogin, ProgramPorts } from '../house-program/program-login.ts'
import { houseLookup } from '../house-program/house-address.ts'

const answerMaxBytes = 24_000_000
const wordMaxBytes = 10_000
/** A program that writes to a slow disk answers late. */
const withinMs = 10_000

/** The program took neither user nor password, or no longer lets this address try. */
export class LoginRefused extends EngineAway {}
/** It answered, and not as qBittorrent does. */
export class NotQbittorrent extends EngineAway {}

export type Fields = Record<string, string | number | boolean>
export type Api = ReturnType<typeof createApi>

export function createApi({ address, user, password }: ProgramLogin, { ownPorts, lookup }: ProgramPorts) {
  const http = createHttpClient({
    proxy: '',
    timeoutMs: withinMs,
    ownHosts: [],
    ownPorts,
    allowPrivate: true,
    // It ends a connection that is idle, and a request that changes something is not sent twice.
    keepsAlive: false,
    lookup: houseLookup(lookup),
  })
  const base = address.endsWith('/') ? address : `${address}/`
  const stopping = new AbortController()
  let cookie = ''

  async function send(name: string, form: { type: string; body: string | Buffer } | undefined, maxBytes = answerMaxBytes) {
    const headers: Record<string, string> = cookie === '' ? {} : { cookie }
    const options = {
      headers,
      maxBytes,
      signal: stopping.signal,
      ...(form && { form }),
    }
    const answer = await http.request(new URL(`api/v2/${name}`, base), options).catch((error: unknown) => {
      throw new EngineAway(`qBittorrent is away: ${error instanceof Error ? error.message : 'unknown'}`)
    })
    if (answer.status >= 500 || (answer.status >= 300 && answer.status < 400)) throw new NotQbittorrent(`HTTP ${answer.status}`)
    return answer
  }

  async function signIn(): Promise<void> {
    cookie = ''
    const { status, headers, body } = await send('auth/login', urlencoded({ username: user, password }), wordMaxBytes)
    const word = body.toString('utf8').trim()
    if (status === 401 || status === 403 || word === 'Fails.') throw new LoginRefused('qBittorrent refused user or password')
    if (status === 404 || (status === 200 && word !== 'Ok.') || (status !== 200 && status !== 204))
      throw new NotQbittorrent(`HTTP ${status} to a sign-in`)
    // Without a cookie it lets this address in without one.
    cookie = (headers['set-cookie'] ?? []).map((one) => one.split(';')[0] ?? '').join('; ')
  }

  async function requested(name: string, form?: { type: string; body: string | Buffer }): Promise<Buffer> {
    let answer = await send(name, form)
    if (answer.status === 403 || answer.status === 401) {
      await signIn()
      answer = await send(name, form)
    }
    if (answer.status === 401 || answer.status === 403) throw new LoginRefused('qBittorrent lets nobody in')
    if (answer.status !== 200 && answer.status !== 204)
      throw new EngineRefusal(`qBittorrent: ${answer.status} ${answer.body.toString('utf8').slice(0, 200)}`)
    return answer.body
  }

  return {
    signIn,
    /** An EngineRefusal for an answer that is no success. */
    post: (name: string, fields: Fields): Promise<Buffer> => requested(name, urlencoded(fields)),
    bytes: (name: string): Promise<Buffer> => requested(name),
    async text(name: string): Promise<string> {
      return (await requested(name)).toString('utf8').trim()
    },
    async json<S extends z.ZodMiniType>(name: string, schema: S): Promise<z.output<S>> {
      const bytes = await requested(name)
      try {
        return schema.parse(JSON.parse(bytes.toString('utf8')))
      } catch {
        // The parser's error would repeat the answer.
        throw new NotQbittorrent(`an answer to ${name.split('?')[0]} that cannot be read`)
      }
    },
    upload: (name: string, fields: Fields, file: Buffer): Promise<Buffer> => requested(name, multipart(fields, file)),
    stop(): void {
      stopping.abort()
      http.stop()
    },
  }
}

function urlencoded(fields: Fields) {
  const pairs = Object.entries(fields).map(([key, value]): [string, string] => [key, String(value)])
  return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(pairs).toString() }
}

function multipart(fields: Fields, file: Buffer) {
  const boundary = `homeport${crypto.randomUUID()}`
  const part = (head: string) => Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n`)
  const texts = Object.entries(fields).map(([key, value]) =>
    Buffer.concat([part(`name="${key}"`), Buffer.from(`\r\n${String(value)}\r\n`)]),
  )
  const head = [part('name="torrents"; filename="a.torrent"'), Buffer.from('content-type: application/x-bittorrent\r\n\r\n')]
  const body = Buffer.concat([...texts, ...head, file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}
