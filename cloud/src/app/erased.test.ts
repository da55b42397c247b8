/** P36 over all features: after erasure nothing of a user is left in any table, any file or any list of other users. */
import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { until } from '../../../testing/until.ts'
import {
  avatar,
  bindEmail,
  bindPhone,
  cancel,
  cancelDays,
  login,
  loginByCode,
  profile,
  saveProfile,
  sendCode,
} from '@homeport/contract/account.ts'
import { saveAddress, saveInvoice } from '@homeport/contract/address.ts'
import { insertBullet, reportBullet } from '@homeport/contract/guide.ts'
import { favorite, like, post, readThread, reply, report, saveDraft, threads, uploadPicture } from '@homeport/contract/forum.ts'
import { searchThreads } from '@homeport/contract/forum-search.ts'
import { feedback } from '@homeport/contract/help.ts'
import type { Call } from '@homeport/contract/kit/operation.ts'
import { conversation, sendMessage } from '@homeport/contract/message.ts'
import { block, fans, follow, person } from '@homeport/contract/people.ts'
import { pushSubscribe } from '@homeport/contract/push.ts'
import { TestBox } from '../testing/box.ts'
import { bind, eachCloud, type TestCloud } from '../testing/app-socket.ts'

const dayMs = 24 * 60 * 60_000
const phone = '13812345678'
const email = 'canary@example.com'
/** Texts that must not be found afterwards. */
const traces = [
  'canary',
  'Canary Wharf',
  '金丝雀',
  phone,
  '8 Harbour Road',
  '1990-02-28',
  'CN-4403',
  'Canary Agent',
  'push.example.net/canary',
  '203.0.113.99',
]

const pushKeys = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'a'.repeat(22),
}
const picture = new Blob([Buffer.from('R0lGODdhAQABAIAAAMQoG////ywAAAAAAQABAAACAkQBADs=', 'base64')])

eachCloud('P36: an account that is erased', (start) => {
  test('leaves nothing behind: no name, number, mail, address, picture, message or session', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'homeport-erased-'))
    let clock = Date.now()
    let cloud = await start({ dataFolder, trustedProxies: ['127.0.0.1'] }, { now: () => clock })
    const { databaseUrl } = cloud
    const box = await new TestBox(cloud.url).start()
    const friend = await cloud.signUp('friend')
    const { user_id } = await cloud.signUp('canary')
    const { token } = (await cloud.ask(login, { username: 'canary', password: 'canary-secret', agreed: 1 }, asCanary())).data
    const me = asCanary(token)
    const password = 'canary-secret'

    const proof = async (target: { phone: string } | { email: string }) => {
      clock += 61_000
      await cloud.ask(sendCode, { purpose: 'bind', ...target }, me)
      return codeFor(dataFolder, 'phone' in target ? target.phone : target.email)
    }
    const done = async (pending: Promise<{ code: number; msg: string }>) => {
      const { code, msg } = await pending
      expect({ code, msg }).toMatchObject({ code: Code.ok })
    }
    await bind(cloud, box, { token })
    await done(
      cloud.ask(saveProfile, { nickname: '金丝雀 canary', gender: 'female', birthday: '1990-02-28', region: 'CN-4403' }, me),
    )
    await done(cloud.ask(bindPhone, { phone, code: await proof({ phone }), password }, me))
    await done(cloud.ask(bindEmail, { email, code: await proof({ email }), password }, me))
    await done(sendPicture(cloud, avatar, { form: {}, token }))
    await done(cloud.ask(saveAddress, { name: '金丝雀', phone, region: 'CN-4403', detail: '8 Harbour Road' }, me))
    await done(cloud.ask(saveInvoice, { type: 'personal', title: 'canary', address: '8 Harbour Road', phone }, me))
    await done(sendPicture(cloud, feedback, { form: { text: 'canary sings', contact: email }, token }))
    await done(cloud.ask(insertBullet, { video_id: 'place', text: 'the canary was here', time_ms: 1_000 }, me))
    const theirBullet = { video_id: 'place', text: 'of a friend', time_ms: 1_000 }
    const { id: bulletId } = (await cloud.ask(insertBullet, theirBullet, friend)).data
    await done(cloud.ask(reportBullet, { id: bulletId, reason: 'other', text: 'canary complains' }, me))
    await done(cloud.ask(follow, { user_id: friend.user_id }, me))
    await done(cloud.ask(follow, { user_id }, friend))
    await done(cloud.ask(block, { user_id: (await cloud.signUp('blocked')).user_id }, me))
    await done(cloud.ask(sendMessage, { to: friend.user_id, id: 'canary-message-0001', text: 'canary says hello' }, me))
    await done(cloud.ask(sendMessage, { to: user_id, id: 'friend-message-0001', text: 'hello canary' }, friend))
    const board_id = 213
    const theirs = { id: 'friend-thread-0001', board_id, title: 'A harbour', content: 'of a friend' }
    const { id: thread_id } = (await cloud.ask(post, theirs, friend)).data
    const place = { name: 'Canary Wharf', lat: 51.5, lon: 0 }
    const own = { id: 'canary-thread-0001', board_id, title: 'canary 金丝雀', content: '8 Harbour Road', tags: ['canary'], place }
    const { id: ownId } = (await cloud.ask(post, own, me)).data
    await done(cloud.ask(reply, { id: 'canary-reply-00001', thread_id, text: 'canary answers' }, me))
    await done(cloud.ask(like, { id: thread_id, type: 'thread' }, me))
    await done(cloud.ask(favorite, { id: thread_id, type: 'thread' }, me))
    await done(cloud.ask(favorite, { id: ownId, type: 'thread' }, friend))
    await done(cloud.ask(readThread, { id: thread_id, floor: 1 }, me))
    await done(cloud.ask(report, { id: thread_id, type: 'thread', reason: 'other', text: 'canary complains' }, me))
    await done(cloud.ask(saveDraft, { id: 'canary-draft-00001', title: 'canary drafts', place }, me))
    await done(cloud.ask(searchThreads, { q: 'canary' }, me))
    await done(sendPicture(cloud, uploadPicture, { form: {}, token }))
    await done(cloud.ask(pushSubscribe, { ...pushKeys, endpoint: 'https://push.example.net/canary', kinds: [] }, me))
    const before = await everything(cloud, dataFolder)
    for (const trace of traces) expect(before.text, trace).toContain(trace)
    expect(before.pictures).toHaveLength(3)

    await done(cloud.ask(cancel, { posts: 'delete', password }, me))
    await box.stop()
    await cloud.stop()
    clock += (cancelDays + 1) * dayMs
    cloud = await start({ dataFolder, databaseUrl }, { now: () => clock })
    const remaining = async () => {
      const { text, pictures } = await everything(cloud, dataFolder)
      return { traces: traces.filter((trace) => text.includes(trace)).map((trace) => around(text, trace)), pictures }
    }
    await expect.poll(remaining, { interval: 200 }).toEqual({ traces: [], pictures: [] })
    const again = (await cloud.ask(login, { username: 'friend', password: 'friend-secret', agreed: 1 })).data.token
    expect((await cloud.ask(fans, {}, { token: again })).data).toMatchObject({ data: [], total: 0 })
    // The friend's thread looks as if the erased user had never been there; the erased user's thread is gone.
    await expect
      .poll(async () => (await cloud.ask(person, {}, { token: again })).data.counts)
      .toEqual({ posts: 1, fans: 0, follows: 0, favorites: 0, bookmarks: 0 })
    await expect
      .poll(async () => (await cloud.ask(threads, {}, { token: again })).data.data)
      .toMatchObject([{ title: 'A harbour', likes: 0, favorites: 0, replies: 0, views: 0 }])
    expectCode(await cloud.ask(conversation, { with: user_id }, { token: again }), 'notFound')
    expect((await cloud.ask(profile, {}, { token })).code).not.toBe(Code.ok)
    expectCode(await cloud.ask(login, { username: 'canary', password, agreed: 1 }), 'wrongCredentials')
    expect((await cloud.signUp('canary')).user_id).not.toBe(user_id)
    await done(cloud.ask(sendCode, { purpose: 'login', phone }))
    const anew = await cloud.ask(loginByCode, { phone, code: await codeFor(dataFolder, phone), agreed: 1 })
    expect(anew).toMatchObject({ code: Code.ok })
    expect(anew.data.user.user_id).not.toBe(user_id)
    await cloud.stop()
    await rm(dataFolder, { recursive: true })
  })
})

/** For the failure message: the text around the match. */
const around = (text: string, trace: string) => text.slice(Math.max(0, text.indexOf(trace) - 80), text.indexOf(trace) + 80)

const asCanary = (token = '') => ({
  token,
  headers: { 'User-Agent': 'Canary Agent', 'X-Forwarded-For': '203.0.113.99' },
})

async function sendPicture(
  cloud: TestCloud,
  call: Call,
  { form, token }: { form: Record<string, string>; token: string },
): Promise<{ code: number; msg: string }> {
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.append(name, value)
  body.append('file', picture, 'file')
  const response = await fetch(`${cloud.url}/en/${call.host}${call.path}`, {
    method: 'POST',
    headers: { Source: 'app', Token: token, ...asCanary().headers },
    body,
  })
  return response.json()
}

/** The newest code sent to that target. */
async function codeFor(dataFolder: string, to: string): Promise<string> {
  let code = ''
  await until(`a code for ${to}`, async () => {
    const lines = (await readFile(join(dataFolder, 'cloud', 'outbox.jsonl'), 'utf8')).split('\n').filter(Boolean)
    const entries: { to: string; code: string }[] = lines.map((line) => JSON.parse(line))
    code = entries.findLast((one) => one.to.endsWith(to))?.code ?? ''
    return code !== ''
  })
  return code
}

/** All rows of the realm and all files except databases, as text; and the names of the pictures. */
async function everything({ databaseUrl }: TestCloud, dataFolder: string): Promise<{ text: string; pictures: string[] }> {
  const rows = databaseUrl === undefined ? sqliteRows(join(dataFolder, 'cloud', 'en.db')) : await postgresRows(databaseUrl)
  const names = await readdir(join(dataFolder, 'cloud'), { recursive: true, withFileTypes: true })
  const files = names
    .filter((one) => one.isFile() && !/\.db(-wal|-shm)?$/.test(one.name))
    .map((one) => join(one.parentPath, one.name))
  const texts = await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')))
  return { text: [rows, ...texts].join('\n'), pictures: files.filter((file) => file.endsWith('.webp')) }
}

function sqliteRows(path: string): string {
  const file = new DatabaseSync(path, { readOnly: true })
  const tables = file.prepare("select name from sqlite_master where type = 'table'").all()
  const rows = tables.map(({ name }) => file.prepare(`select * from "${String(name)}"`).all())
  file.close()
  return JSON.stringify(rows)
}

async function postgresRows(connectionString: string): Promise<string> {
  const client = new Client({ connectionString })
  await client.connect()
  const { rows: tables } = await client.query("select tablename from pg_tables where schemaname = 'homeport_en'")
  const rows: unknown[] = []
  for (const { tablename } of tables) rows.push((await client.query(`select * from homeport_en."${String(tablename)}"`)).rows)
  await client.end()
  return JSON.stringify(rows)
}
