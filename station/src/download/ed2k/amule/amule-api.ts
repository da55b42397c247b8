/** Calls of aMule's REST API on this machine. */
import http from 'node:http'
import { json } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { EngineAway } from '../../engine.ts'

const answersWithinMs = 10_000

const Download = z.object({
  hash: z.string(),
  status: z.string(),
  completed_bytes: z._default(z.number(), 0),
  speed_bytes_per_second: z._default(z.number(), 0),
  sources: z._default(z.union([z.number(), z.object({ total: z._default(z.number(), 0) })]), 0),
})
export type AmuleDownload = z.infer<typeof Download>
const Downloads = z.union([
  z.array(Download),
  z.pipe(
    z.object({ downloads: z.array(Download) }),
    z.transform((page) => page.downloads),
  ),
])
const Login = z.object({ token: z.string() })

export type AmuleApi = Awaited<ReturnType<typeof openAmuleApi>>

/** Throws EngineAway where the program does not answer. */
export async function openAmuleApi({ url, password }: { url: string; password: string }) {
  let token = ''
  token = Login.parse(await call('POST', '/auth/login?include_token=true', { password })).token

  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http
        .request(`${url}${path}`, { method, headers, signal: AbortSignal.timeout(answersWithinMs), agent: false }, resolve)
        .on('error', (error) => reject(new EngineAway(String(error))))
        .end(body && JSON.stringify(body))
    })
    const status = response.statusCode ?? 0
    if (status === 204) return undefined
    if (status < 200 || status >= 300) throw new EngineAway(`amuled answered ${status}`)
    return json(response)
  }

  return {
    /** A link that it has already is answered as refused, so what it has is looked up afterwards. */
    add: (link: string): Promise<unknown> => call('POST', '/downloads', { links: [link] }),
    list: async (): Promise<AmuleDownload[]> => Downloads.parse(await call('GET', '/downloads?status=all')),
    pause: (hash: string): Promise<unknown> => call('PATCH', `/downloads/${hash}`, { action: 'pause' }),
    resume: (hash: string): Promise<unknown> => call('PATCH', `/downloads/${hash}`, { action: 'resume' }),
    remove: (hash: string): Promise<unknown> => call('DELETE', `/downloads/${hash}`),
  }
}
