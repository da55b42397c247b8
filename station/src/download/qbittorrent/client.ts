/** qBittorrent's Web API: signs in, and again when its session ends. */
import * as z from 'zod/mini'
import { EngineRefusal } from '../engine/engine.ts'
import { LoginRefused, OtherProgram } from '../house-program/driver.ts'
import { baseOf, createProgramHttp } from '../house-program/program-http.ts'
import type { ProgramLogin, ProgramDeps } from '../house-program/program-login.ts'

const wordMaxBytes = 10_000

type Fields = Record<string, string | number | boolean>
type Form = { type: string; body: string | Buffer }
export type Api = ReturnType<typeof createApi>

export function createApi({ address, user, password }: ProgramLogin, deps: ProgramDeps) {
  const http = createProgramHttp('qBittorrent', deps)
  const base = baseOf(address)
  let cookie = ''

  function send(name: string, form: Form | undefined, bounds: { maxBytes?: number } = {}) {
    const headers: Record<string, string> = cookie === '' ? {} : { cookie }
    return http.request(new URL(`api/v2/${name}`, base), { headers, ...bounds, ...(form && { form }) })
  }

  async function signIn(): Promise<void> {
    cookie = ''
    const form = urlencoded({ username: user, password })
    const { status, headers, body } = await send('auth/login', form, { maxBytes: wordMaxBytes })
    const word = body.toString('utf8').trim()
    if (status === 401 || status === 403 || word === 'Fails.') throw new LoginRefused('qBittorrent refused user or password')
    if (status === 404 || (status === 200 && word !== 'Ok.') || (status !== 200 && status !== 204))
      throw new OtherProgram(`HTTP ${status} to a sign-in`)
    // Without a cookie it lets this address in without one.
    cookie = (headers['set-cookie'] ?? []).map((one) => one.split(';')[0] ?? '').join('; ')
  }

  async function requested(name: string, form?: Form): Promise<Buffer> {
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
        throw new OtherProgram(`an answer to ${name.split('?')[0]} that cannot be read`)
      }
    },
    upload: (name: string, fields: Fields, file: Buffer): Promise<Buffer> => requested(name, multipart(fields, file)),
    stop: (): void => http.stop(),
  }
}

function urlencoded(fields: Fields): Form {
  const pairs = Object.entries(fields).map(([key, value]): [string, string] => [key, String(value)])
  return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(pairs).toString() }
}

function multipart(fields: Fields, file: Buffer): Form {
  const boundary = `homeport${crypto.randomUUID()}`
  const part = (head: string) => Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n`)
  const texts = Object.entries(fields).map(([key, value]) =>
    Buffer.concat([part(`name="${key}"`), Buffer.from(`\r\n${String(value)}\r\n`)]),
  )
  const head = [part('name="torrents"; filename="a.torrent"'), Buffer.from('content-type: application/x-bittorrent\r\n\r\n')]
  const body = Buffer.concat([...texts, ...head, file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}
