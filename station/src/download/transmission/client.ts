/** Transmission's RPC: one address, user and password with each request, and a session id that it asks for anew whenever it has another one. */
import * as z from 'zod/mini'
import { EngineRefusal } from '../engine/engine.ts'
import { AddressBarred, LoginRefused, OtherProgram, ProgramTooNew } from '../house-program/driver.ts'
import { baseOf, createProgramHttp } from '../house-program/program-http.ts'
import type { ProgramLogin, ProgramDeps } from '../house-program/program-login.ts'

export const sessionHeader = 'x-transmission-session-id'
/** It tells its session id once, and then again when it has another one. */
const maxTries = 3

const Reply = z.object({ result: z.string(), arguments: z._default(z.unknown(), {}) })
/** The form of Transmission 4.1 and later, which takes that of before as well. */
const LaterReply = z.object({ jsonrpc: z.string() })
export type Rpc = ReturnType<typeof createRpc>

/** People name the web page of the program, or the address of the RPC itself. */
export const rpcUrl = (address: string): URL =>
  new URL('transmission/rpc', baseOf(address).replace(/\/transmission\/(web\/|rpc\/)?$/, '/'))

/** onSession: its session is another one than before, so that it may have started anew. */
export function createRpc({ address, user, password }: ProgramLogin, deps: ProgramDeps, onSession: () => void) {
  const http = createProgramHttp('Transmission', deps)
  const url = rpcUrl(address)
  const isOpen = user === '' && password === ''
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  let session = ''

  async function answerTo(json: string): Promise<Buffer> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const headers = { [sessionHeader]: session, ...(isOpen ? {} : { authorization }) }
      const answer = await http.request(url, { headers, json })
      if (answer.status === 200) return answer.body
      if (answer.status === 401) throw new LoginRefused('Transmission refused user or password')
      // Its lists of who may ask, by address and by name.
      if (answer.status === 403 || answer.status === 421)
        throw new AddressBarred('Transmission takes no requests of this address')
      const given = answer.headers[sessionHeader]
      if (answer.status !== 409 || typeof given !== 'string' || given === '') throw new OtherProgram(`HTTP ${answer.status}`)
      session = given
      onSession()
    }
    throw new OtherProgram('Transmission knows none of its own sessions')
  }

  return {
    /** An EngineRefusal where the result is no success. */
    async call<S extends z.ZodMiniType>(method: string, fields: object, schema: S): Promise<z.output<S>> {
      const bytes = await answerTo(JSON.stringify({ method, arguments: fields }))
      const reply = read(bytes, Reply, method)
      if (reply.result !== 'success') throw new EngineRefusal(`Transmission: ${reply.result.slice(0, 200)}`)
      return parsed(reply.arguments, schema, method)
    },
    async tell(method: string, fields: object): Promise<void> {
      const bytes = await answerTo(JSON.stringify({ method, arguments: fields }))
      const { result } = read(bytes, Reply, method)
      if (result !== 'success') throw new EngineRefusal(`Transmission: ${result.slice(0, 200)}`)
    },
    stop: (): void => http.stop(),
  }
}

function read<S extends z.ZodMiniType>(bytes: Buffer, schema: S, method: string): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new OtherProgram(`an answer to ${method} that is no JSON`)
  }
  if (z.safeParse(LaterReply, value).success) throw new ProgramTooNew(`it answers ${method} by JSON-RPC alone`)
  return parsed(value, schema, method)
}

function parsed<S extends z.ZodMiniType>(value: unknown, schema: S, method: string): z.output<S> {
  const result = z.safeParse(schema, value)
  // The parser's error would repeat the answer.
  if (!result.success) throw new OtherProgram(`an answer to ${method} that cannot be read`)
  return result.data
}
