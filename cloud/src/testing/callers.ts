/** For the access table: a cloud, a box, and one of each kind of caller, who can make any call of the contract with its fixture. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { readFile } from 'node:fs/promises'
import { until } from '../../../testing/until.ts'
import * as z from 'zod/mini'
import { login, sessions } from '@homeport/contract/account.ts'
import { addresses, invoices, saveAddress, saveInvoice } from '@homeport/contract/address.ts'
import { unbindDevice } from '@homeport/contract/device.ts'
import { post, reply } from '@homeport/contract/forum.ts'
import { insertBullet } from '@homeport/contract/guide.ts'
import { notifications } from '@homeport/contract/message.ts'
import { follow } from '@homeport/contract/people.ts'
import type { Call, Lang } from '@homeport/contract/kit/operation.ts'
import { TestBox } from './box.ts'
import { startTestCloud } from './cloud.ts'
import { bind, type TestCloud } from './app-socket.ts'

/** guest: no token. other: signed in, without the box. former: was the box's owner before. realm: the owner's token in the other realm. */
export const callers = ['guest', 'other', 'owner', 'member', 'former', 'realm'] as const
export type Caller = (typeof callers)[number]

const Sample = z.object({ path: z.string(), form: z.record(z.string(), z.string()) })
const Answer = z.object({ code: z.number(), msg: z.string(), data: z.unknown() })
export type Answered = { status: number; headers: Headers; code: number; text: string }

export type Form = Record<string, string>
/** The ids that replace those of a fixture; n differs at every request. */
export type Targets = {
  devid: string
  devsn: string
  /** A user who has no other role here. */
  targetId: string
  reminderId: string
  n: number
  /** A thread of the owner. */
  threadId: string
  replyId: string
  bulletId: string
  freshReplyId: () => Promise<string>
  sessionId: () => Promise<string>
  addressId: () => Promise<string>
  invoiceId: () => Promise<string>
}

/** A board of the en realm where everyone may post. */
export const anyBoard = 213

export type Cast = Awaited<ReturnType<typeof openCast>>

export async function openCast(start = startTestCloud) {
  const cloud = await start({ trustedProxies: ['127.0.0.1'] })
  const box = await new TestBox(cloud.url).start()
  const replies = await readActs()
  box.answers = (act) => ({ code: Code.ok, data: replies.find((one) => one.act === act)?.reply ?? {} })
  const people = {
    other: await cloud.signUp('other'),
    owner: await cloud.signUp('owner'),
    member: await cloud.signUp('member'),
    former: await cloud.signUp('former'),
  }
  await bind(cloud, box, people.former)
  await cloud.ask(unbindDevice, { devsn: box.devsn }, people.former)
  await joinBox(cloud, box, people)
  let devid = await devidOf(cloud, people.owner.token)
  const target = await cloud.signUp('target')
  const reminderId = await remind(cloud, target, people.owner)
  const thread = await postAs(cloud, people.owner)
  const reply = await replyAs(cloud, people.owner, { thread_id: thread.id, id: 'reply-of-the-owner' })
  const sample = { id: 'bullet-of-the-table', video_id: 'place', text: 'a calm harbour', time_ms: 0 }
  const bullet = (await cloud.ask(insertBullet, sample, people.owner)).data
  const samples = await readSamples()
  let targetsMade = 0

  function targets(): Targets {
    targetsMade += 1
    const existing = { devid, devsn: box.devsn, targetId: target.user_id, reminderId, n: targetsMade, threadId: thread.id }
    return { ...existing, replyId: reply.id, bulletId: bullet.id, freshReplyId, sessionId, addressId, invoiceId }
  }

  /** A session of the owner, to be ended. */
  async function sessionId(): Promise<string> {
    const { data } = await cloud.ask(sessions, {}, { token: await freshToken('owner') })
    return data.data.find(({ is_current }) => is_current)?.id ?? ''
  }

  /** A reply of the owner, to be deleted. */
  async function freshReplyId(): Promise<string> {
    targetsMade += 1
    const id = `reply-of-owner-${String(targetsMade).padStart(8, '0')}`
    return (await replyAs(cloud, people.owner, { thread_id: thread.id, id })).id
  }

  async function addressId(): Promise<string> {
    const { token } = people.owner
    const existing = (await cloud.ask(addresses, {}, { token })).data.data[0]?.id
    const made = { name: 'Lin', phone: '13800000001', region: 'CN-4403', detail: '8 Harbour Road' }
    return existing ?? (await cloud.ask(saveAddress, made, { token })).data.id
  }

  async function invoiceId(): Promise<string> {
    const { token } = people.owner
    const existing = (await cloud.ask(invoices, {}, { token })).data.data[0]?.id
    return existing ?? (await cloud.ask(saveInvoice, { type: 'personal', title: 'Lin' }, { token })).data.id
  }

  /** Another address at each request, so that no rate limit per address applies. */
  const at = (n: number) => ({ headers: { 'X-Forwarded-For': `198.18.${n >> 8}.${n & 255}` } })

  /** A new token, for a call that ends it. */
  async function freshToken(caller: Caller): Promise<string> {
    targetsMade += 1
    const username = caller === 'realm' ? 'owner' : caller
    return (await cloud.ask(login, { username, password: `${username}-secret`, agreed: 1 }, at(targetsMade))).data.token
  }

  async function tokenOf(caller: Caller, isFresh: boolean): Promise<string> {
    if (caller === 'guest') return ''
    if (isFresh) return freshToken(caller)
    return people[caller === 'realm' ? 'owner' : caller].token
  }

  return {
    cloud,
    box,
    people,
    targets,
    tokenOf,

    /** The fixture of a call, with the box and the owner's ids of this cloud. */
    formOf(call: Call, now: Targets): Form {
      const form = { ...samples.find(({ path }) => path === call.path)?.form }
      if ('devid' in form) form.devid = now.devid
      if ('devsn' in form) form.devsn = now.devsn
      if ('client_id' in form) form.client_id = now.devsn
      return form
    },

    async ask(
      call: Call,
      form: Form,
      {
        token = '',
        lang = 'en',
        headers = {},
        files = [],
      }: { token?: string; lang?: Lang; headers?: Form; files?: readonly Blob[] },
    ): Promise<Answered> {
      targetsMade += 1
      const url = `${cloud.url}/${lang}/${call.host}${call.path}`
      const given = { Source: 'app', ...(token && { Token: token }), ...at(targetsMade).headers, ...headers }
      return call.method === 'GET'
        ? answered(await fetch(`${url}?${new URLSearchParams(form)}`, { headers: given }))
        : answered(await fetch(url, { method: 'POST', headers: given, body: bodyOf(form, files) }))
    },

    /** Restores the household: owner, then member. */
    async rebind(): Promise<void> {
      for (const person of [people.member, people.owner]) await cloud.ask(unbindDevice, { devsn: box.devsn }, person)
      await joinBox(cloud, box, people)
      devid = await devidOf(cloud, people.owner.token)
    },

    async stop(): Promise<void> {
      await box.stop()
      await cloud.stop()
    },
  }
}

type Token = { token: string }

async function joinBox(cloud: TestCloud, box: TestBox, { owner, member }: { owner: Token; member: Token }): Promise<void> {
  for (const person of [owner, member]) {
    box.code = 'WXYZ6789'
    await bind(cloud, box, person)
  }
}

/** The target follows the owner, who gets a notification. */
async function remind(cloud: TestCloud, target: Token, owner: Token & { user_id: string }): Promise<string> {
  await cloud.ask(follow, { user_id: owner.user_id }, target)
  const first = async () => (await cloud.ask(notifications, {}, owner)).data.data[0]?.id ?? ''
  await until('somebody is reminded', async () => (await first()) !== '')
  return first()
}

async function postAs(cloud: TestCloud, { token }: Token): Promise<{ id: string }> {
  const made = { id: 'thread-of-the-owner', board_id: anyBoard, title: 'A calm harbour', content: 'Where do you moor?' }
  return (await cloud.ask(post, made, { token })).data
}

async function replyAs(cloud: TestCloud, { token }: Token, made: { thread_id: string; id: string }): Promise<{ id: string }> {
  return (await cloud.ask(reply, { ...made, text: 'the owner answers' }, { token })).data
}

async function devidOf(cloud: TestCloud, token: string): Promise<string> {
  const response = await fetch(`${cloud.url}/en/device/user/device/defaultdevice`, { method: 'POST', headers: { Token: token } })
  return z.object({ data: z.object({ devid: z.string() }) }).parse(await response.json()).data.devid
}

function bodyOf(form: Form, files: readonly Blob[]): URLSearchParams | FormData {
  if (files.length === 0) return new URLSearchParams(form)
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.append(name, value)
  for (const file of files) body.append('file', file, 'file')
  return body
}

export async function answered(response: Response): Promise<Answered> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, code: Answer.parse(JSON.parse(text)).code, text }
}

const read = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../../../contract/fixtures/${name}`, import.meta.url), 'utf8'))
const readSamples = async () => z.array(Sample).parse(await read('calls.json'))
const readActs = async () => z.array(z.object({ act: z.string(), reply: z.unknown() })).parse(await read('acts.json'))

/** P31: required on every response. */
export function missingHeaders(headers: Headers): string[] {
  const policy = headers.get('content-security-policy') ?? ''
  const scripts = policy.split(';').filter((part) => part.trim().startsWith('script-src'))
  const wrong: [string, boolean][] = [
    ['default-src', /default-src '(self|none)'/.test(policy)],
    ['frame-ancestors', /frame-ancestors 'none'/.test(policy)],
    ['script-src', !scripts.some((part) => /'unsafe-inline'|'unsafe-eval'|\*|data:/.test(part))],
    ['nosniff', headers.get('x-content-type-options') === 'nosniff'],
    ['referrer', headers.get('referrer-policy') === 'no-referrer'],
  ]
  return wrong.filter(([, isRight]) => !isRight).map(([name]) => name)
}
