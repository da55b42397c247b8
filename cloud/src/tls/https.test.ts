/** A whole cloud with https beside http. */
import { X509Certificate } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createServer, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { Code } from '@homeport/contract/kit/codes.ts'
import { readHttps } from '@homeport/contract/https.ts'
import sharp from 'sharp'
import { readCloudConfig } from '../app/config.ts'
import { createLog, silent } from '../kit/log.ts'
import { OperatorError } from '../kit/operator-error.ts'
import { TestApp } from '../testing/app-socket.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { openHomeCa } from './home-ca.ts'
import { openTls } from './open-tls.ts'
import { createOwnFiles } from './operator-certificate.ts'

type TestCloud = Awaited<ReturnType<typeof startTestCloud>>
type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer }
type Response = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

let cloud: TestCloud
let ca: string
const addresses = ['192.168.1.20']
beforeAll(async () => {
  cloud = await startTestCloud(
    { tls: { kind: 'home' }, names: ['nas'] },
    { tls: { addresses: () => [...addresses], checkMs: 25 } },
  )
  ca = (await plain('/trust/homeport.crt')).body.toString()
})
afterAll(() => cloud.stop())

function secure(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Response> {
  return send(
    (done) => httpsRequest({ port: cloud.httpsPort, host: '127.0.0.1', path, method, headers, ca, servername: '' }, done),
    body,
  )
}

function plain(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Response> {
  return send((done) => httpRequest({ port: cloud.port, host: '127.0.0.1', path, method, headers }, done), body)
}

function send(begin: (done: (response: IncomingMessage) => void) => ClientRequest, body?: string | Buffer): Promise<Response> {
  return new Promise((resolve, reject) => {
    const outgoing = begin((response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** The certificate that the port serves now. */
function servedCertificate(port: number): Promise<X509Certificate | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate())
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

const host = () => `nas:${cloud.httpsPort}`
const form = { 'Content-Type': 'application/x-www-form-urlencoded', Source: 'app' }
const codeOf = ({ body }: Response): unknown => JSON.parse(body.toString()).code

describe('both ways', () => {
  test('calls are answered, with the same checks of Host and Origin', async () => {
    const path = '/en/version/version'
    expect(codeOf(await secure(path, { headers: { Host: host(), Origin: `https://${host()}` } }))).toBe(Code.ok)
    expect(codeOf(await plain(path, { headers: { Host: `nas:${cloud.port}` } }))).toBe(Code.ok)
    expect(codeOf(await secure(path, { headers: { Host: 'evil.example' } }))).toBe(Code.notAllowed)
    expect(codeOf(await secure(path, { headers: { Host: host(), Origin: 'https://evil.example' } }))).toBe(Code.notAllowed)
    expect(codeOf(await secure(path, { headers: { Host: host(), Origin: `http://nas:${cloud.port}` } }))).toBe(Code.notAllowed)
    const body = 'username=secure&password=a-long-secret&agreed=1'
    expect(codeOf(await secure('/en/forum/user/account/register', { method: 'POST', headers: form, body }))).toBe(Code.ok)
  })

  test('a page of https may open wss of its host, and no HSTS closes http beside it', async () => {
    const { headers } = await secure('/healthz', { headers: { Host: host() } })
    expect(headers['strict-transport-security']).toBeUndefined()
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`wss://${host()}`)
    expect(policy).toContain('upgrade-insecure-requests')
    expect(policy).not.toMatch(/ ws:[ ;]/)
    expect((await plain('/healthz')).headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  })

  test('the app’s socket and the box’s broker are open, and other Origins are refused', async () => {
    const url = `https://127.0.0.1:${cloud.httpsPort}`
    const { token } = await cloud.signUp('socket')
    const app = await new TestApp(url, { ca, origin: url }).login(token)
    expect(app.fd).not.toBe('')
    app.ws.close()
    const box = new WebSocket(`${url.replace('http', 'ws')}/mqtt`, 'mqtt', { ca })
    await new Promise((resolve, reject) => box.once('open', resolve).once('error', reject))
    box.terminate()
    await expect(new TestApp(url, { ca, origin: 'https://evil.example' }).open()).rejects.toThrow('403')
  })

  test('an upload arrives', async () => {
    const picture = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#777' } })
      .png()
      .toBuffer()
    const body = new FormData()
    body.set('text', 'Over https')
    body.set('contact', 'me@example.org')
    body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'shot.png')
    const written = new globalThis.Response(body)
    const answer = await secure('/en/help/api/app/feekback', {
      method: 'POST',
      headers: { Source: 'app', 'Content-Type': written.headers.get('content-type') ?? '' },
      body: Buffer.from(await written.arrayBuffer()),
    })
    expect(codeOf(answer)).toBe(Code.ok)
  })

  test('a request that is not HTTP is answered as on http', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect({ port: cloud.httpsPort, host: '127.0.0.1', ca }, () => socket.write('nonsense\r\n\r\n'))
      socket.on('data', (part) => resolve(part.toString()))
      socket.on('error', reject)
    })
    expect(text).toMatch(/^HTTP\/1\.1 400 [\s\S]*nosniff/)
  })
})

test('the app is told the port and that there is a CA; a cloud without https has neither the port nor the page', async () => {
  const origin = `https://127.0.0.1:${cloud.httpsPort}`
  expect((await cloud.ask(readHttps, {})).data).toEqual({ port: cloud.httpsPort, has_ca: true, origin })
  const other = await startTestCloud()
  expect((await other.ask(readHttps, {})).data).toEqual({ port: 0, has_ca: false, origin: '' })
  for (const path of ['/trust', '/trust/reached']) expect((await fetch(other.url + path)).status).toBe(404)
  await other.stop()
})

test('http waits for no CA: it is made when the port is opened, after http', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'homeport-tls-'))
  const isMade = () => existsSync(join(dataFolder, 'cloud', 'tls', 'ca.pem'))
  const config = { ...readCloudConfig({ HOMEPORT_TLS: 'home' }), tlsPort: 0, dataFolder }
  const tls = openTls(config, { http: createServer(), now: Date.now, log: silent, requestMs: 1_000, timing: {} })
  expect([isMade(), tls?.source()?.ca]).toEqual([false, undefined])
  await tls?.listen()
  expect([isMade(), tls?.source()?.ca?.name]).toEqual([true, expect.stringMatching(/^Homeport /)])
  await tls?.stop()
  await rm(dataFolder, { recursive: true })
})

test('a new address of the machine is in the certificate without a restart', async () => {
  expect((await servedCertificate(cloud.httpsPort))?.checkIP('10.9.8.7')).toBeUndefined()
  addresses.push('10.9.8.7')
  await expect.poll(async () => (await servedCertificate(cloud.httpsPort))?.checkIP('10.9.8.7')).toBe('10.9.8.7')
})

describe('the page by which a phone trusts the CA', () => {
  test('speaks the visitor’s language, begins with the visitor’s platform, and escapes', async () => {
    const zh = (
      await plain('/trust', { headers: { 'Accept-Language': 'zh-CN,zh;q=0.9', 'User-Agent': 'X (iPhone; Y)' } })
    ).body.toString()
    expect(zh).toContain('<html lang="zh-CN">')
    expect(zh).toContain('<h1>让这台 iPhone 信任盒子</h1>')
    expect(zh.indexOf('homeport.mobileconfig')).toBeLessThan(zh.indexOf('homeport.crt'))
    const en = (await plain('/trust?lang=en', { headers: { 'Accept-Language': 'zh', 'User-Agent': 'Android' } })).body.toString()
    expect(en).toContain('<html lang="en">')
    expect(en).toContain('<h1>Let this phone trust your box</h1>')
    expect(en).not.toMatch(/<summary>Android/)
    const { fingerprint256 } = new X509Certificate(ca)
    expect(en.replaceAll('<wbr>', '')).toContain(fingerprint256)
  })

  test('looks for https at the visitor’s address if the certificate has it, otherwise at one that it has; its policy allows that', async () => {
    const lookedFor = async (name: string) => {
      const { body, headers } = await plain('/trust', { headers: { Host: name } })
      const [, address = ''] = /data-reached="([^"]+)"/.exec(body.toString()) ?? []
      expect(String(headers['content-security-policy'])).toContain(new URL(address).origin)
      return address
    }
    expect(await lookedFor(`nas.local:${cloud.port}`)).toBe(`https://nas.local:${cloud.httpsPort}/trust/reached`)
    expect(await lookedFor(`[::1]:${cloud.port}`)).toBe(`https://[::1]:${cloud.httpsPort}/trust/reached`)
    expect(await lookedFor(`203.0.113.9:${cloud.port}`)).toBe(`https://192.168.1.20:${cloud.httpsPort}/trust/reached`)
  })

  test('its script and the answer that a page of another origin may have', async () => {
    const script = await plain('/trust/trust.js')
    expect(script.headers['content-type']).toMatch(/^text\/javascript/)
    const { status, headers } = await secure('/trust/reached')
    expect([status, headers['cross-origin-resource-policy']]).toEqual([204, 'cross-origin'])
    expect((await secure('/healthz')).headers['cross-origin-resource-policy']).toBe('same-site')
  })

  test('says on https that it came by it, and waits for nothing', async () => {
    expect((await plain('/trust')).body.toString()).not.toContain('class="note"')
    const page = (await secure('/trust')).body.toString()
    expect(page).toContain('class="note"')
    expect(page).not.toContain('data-reached')
  })

  test('gives iOS a profile with the CA, the same at each download', async () => {
    const { headers, body } = await plain('/trust/homeport.mobileconfig')
    expect(headers['content-type']).toBe('application/x-apple-aspen-config')
    const [, data = ''] = /<data>([\s\S]+?)<\/data>/.exec(body.toString()) ?? []
    expect(new X509Certificate(Buffer.from(data, 'base64')).fingerprint256).toBe(new X509Certificate(ca).fingerprint256)
    expect((await plain('/trust/homeport.mobileconfig')).body).toEqual(body)
  })

  test('gives others the certificate, without its key', async () => {
    const { headers, body } = await plain('/trust/homeport.crt')
    expect(headers['content-type']).toBe('application/x-x509-ca-cert')
    expect(body.toString()).not.toContain('PRIVATE')
    expect((await stat(join(cloud.folder, 'cloud', 'tls', 'ca.pem'))).mode & 0o077).toBe(0)
  })
})

describe('the operator’s own files', () => {
  let folder: string
  const file = (name: string) => join(folder, name)
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'homeport-tls-'))
    for (const name of ['one', 'other']) {
      const names = { dns: [`${name}.local`], ip: ['127.0.0.1'] }
      const source = await openHomeCa({ folder: file(name), hostname: name, names: () => names, now: Date.now, log: silent })
      const { cert, key } = await source.read()
      await writeFile(file(`${name}.crt`), cert)
      await writeFile(file(`${name}.key`), key)
    }
    await writeFile(file('text'), 'nonsense')
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('are read again when they change; half a change leaves the certificate before in service', async () => {
    await copyFile(file('one.crt'), file('now.crt'))
    await copyFile(file('one.key'), file('now.key'))
    const lines: string[] = []
    const log = createLog('warn', { write: (line) => void lines.push(line) })
    const tls = { kind: 'files' as const, cert: file('now.crt'), key: file('now.key') }
    const own = await startTestCloud({ tls }, { log, tls: { checkMs: 25 } })
    const hostOf = async () => (await servedCertificate(own.httpsPort))?.subjectAltName?.split(',')[0]
    expect(await hostOf()).toBe('DNS:one.local')
    expect((await own.ask(readHttps, {})).data).toMatchObject({ port: own.httpsPort, has_ca: false })
    expect((await fetch(`${own.url}/trust`)).status).toBe(404)
    await copyFile(file('other.crt'), file('now.crt'))
    await expect.poll(() => lines.join('')).toContain('now.key does not belong to the certificate')
    expect(await hostOf()).toBe('DNS:one.local')
    await copyFile(file('other.key'), file('now.key'))
    await expect.poll(hostOf).toBe('DNS:other.local')
    await own.stop()
  })

  test.each([
    ['a file that is not there', { cert: 'none', key: 'one.key' }, /none cannot be read \(ENOENT\)/],
    ['a certificate that is none', { cert: 'text', key: 'one.key' }, /text holds no certificate in PEM form/],
    ['a key that is none', { cert: 'one.crt', key: 'text' }, /text holds no private key in PEM form/],
    [
      'a key of another certificate',
      { cert: 'one.crt', key: 'other.key' },
      /other\.key does not belong to the certificate .*one\.crt/,
    ],
  ])('%s is named in one sentence', async (_, { cert, key }, reason) => {
    const read = () => createOwnFiles({ cert: file(cert), key: file(key) }).read()
    await expect(read()).rejects.toThrow(OperatorError)
    await expect(read()).rejects.toThrow(reason)
    await expect(read()).rejects.toThrow(/^HOMEPORT_TLS: [^\n]+\.$/)
  })
})

test('the setting is home or two files, and its port another than that of http', () => {
  for (const HOMEPORT_TLS of [undefined, '', 'off']) expect(readCloudConfig({ HOMEPORT_TLS }).tls).toBeUndefined()
  expect(readCloudConfig({ HOMEPORT_TLS: 'home' })).toMatchObject({ tls: { kind: 'home' }, tlsPort: 8743 })
  expect(readCloudConfig({ HOMEPORT_TLS: '/a/c.pem, /a/k.pem' }).tls).toEqual({
    kind: 'files',
    cert: '/a/c.pem',
    key: '/a/k.pem',
  })
  for (const wrong of ['yes', '/a/c.pem', '/a,/b,/c', ','])
    expect(() => readCloudConfig({ HOMEPORT_TLS: wrong })).toThrow(/^HOMEPORT_TLS is ".+": set it to .+\.$/)
  expect(() => readCloudConfig({ HOMEPORT_TLS: 'home', HOMEPORT_TLS_PORT: '8700' })).toThrow(/^HOMEPORT_TLS_PORT is 8700/)
  expect(() => readCloudConfig({ HOMEPORT_TLS_PORT: 'x' })).toThrow(/^HOMEPORT_TLS_PORT is "x"/)
})

test('where https of a home cannot be had, http goes on and the log says why; with files of one’s own the start fails', async () => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const taken = await startTestCloud({ tls: { kind: 'home' }, tlsPort: cloud.port }, { log })
  expect(lines.join('')).toMatch(/set HOMEPORT_TLS_PORT to a free port/)
  expect((await taken.ask(readHttps, {})).data).toEqual({ port: 0, has_ca: false, origin: '' })
  expect((await fetch(`${taken.url}/healthz`)).status).toBe(200)
  const folder = join(taken.folder, 'cloud', 'tls')
  await taken.stop()
  const damaged = await mkdtemp(join(tmpdir(), 'homeport-tls-'))
  await mkdir(join(damaged, 'cloud', 'tls'), { recursive: true })
  await writeFile(join(damaged, 'cloud', 'tls', 'ca.pem'), '')
  const other = await startTestCloud({ tls: { kind: 'home' }, dataFolder: damaged }, { log })
  expect(lines.join('')).toMatch(/ca\.pem cannot be used/)
  expect((await other.ask(readHttps, {})).data).toMatchObject({ port: 0 })
  await other.stop()
  const tls = { kind: 'files' as const, cert: join(folder, 'server.pem'), key: join(folder, 'server.pem') }
  await expect(startTestCloud({ tls })).rejects.toThrow(OperatorError)
})
