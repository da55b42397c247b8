import { Code } from '@homeport/contract/kit/codes.ts'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify, type FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { afterEach, expect, test } from 'vitest'
import { call } from '@homeport/contract/kit/operation.ts'
import { silent } from '../log.ts'
import { addressOf, mount } from './mount.ts'
import { Refusal } from '../refusal.ts'
import { serve, type AuthResolvers, type Route } from './serve.ts'
import type { Db } from '../db.ts'
import type { Realm } from '../realm.ts'
import { openUploads } from '../../media/uploads.ts'

const user = { user_id: 'u', username: 'ann', nickname: 'Ann' }
const boxes = [
  { devid: 'id-a', devsn: 'AAAAAAAAAAAAAAAA', role: 'owner' as const },
  { devid: 'id-b', devsn: 'BBBBBBBBBBBBBBBB', role: 'member' as const },
]
const auth: AuthResolvers = {
  sessionOf: async (_, token) => {
    if (token !== 'good') throw new Refusal(1002)
    return { user, tokenHash: 'h' }
  },
  deviceOf: async (_realm, _user, name) => boxes.find(({ devid, devsn }) => devid === name || devsn === name),
  boxOf: async (_realm, _user, { devid }) =>
    devid === 'id-a' ? { send: async (act) => ({ act, dev: 'AAAAAAAAAAAAAAAA', code: Code.ok }) } : undefined,
}

const seen = call({
  host: 'device',
  path: '/seen',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string() }),
  output: z.object({ devid: z.string() }),
})
const chosen = call({
  host: 'device',
  path: '/chosen',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string() }),
  output: z.object({ devid: z.string() }),
})
const onlineCall = call({
  host: 'device',
  path: '/told',
  needs: 'online',
  device: 'client_id',
  input: z.object({ client_id: z.string() }),
  output: z.object({ act: z.string() }),
})
const leaky = call({
  host: 'forum',
  path: '/leaky',
  needs: 'anyone',
  input: z.object({}),
  output: z.object({ shown: z.string() }),
})
const broken = call({
  host: 'forum',
  path: '/broken',
  needs: 'anyone',
  input: z.object({ flag: z.optional(z.boolean()), list: z.optional(z.array(z.int())) }),
  output: z.null(),
})
const requiredCall = call({
  host: 'help',
  path: '/asked',
  method: 'GET',
  needs: 'anyone',
  input: z.object({ id: z.int() }),
  output: z.object({ id: z.int(), base: z.string(), lang: z.string() }),
})

const pictured = call({
  host: 'help',
  path: '/pictured',
  needs: 'user',
  files: { most: 2, maxBytes: 10 },
  input: z.object({ text: z.string() }),
  output: z.object({ text: z.string(), sizes: z.array(z.int()) }),
})

const routes: Route[] = [
  serve(pictured, ({ text }, { files }) => ({ text, sizes: files.map(({ sizeBytes }) => sizeBytes) })),
  serve(seen, (_, { device }) => ({ devid: device.devid })),
  serve(chosen, (_, { device }) => ({ devid: device.devid }), { otherBox: true }),
  serve(onlineCall, async (_, { box }) => box.send('device_status', {})),
  serve(leaky, () => ({ shown: 'yes', hidden: 'password_hash' })),
  serve(broken, ({ flag, list }) => {
    if (flag === true && list?.[0] === 7) throw new Error('an inner secret')
    return null
  }),
  serve(requiredCall, ({ id }, { base, realm }) => ({ id, base, lang: realm.lang })),
]

test('a handler that takes more than its call needs, or answers less than it promises, does not compile', () => {
  // @ts-expect-error anyone has no user
  serve(leaky, (_, { user: nobody }) => ({ shown: String(nobody) }))
  // @ts-expect-error a box that may be offline has no BoxRequests
  serve(seen, (_, { box }) => ({ devid: String(box) }))
  // @ts-expect-error the contract promises `shown`
  serve(leaky, () => ({ hidden: 'x' }))
  // @ts-expect-error the input has no such field
  serve(requiredCall, ({ devid }) => ({ id: Number(devid), base: '', lang: '' }))
  expect(routes.length).toBeGreaterThan(0)
})

let app: FastifyInstance | undefined
const folders: string[] = []
afterEach(async () => {
  await app?.close()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

async function open(): Promise<{ app: FastifyInstance; spoolFolder: string }> {
  // NOTE: no route here touches a database.
  const realm = (lang: 'zh' | 'en'): Realm => ({
    lang,
    db: Object.create(null) as Db,
    change: () => Promise.reject(new Error('no database')),
  })
  const folder = await mkdtemp(join(tmpdir(), 'homeport-mount-'))
  folders.push(folder)
  const spoolFolder = join(folder, 'spool')
  const uploads = await openUploads(undefined, { folder: join(folder, 'kept'), spoolFolder })
  app = fastify()
  await mount(app, { routes, realms: [realm('zh'), realm('en')], auth, uploads, now: () => 0, log: silent })
  return { app, spoolFolder }
}

async function ask(path: string, body: Record<string, string> = {}, headers: Record<string, string> = { token: 'good' }) {
  const response = await (
    await open()
  ).app.inject({
    method: 'POST',
    url: path,
    headers: { source: 'app', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(body).toString(),
  })
  return JSON.parse(response.body)
}

test('the box of a call is the one its body names, by devid or devsn', async () => {
  expect(await ask('/en/device/seen', { devid: 'id-a' })).toMatchObject({ code: Code.ok, data: { devid: 'id-a' } })
  expect(await ask('/en/device/seen', { devsn: 'BBBBBBBBBBBBBBBB' })).toMatchObject({ code: Code.ok, data: { devid: 'id-b' } })
})

test('the Devsn header names it only where the body does not', async () => {
  expect(await ask('/en/device/seen', {}, { token: 'good', devsn: 'BBBBBBBBBBBBBBBB' })).toMatchObject({
    data: { devid: 'id-b' },
  })
  expect(await ask('/en/device/seen', { devid: 'id-a' }, { token: 'good', devsn: 'AAAAAAAAAAAAAAAA' })).toMatchObject({
    data: { devid: 'id-a' },
  })
  expect(await ask('/en/device/seen', { devid: 'id-a' }, { token: 'good', devsn: '' })).toMatchObject({ data: { devid: 'id-a' } })
})

test('two different boxes in one request are refused, but where choosing another is the purpose', async () => {
  const other = { token: 'good', devsn: 'BBBBBBBBBBBBBBBB' }
  expect(await ask('/en/device/seen', { devid: 'id-a' }, other)).toMatchObject({
    code: Code.invalid,
    data: { rule: 'one_device' },
  })
  expect(await ask('/en/device/seen', { devid: 'id-a', devsn: 'BBBBBBBBBBBBBBBB' })).toMatchObject({
    code: Code.invalid,
    data: { rule: 'one_device' },
  })
  expect(await ask('/en/device/chosen', { devid: 'id-a' }, other)).toMatchObject({ data: { devid: 'id-a' } })
})

test('no token, no such box, box offline: each its own code, in this order', async () => {
  expect(await ask('/en/device/told', { client_id: 'none' }, {})).toMatchObject({ code: Code.noToken })
  expect(await ask('/en/device/told', { client_id: 'none' }, { token: 'bad' })).toMatchObject({ code: Code.unknownToken })
  expect(await ask('/en/device/told', { client_id: 'none' })).toMatchObject({
    code: Code.notBound,
    msg: 'This box isn’t paired with your account',
  })
  expect(await ask('/zh/device/told', { client_id: 'id-b' })).toMatchObject({ code: Code.offline, msg: '盒子已离线，可下拉刷新' })
  expect(await ask('/en/device/told', { client_id: 'AAAAAAAAAAAAAAAA' })).toMatchObject({
    code: Code.ok,
    data: { act: 'device_status' },
  })
  expect(await ask('/en/device/seen')).toMatchObject({ code: Code.invalid, data: { field: 'devid' } })
})

test('P16: what the contract does not name does not leave', async () => {
  expect(await ask('/en/forum/leaky')).toEqual({ code: Code.ok, msg: 'ok', data: { shown: 'yes' } })
})

test('a fault is answered bare', async () => {
  expect(await ask('/en/forum/broken', { flag: '1', list: '[7]' })).toEqual({
    code: Code.fault,
    msg: 'Something went wrong. Try again later.',
    data: null,
  })
  expect(await ask('/zh/forum/broken', { flag: '0', list: '[7]' })).toEqual({ code: Code.ok, msg: 'ok', data: null })
})

test('a GET call takes its query, in its realm', async () => {
  await ask('/en/forum/leaky')
  const got = await app?.inject({ method: 'GET', url: '/zh/help/asked?id=5', headers: { host: 'nas:8700' } })
  expect(JSON.parse(got?.body ?? '')).toMatchObject({ code: Code.ok, data: { id: 5, base: 'http://nas:8700', lang: 'zh' } })
})

test.each([
  ['::ffff:192.168.1.5', '192.168.1.5'],
  ['192.168.1.5', '192.168.1.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8::1', '2001:db8:0:0::'],
  ['::1', '0:0:0:0::'],
  ['fe80::1%eth0', 'fe80:0:0:0::'],
])('%s counts as %s', (ip, counted) => {
  expect(addressOf(ip)).toBe(counted)
})

async function askWithFiles(sizes: readonly number[], { path = '/en/help/pictured', token = 'good' } = {}) {
  const body = new FormData()
  for (const size of sizes) body.append('file', new Blob([new Uint8Array(size)]), 'a.png')
  body.append('text', '你好')
  const packed = new Response(body)
  const { app: opened, spoolFolder } = await open()
  const response = await opened.inject({
    method: 'POST',
    url: path,
    headers: { source: 'app', token, 'content-type': packed.headers.get('content-type') ?? '' },
    payload: Buffer.from(await packed.arrayBuffer()),
  })
  const [own] = await readdir(spoolFolder)
  return { ...JSON.parse(response.body), left: await readdir(join(spoolFolder, own ?? '')) }
}

test('files come with a multipart body, after or before its fields, and are gone when the call is answered', async () => {
  expect(await askWithFiles([4, 6])).toMatchObject({ code: Code.ok, data: { text: '你好', sizes: [4, 6] }, left: [] })
})

test('one file too many, or more bytes in all than the call allows, is refused in words and leaves nothing', async () => {
  expect(await askWithFiles([1, 1, 1])).toMatchObject({
    code: Code.invalid,
    msg: 'That’s too many files',
    data: { field: 'file' },
    left: [],
  })
  expect(await askWithFiles([4, 7])).toMatchObject({ code: Code.invalid, msg: 'This file is too large', left: [] })
})

test('files of a stranger, and files for a call that wants none, are refused', async () => {
  expect(await askWithFiles([1], { token: 'bad' })).toMatchObject({ code: Code.unknownToken, left: [] })
  expect(await askWithFiles([1], { token: '' })).toMatchObject({ code: Code.noToken, left: [] })
  expect(await askWithFiles([1], { path: '/en/forum/broken' })).toMatchObject({ code: Code.invalid, left: [] })
})

test('P30: a NUL or half a character is refused at its field before any database sees it', async () => {
  expect(await ask('/en/device/seen', { devid: 'id\0a' })).toMatchObject({
    code: Code.invalid,
    data: { field: 'devid', rule: 'text_unkeepable' },
  })
  const { app: opened } = await open()
  const answer = await opened.inject({
    method: 'POST',
    url: '/zh/device/seen',
    headers: { source: 'app', token: 'good', 'content-type': 'application/json' },
    payload: '{"devid": "id\\ud800"}',
  })
  expect(JSON.parse(answer.body)).toMatchObject({ code: Code.invalid, msg: '包含无法保存的字符', data: { field: 'devid' } })
})
