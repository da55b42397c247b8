/** For tests: a server with WeChat's code2session: always HTTP 200, an errcode on failure, each code valid once. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const appid = 'wx0123456789abcdef'
const secret = 'the/mini+program secret'

export async function startWechat() {
  const codes = new Map<string, string>()
  const spent = new Set<string>()
  /** Raw responses for the next requests. */
  const instead: string[] = []
  /** Responses wait until this many requests have arrived. */
  let together = 1
  let held: (() => void)[] = []
  const server = createServer((request, response) => {
    held.push(() => answer(request, response))
    if (held.length < together) return
    const all = held
    held = []
    for (const one of all) one()
  })
  function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', 'http://wechat')
    const query = Object.fromEntries(url.searchParams)
    const sendJson = (body: unknown) => response.setHeader('Content-Type', 'text/plain').end(JSON.stringify(body))
    const raw = instead.shift()
    if (raw !== undefined) return response.end(raw)
    if (url.pathname !== '/sns/jscode2session' || request.method !== 'GET') return response.writeHead(404).end()
    if (query['grant_type'] !== 'authorization_code') return sendJson({ errcode: 40002, errmsg: 'invalid grant_type' })
    if (query['appid'] !== appid) return sendJson({ errcode: 40013, errmsg: 'invalid appid' })
    if (query['secret'] !== secret) return sendJson({ errcode: 40125, errmsg: 'invalid appsecret' })
    const code = query['js_code'] ?? ''
    const openid = codes.get(code)
    if (openid === undefined) return sendJson({ errcode: 40029, errmsg: 'invalid code, rid: 0' })
    if (spent.has(code)) return sendJson({ errcode: 40163, errmsg: 'code been used, rid: 0' })
    spent.add(code)
    return sendJson({ openid, session_key: 'c2Vzc2lvbi1rZXk=', unionid: `union-${openid}` })
  }
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  // NOTE: a server on a TCP port has an address of this shape.
  const { port } = server.address() as AddressInfo
  return {
    /** In the form of the operator's setting. */
    url: `http://${appid}:${encodeURIComponent(secret)}@127.0.0.1:${port}`,
    secret,
    codes,
    instead,
    waitFor: (requests: number) => (together = requests),
    stop: () => new Promise<void>((down) => server.close(() => down())),
  }
}
