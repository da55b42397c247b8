import { Code } from '@homeport/contract/kit/codes.ts'
import { connect } from 'node:net'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request, type RequestOptions } from 'node:http'
import { tmpdir } from 'node:os'
import { brotliCompressSync } from 'node:zlib'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hosts, langs } from '@homeport/contract/kit/operation.ts'
import { startTestCloud } from '../testing/cloud.ts'

type TestCloud = Awaited<ReturnType<typeof startTestCloud>>
type Raw = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

let cloud: TestCloud
let webFolder: string
const script = `export {} // ${'x'.repeat(4000)}`
const pressedBytes = brotliCompressSync(script)
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'homeport-web-'))
  await mkdir(join(webFolder, 'assets'))
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Homeport</title>')
  await writeFile(join(webFolder, 'assets', 'main-Ab3dEf9h.js'), script)
  await writeFile(join(webFolder, 'assets', 'main-Ab3dEf9h.js.br'), pressedBytes)
  cloud = await startTestCloud({ webFolder, origins: ['https://other.example'], trustedProxies: ['127.0.0.1'] })
})
afterAll(async () => {
  await cloud.stop()
  await rm(webFolder, { recursive: true })
})

/** A request with arbitrary headers, which fetch does not allow. */
function raw(
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port: cloud.port, host: '127.0.0.1', path, method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const login = '/en/forum/user/account/login'
const upload = '/en/help/api/app/feekback'
const cutForm = { 'Content-Type': 'multipart/form-data; boundary=x' }

describe('P31: the security headers', () => {
  const everything: [string, () => Promise<Raw>][] = [
    ['the app', () => raw('/')],
    ['an asset', () => raw('/assets/main-Ab3dEf9h.js')],
    ['a call', () => raw(login, { method: 'POST', headers: { ...form, Source: 'app' }, body: 'username=a' })],
    ['a refused call', () => raw(login)],
    ['an unknown path', () => raw('/en/forum/none')],
    ['a broken address', () => raw('/%E0%A4%A')],
    ['a foreign host', () => raw('/', { headers: { Host: 'evil.example' } })],
    ['a foreign origin', () => raw('/healthz', { headers: { Origin: 'https://evil.example' } })],
    [
      'a body that is too large',
      () => raw(login, { method: 'POST', headers: { ...form, Source: 'app' }, body: 'x'.repeat(1_100_000) }),
    ],
    [
      'a body of a strange kind',
      () => raw(login, { method: 'POST', headers: { 'Content-Type': 'text/xml', Source: 'app' }, body: '<x/>' }),
    ],
    ['headers that are too large', () => raw('/', { headers: { Cookie: 'x'.repeat(20_000) } })],
    ['a blob that is not there', () => raw('/en/device/blob/aaaaaaaaaaaaaaaaaaaa')],
    ['a picture that is not there', () => raw('/en/forum/picture/0123456789abcdef0123456789abcdef')],
    [
      'an upload that is cut',
      () => raw(upload, { method: 'POST', headers: { ...cutForm, Source: 'app' }, body: '--x\r\nContent-Disp' }),
    ],
    ['health', () => raw('/healthz')],
    ['metrics', () => raw('/metrics')],
  ]

  test.each(everything)('are on %s', async (_, ask) => {
    const { headers } = await ask()
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/default-src '(self|none)'/)
    expect(policy).toMatch(/frame-ancestors 'none'/)
    expect(
      policy
        .split(';')
        .filter((part) => part.trim().startsWith('script-src'))
        .join(),
    ).not.toMatch(/'unsafe-inline'|'unsafe-eval'|\*|data:/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  test('leave plain http as it is, and keep https where the request came by it', async () => {
    const plain = await raw('/')
    expect(plain.headers['strict-transport-security']).toBeUndefined()
    expect(plain.headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
    const secure = await raw('/', { headers: { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.7' } })
    expect(secure.headers['strict-transport-security']).toContain('max-age=')
    expect(secure.headers['content-security-policy']).toContain('upgrade-insecure-requests')
  })
})

describe('P14: state changes', () => {
  test('are not done for a form of another site, which can bear none of our headers', async () => {
    const body = 'username=mallory&password=a-long-secret&agreed=1'
    const path = '/en/forum/user/account/register'
    expect(JSON.parse((await raw(path, { method: 'POST', headers: form, body })).text)).toMatchObject({ code: Code.notAllowed })
    expect(JSON.parse((await raw(path, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body })).text)).toMatchObject(
      { code: expect.not.stringMatching('200') },
    )
    expect(JSON.parse((await raw(path, { method: 'POST', headers: { ...form, Source: 'app' }, body })).text)).toMatchObject({
      code: Code.ok,
    })
  })

  test('are not done for a page of another origin, even with our headers', async () => {
    const input = {
      method: 'POST',
      headers: { ...form, Source: 'app', Origin: 'https://evil.example' },
      body: 'username=mallory2&password=a-long-secret&agreed=1',
    }
    expect((await raw('/en/forum/user/account/register', input)).status).toBe(403)
    const preflight = await raw(login, {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    })
    expect(preflight.status).toBe(403)
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('the wire', () => {
  test("another origin of the operator's list may ask, with the spec's headers", async () => {
    const preflight = await raw(login, {
      method: 'OPTIONS',
      headers: { Origin: 'https://other.example', 'Access-Control-Request-Method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe('https://other.example')
    expect(String(preflight.headers['access-control-allow-headers']).split(', ')).toEqual(
      expect.arrayContaining(['Token', 'OS', 'Version', 'Source', 'client', 'SsoClient', 'Devsn']),
    )
  })

  test('each of the seven hosts says who it is, in both realms', async () => {
    for (const lang of langs) {
      for (const host of hosts) {
        expect(JSON.parse((await raw(`/${lang}/${host}/`)).text)).toEqual({
          code: Code.ok,
          msg: 'ok',
          data: { host, lang, version: '2.7.0' },
        })
      }
    }
  })

  test('a known path is HTTP 200 whatever the code; an unknown one is 404 in an envelope', async () => {
    expect((await raw('/en/forum/user/account/profile', { method: 'POST', headers: { Source: 'app' } })).status).toBe(200)
    const unknown = await raw('/zh/forum/user/account/none', { method: 'POST', headers: { Source: 'app' } })
    expect([unknown.status, JSON.parse(unknown.text)]).toEqual([404, { code: Code.notFound, msg: '未找到', data: null }])
  })

  test('JSON, forms and multipart say the same; a key given twice counts the last time', async () => {
    const expected = { code: Code.wrongCredentials }
    const json = await raw(login, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Source: 'app' },
      body: JSON.stringify({ username: 'nobody', password: 'a-long-secret', agreed: 1 }),
    })
    expect(JSON.parse(json.text)).toMatchObject(expected)
    const twice = await raw(login, {
      method: 'POST',
      headers: { ...form, Source: 'app' },
      body: 'agreed=0&username=nobody&password=a-long-secret&agreed=1',
    })
    expect(JSON.parse(twice.text)).toMatchObject(expected)
    const body = new FormData()
    for (const [key, value] of Object.entries({ username: 'nobody', password: 'a-long-secret', agreed: '1' }))
      body.set(key, value)
    const multipart = await fetch(`${cloud.url}${login}`, { method: 'POST', headers: { Source: 'app' }, body })
    expect(await multipart.json()).toMatchObject(expected)
  })

  test('bodies that are no form, no JSON or too large are refused, and none of it is a fault', async () => {
    const post = async (type: string, body: string) =>
      raw(login, { method: 'POST', headers: { 'Content-Type': type, Source: 'app' }, body })
    const broken = await post('application/json', '{"password": "topsecret')
    expect([broken.status, JSON.parse(broken.text).code]).toEqual([200, 4000])
    expect(broken.text).not.toContain('topsecret')
    expect((await post('application/json', '[1]')).status).toBe(200)
    expect(JSON.parse((await post('application/json', '{"__proto__": {"x": 1}}')).text).code).toBe(Code.invalid)
    expect((await post('text/xml', '<x/>')).status).toBe(415)
    expect((await post('application/json', `"${'x'.repeat(1_100_000)}"`)).status).toBe(413)
    expect((await raw('/', { headers: { Cookie: 'x'.repeat(20_000) } })).status).toBe(431)
  })

  test('P43: a form of more than 200 keys or 256 KB is refused; the longest post fits', async () => {
    const keys = (count: number) => Array.from({ length: count }, (_, at) => `k${at}=${at}`)
    const post = async (type: string, body: string) =>
      (await raw(login, { method: 'POST', headers: { 'Content-Type': type, Source: 'app' }, body })).status
    const asJson = (count: number) => JSON.stringify(Object.fromEntries(keys(count).map((key) => [key, ''])))
    const urlencoded = 'application/x-www-form-urlencoded'
    expect(await post(urlencoded, keys(200).join('&'))).toBe(200)
    expect(await post(urlencoded, keys(201).join('&'))).toBe(413)
    expect(await post(urlencoded, '&'.repeat(200))).toBe(413)
    expect(await post('application/json', asJson(200))).toBe(200)
    expect(await post('application/json', asJson(201))).toBe(413)
    expect(await post(urlencoded, `content=${encodeURIComponent('\u{1f600}'.repeat(20_000))}`)).toBe(200)
    expect(await post(urlencoded, 'x'.repeat(256 * 1024 + 1))).toBe(413)
    const multipart = new FormData()
    for (let at = 0; at < 3; at += 1) multipart.set(`k${at}`, 'x'.repeat(100_000))
    expect((await fetch(`${cloud.url}${login}`, { method: 'POST', headers: { Source: 'app' }, body: multipart })).status).toBe(
      413,
    )
    const many = new FormData()
    for (const key of keys(201)) many.set(key, '')
    expect((await fetch(`${cloud.url}${login}`, { method: 'POST', headers: { Source: 'app' }, body: many })).status).toBe(413)
  })

  test('P43: a form that is refused before its end does not hold up the next call on its connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send = (options: RequestOptions, content = '') =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(cloud.url, { agent, timeout: 10_000, ...options }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode))
        })
        sent.on('error', reject).on('timeout', () => sent.destroy(new Error('no answer')))
        sent.end(content)
      })
    await send(
      { method: 'POST', path: login, headers: { 'Content-Type': 'multipart/form-data', Source: 'app' } },
      'x'.repeat(250_000),
    )
    expect(await send({ path: '/healthz' })).toBe(200)
    agent.destroy()
  })

  test.each([
    ['without a boundary', 'multipart/form-data', '--x\r\n'],
    [
      'that ends half way',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="username"\r\n\r\nhal',
    ],
    ['without a part', 'multipart/form-data; boundary=x', 'nothing'],
    ['with an empty boundary', 'multipart/form-data; boundary=""', '--\r\n'],
    ['with a boundary of 300 letters', `multipart/form-data; boundary=${'x'.repeat(300)}`, `--${'x'.repeat(300)}\r\n`],
    ['with a head that is none', 'multipart/form-data; boundary=x', '--x\r\n\u0000\u0000: \r\n\r\na\r\n--x--\r\n'],
  ])('a multipart form %s is bad input, no fault of ours', async (_, type, body) => {
    for (const path of [login, upload]) {
      const response = await raw(path, { method: 'POST', headers: { 'Content-Type': type, Source: 'app' }, body })
      expect([response.status, JSON.parse(response.text).code]).toEqual([200, Code.invalid])
    }
  })

  test('what is not HTTP at all is answered and cut', async () => {
    const text = await new Promise<string>((resolve) => {
      const socket = connect(cloud.port, '127.0.0.1', () => socket.write('nonsense\r\n\r\n'))
      let got = ''
      socket.on('data', (chunk) => (got += chunk.toString()))
      socket.on('close', () => resolve(got))
    })
    expect(text).toMatch(/^HTTP\/1.1 400 /)
    expect(text).toContain('nosniff')
  })

  test('the app and its hashed files are served, compressed, with what a browser may keep', async () => {
    expect((await raw('/')).headers['cache-control']).toBe('no-cache')
    const asset = await raw('/assets/main-Ab3dEf9h.js', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(asset.headers['content-encoding']).toBe('gzip')
    const pressed = await raw('/assets/main-Ab3dEf9h.js', { headers: { 'Accept-Encoding': 'br' } })
    expect(pressed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': asset.headers['content-type'],
      'cache-control': asset.headers['cache-control'],
      'content-length': String(pressedBytes.length),
    })
    for (const path of ['/../../package.json', '/assets/%2e%2e/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json']) {
      const outside = await raw(path)
      expect(outside.status, path).toBeGreaterThanOrEqual(400)
      expect(outside.text, path).not.toContain('homeport')
    }
  })

  test('health: a full disk is told, and that there is room again', async () => {
    expect(await raw('/healthz')).toMatchObject({ status: 200, text: '{"ok":true}' })
    let free = 1_000_000
    const full = await startTestCloud({}, { freeBytes: async () => free })
    const health = async () => {
      const response = await fetch(`${full.url}/healthz`)
      return [response.status, await response.json()]
    }
    expect(await health()).toEqual([503, { ok: false, fault: 'disk_full' }])
    free = 10 ** 9
    expect(await health()).toEqual([200, { ok: true }])
    await full.stop()
  })

  test('metrics: from this machine without a proxy, else by the token', async () => {
    const [alone, guarded] = [await startTestCloud(), await startTestCloud({ metricsToken: 'a-long-enough-token' })]
    const status = (port: number, headers: Record<string, string> = {}) =>
      new Promise<number>((resolve, reject) => {
        const outgoing = request({ port, host: '127.0.0.1', path: '/metrics', headers }, (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        })
        outgoing.on('error', reject)
        outgoing.end()
      })
    expect(await status(alone.port)).toBe(200)
    expect(await status(alone.port, { Host: `localhost:${alone.port}` })).toBe(200)
    for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via'])
      expect(await status(alone.port, { [name]: '127.0.0.1' }), name).toBe(404)
    expect(await status(alone.port, { Host: '192.168.1.5:8700' })).toBe(404)
    // A proxy is configured here.
    expect(await status(cloud.port)).toBe(404)
    expect(await status(guarded.port)).toBe(404)
    expect(await status(guarded.port, { Authorization: 'Bearer a-long-enough-tokem' })).toBe(404)
    expect(await status(guarded.port, { Authorization: 'Bearer a-long-enough-token', Via: 'proxy' })).toBe(200)
    await alone.stop()
    await guarded.stop()
  })
})

test('a hosts file is served, named by the page and allowed by its policy; without one nothing names it', async () => {
  const hostsFile = {
    env: 'pre' as const,
    hosts: { pre: { en: { device: 'https://pre.example/device', ws: 'wss://pre.example/ws' } } },
  }
  const named = await startTestCloud({ webFolder, hostsFile })
  try {
    const page = await fetch(`http://127.0.0.1:${named.port}/`)
    expect(await page.text()).toContain('<meta name="hosts" content="hosts.json" />')
    expect(page.headers.get('content-security-policy')).toContain('https://pre.example wss://pre.example')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(await (await fetch(`http://127.0.0.1:${named.port}/hosts.json`)).json()).toEqual(hostsFile)
    expect((await raw('/')).text).not.toContain('name="hosts"')
    expect((await raw('/hosts.json')).status).toBe(404)
  } finally {
    await named.stop()
  }
})
