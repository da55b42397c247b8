/** Access table: every call of the contract × every kind of caller (P15), and what holds for all calls alike (P14, P16, P18, P31). A call without a row here fails. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '@homeport/contract/all.ts'
import { sessionCodes, Code } from '@homeport/contract/kit/codes.ts'
import { langs, type Call, type Lang } from '@homeport/contract/kit/operation.ts'
import {
  answered,
  anyBoard,
  callers,
  missingHeaders,
  openCast,
  type Answered,
  type Caller,
  type Cast,
  type Form,
  type Targets,
} from '../testing/callers.ts'

type Codes = readonly [guest: number, other: number, owner: number, member: number, former: number, realm: number]
/** form: fields that differ from the sample. ends: the call ends the token or the binding, so each request gets fresh ones. */
type Row = { codes: Codes; form?: (things: Targets) => Form | Promise<Form>; ends?: 'token' | 'binding'; file?: true }

/** Open to all; every caller gets the same response. */
const anyone = (code: number = Code.ok): Codes => [code, code, code, code, code, code]
/** For every signed-in user, about themselves. */
const self = (code: number = Code.ok): Codes => [Code.noToken, code, code, code, code, Code.unknownToken]
/** For every member of the box's household. */
const household = (code: number = Code.ok): Codes => [Code.noToken, Code.notBound, code, code, Code.notBound, Code.unknownToken]
/** For the box's owner alone. */
const ownerOnly = (code: number = Code.ok): Codes => [
  Code.noToken,
  Code.notBound,
  code,
  Code.notAllowed,
  Code.notBound,
  Code.unknownToken,
]
/** P16: about a row of the owner's account; for everyone else it is not found. */
const own = (code: number = Code.ok): Codes => [
  Code.noToken,
  Code.notFound,
  code,
  Code.notFound,
  Code.notFound,
  Code.unknownToken,
]

/** About a post of this realm that everyone may see; the other realm does not have it. */
const seen = (code: number = Code.ok): Codes => [code, code, code, code, code, Code.notFound]
/** Everyone may see it; only its author may change it. */
const author = (code: number = Code.ok): Codes => [
  Code.noToken,
  Code.notAllowed,
  code,
  Code.notAllowed,
  Code.notAllowed,
  Code.unknownToken,
]
/** None of the callers is a moderator. */
const moderators: Codes = [Code.noToken, Code.notAllowed, Code.notAllowed, Code.notAllowed, Code.notAllowed, Code.unknownToken]

const senderId = (n: number) => `sent-${String(n).padStart(16, '0')}`
const phone = (n: number) => `139${String(n).padStart(8, '0')}`

const table: Record<string, Row> = {
  '/user/account/register': { codes: anyone(), form: ({ n }) => ({ username: `new-${n}`, password: 'a calm harbour' }) },
  '/user/account/first': { codes: anyone() },
  '/user/account/login': { codes: anyone(Code.wrongCredentials) },
  '/user/account/loginByCode': { codes: anyone(Code.wrongCredentials) },
  '/user/account/sendCode': { codes: anyone(), form: ({ n }) => ({ phone: phone(n) }) },
  '/user/account/resetPassword': { codes: anyone(Code.wrongCredentials), form: () => ({ password: 'a calm harbour' }) },
  '/user/account/logout': { codes: self(), ends: 'token' },
  '/user/account/profile': { codes: self() },
  '/user/account/saveProfile': { codes: self(), form: () => ({ region: '' }) },
  '/user/account/sessions': { codes: self() },
  '/user/account/endSession': { codes: own(), form: async ({ sessionId }) => ({ id: await sessionId() }) },
  '/user/account/changePassword': { codes: self(Code.wrongCredentials), form: () => ({ password: 'not the right one' }) },
  '/user/account/bindPhone': { codes: self(Code.wrongCredentials), form: () => ({ password: 'not the right one' }) },
  '/user/account/bindEmail': { codes: self(Code.wrongCredentials) },
  '/user/account/cancel': { codes: self(Code.wrongCredentials), form: () => ({ password: 'not the right one' }) },
  '/user/account/undoCancel': { codes: self(Code.notFound) },

  '/user/account/avatar': { codes: self(), file: true },
  '/user/account/export': { codes: self() },
  '/user/account/webviewCode': { codes: self() },
  '/user/account/loginByWebview': { codes: anyone(Code.wrongCredentials) },
  '/third/wechatMiniProgram': { codes: anyone(Code.notAllowed) },
  '/user/account/wechatCode': { codes: self(Code.notAllowed) },
  '/third/wechatAccount': { codes: anyone(Code.wrongCredentials) },
  '/third/bindWechat': { codes: anyone(Code.wrongCredentials) },
  '/user/account/unbindWechat': { codes: self(Code.wrongCredentials), form: () => ({ password: 'not the right one' }) },
  '/wechat/add': {
    codes: self(Code.wrongCredentials),
    form: ({ devsn }) => ({ code: `https://x.example/#/?devsn=${devsn}&code=7K3M9QXW` }),
  },

  '/user/address/lists': { codes: self() },
  '/user/address/save': { codes: own(), form: async ({ addressId }) => ({ id: await addressId() }) },
  '/user/address/remove': { codes: own(), form: async ({ addressId }) => ({ id: await addressId() }) },
  '/user/address/default': { codes: own(), form: async ({ addressId }) => ({ id: await addressId() }) },
  '/user/invoice/lists': { codes: self() },
  '/user/invoice/save': { codes: own(), form: async ({ invoiceId }) => ({ id: await invoiceId() }) },
  '/user/invoice/remove': { codes: own(), form: async ({ invoiceId }) => ({ id: await invoiceId() }) },
  '/user/invoice/default': { codes: own(), form: async ({ invoiceId }) => ({ id: await invoiceId() }) },

  '/space/user': { codes: self(), form: ({ targetId }) => ({ user_id: targetId }) },
  '/space/fans': { codes: self(), form: ({ targetId }) => ({ user_id: targetId }) },
  '/space/follows': { codes: self(), form: ({ targetId }) => ({ user_id: targetId }) },
  '/space/blocked': { codes: self() },
  '/spacecp/follow': { codes: self(), form: ({ targetId }) => ({ user_id: targetId }) },
  '/spacecp/dfollow': { codes: self(), form: ({ targetId }) => ({ user_id: targetId }) },
  '/space/block': { codes: self(), form: ({ targetId }) => ({ user_id: targetId }) },
  '/space/unblock': { codes: self(), form: ({ targetId }) => ({ user_id: targetId }) },
  '/message/lists': { codes: self() },
  '/message/with': { codes: self(), form: ({ targetId }) => ({ with: targetId }) },
  '/message/send': { codes: self(), form: ({ targetId, n }) => ({ to: targetId, id: `message-${String(n).padStart(16, '0')}` }) },
  '/message/read': { codes: self(), form: ({ targetId }) => ({ with: targetId }) },
  '/message/unread': { codes: self() },
  '/push/key': { codes: self() },
  '/push/subscribe': { codes: self() },
  '/push/settings': { codes: self() },
  '/push/saveSettings': { codes: self(Code.notFound) },
  '/push/unsubscribe': { codes: self() },
  '/remind/lists': { codes: self() },
  '/remind/read': { codes: own(), form: ({ reminderId }) => ({ id: reminderId }) },

  '/api/index/banner': { codes: anyone() },
  // The sample's board exists in this realm only.
  '/api/bbs/listByCategory': { codes: [Code.ok, Code.ok, Code.ok, Code.ok, Code.ok, Code.notFound] },
  '/misc/recommend': { codes: anyone() },
  '/api/strategy/SeriesVideo': { codes: anyone() },
  '/api/strategy/getBullet': { codes: anyone() },
  // The same key gives the same comment each time, so no rate limit applies.
  '/api/Strategy/insertBullet': { codes: self(), form: () => ({ id: 'bullet-of-the-table' }) },
  // Only the user's own comments can be removed (guide/routes.test.ts); the rate limit does not allow as many as this table would need.
  '/api/strategy/removeBullet': { codes: self(Code.notFound) },
  '/api/strategy/reportBullet': { codes: self(), form: ({ bulletId }) => ({ id: bulletId }) },
  '/api/strategy/reportedBullets': { codes: moderators },
  '/api/strategy/moderateBullet': { codes: moderators },
  '/forum/boards': { codes: anyone() },
  '/forum/threads': { codes: anyone(), form: () => ({ board_id: '0' }) },
  '/forum/thread': { codes: seen(), form: ({ threadId }) => ({ id: threadId }) },
  '/forum/replies': { codes: seen(), form: ({ threadId }) => ({ thread_id: threadId }) },
  '/forum/read': { codes: self(), form: ({ threadId }) => ({ id: threadId }) },
  '/forum/post': { codes: self(), form: ({ n }) => ({ id: senderId(n), board_id: String(anyBoard) }) },
  '/forum/reply': { codes: self(), form: ({ threadId, n }) => ({ id: senderId(n), thread_id: threadId }) },
  '/forum/edit': { codes: author(), form: ({ threadId }) => ({ id: threadId, board_id: String(anyBoard) }) },
  '/forum/editReply': { codes: author(), form: ({ replyId }) => ({ id: replyId }) },
  '/forum/history': { codes: seen(), form: ({ threadId }) => ({ id: threadId }) },
  '/forum/remove': { codes: author(), form: async ({ freshReplyId }) => ({ id: await freshReplyId() }) },
  '/forum/like': { codes: self(), form: ({ threadId }) => ({ id: threadId }) },
  '/forum/unlike': { codes: self(), form: ({ threadId }) => ({ id: threadId }) },
  '/spacecp/favorite': { codes: self(), form: ({ threadId }) => ({ id: threadId }) },
  '/spacecp/dfavorite': { codes: self(), form: ({ threadId }) => ({ id: threadId }) },
  '/forum/upload': { codes: self(), file: true },
  '/forum/drafts': { codes: self() },
  '/forum/saveDraft': { codes: self() },
  '/forum/dropDraft': { codes: self() },
  '/forum/search': { codes: anyone() },
  '/forum/searchReplies': { codes: anyone() },
  '/forum/searchPeople': { codes: anyone() },
  '/forum/tags': { codes: anyone() },
  '/ebapi/store_api/hot_search': { codes: anyone() },
  '/space/threads': { codes: seen(), form: ({ targetId }) => ({ user_id: targetId }) },
  '/space/replies': { codes: seen(), form: ({ targetId }) => ({ user_id: targetId }) },
  '/space/favorites': { codes: self() },
  '/forum/report': { codes: self(), form: ({ replyId }) => ({ id: replyId }) },
  '/forum/reported': { codes: moderators },
  '/forum/moderate': { codes: moderators },
  '/forum/ban': { codes: moderators },

  '/api/app/feekback': { codes: anyone() },
  '/version': { codes: anyone() },
  '/https': { codes: anyone() },
  '/api/ota/checkForUpdates': { codes: anyone() },

  '/link': { codes: anyone() },
  '/user/device/lists': { codes: self() },
  '/user/device/defaultdevice': { codes: self() },
  '/device/device/nearby': { codes: self() },
  '/user/device/bind': { codes: self(Code.wrongCredentials), form: ({ devsn }) => ({ devsn }) },
  '/device/devinfo/bindstatus': { codes: self() },
  '/user/device/selectedDev': { codes: household() },
  '/user/device/away': { codes: household() },
  '/user/device/members': { codes: household() },
  '/user/device/rename': { codes: ownerOnly() },
  '/user/device/keepCopy': {
    codes: [Code.noToken, Code.notBound, Code.notFound, Code.notAllowed, Code.notBound, Code.unknownToken],
    form: () => ({ id: 'none' }),
  },
  '/user/device/unbindMember': {
    codes: [Code.noToken, Code.notBound, Code.notFound, Code.notAllowed, Code.notBound, Code.unknownToken],
    form: () => ({ user_id: 'nobody' }),
  },
  '/user/device/unbind': { codes: household(), ends: 'binding' },
  '/device/devinfo/info': { codes: household(Code.notFound) },
  '/device/devinfo/checkOnline': { codes: household() },
  '/device/devinfo/getAppsVersion': { codes: household() },
  '/emqx/publish': { codes: household() },
  '/device/task/lists': { codes: household() },
  '/device/device/getConfig': { codes: household(Code.notFound) },
  '/device/device/saveConfig': { codes: ownerOnly() },
  '/forum/configure/getDownload': { codes: household(Code.notFound) },
  '/movie/movie/list': { codes: household() },
  '/device/movie/lists': { codes: household() },
  '/movie/movie/detail': { codes: household(Code.notFound) },
  '/movie/movie/search': { codes: household() },
  '/movie/movie/hot': { codes: household() },
  '/movie/genre': { codes: household() },
  '/movie/favorite/save': { codes: household(Code.notFound) },
  '/movie/episode/list': { codes: household(Code.notFound) },
  '/movie/history/list': { codes: household() },
  '/movie/history/continue': { codes: household() },
  '/movie/history/aside': { codes: household(Code.notFound) },
  '/movie/history/save': { codes: household(Code.notFound) },
  '/movie/history/clear': { codes: household() },
  '/movie/file/getMovieFile': { codes: household() },
  '/movie/file/save': { codes: household() },
  '/movie/movie/removeRelation': { codes: household() },
  '/movie/file/unreadable': { codes: household() },
  '/user/device/syncMovie': { codes: household() },
}

const picture = new Blob([Buffer.from('R0lGODdhAQABAIAAAMQoG////ywAAAAAAQABAAACAkQBADs=', 'base64')])

let cast: Cast
beforeAll(async () => {
  cast = await openCast()
})
afterAll(() => cast.stop())

async function formOf(call: Call): Promise<Form> {
  const things = cast.targets()
  return { ...cast.formOf(call, things), ...(await table[call.path]?.form?.(things)) }
}

async function askAs(caller: Caller, call: Call): Promise<Answered> {
  const row = table[call.path]
  const token = await cast.tokenOf(caller, row?.ends === 'token')
  const form = await formOf(call)
  const answer = await cast.ask(call, form, {
    token,
    lang: caller === 'realm' ? 'zh' : 'en',
    ...(row?.file && { files: [picture] }),
  })
  if (row?.ends === 'binding' && answer.code === Code.ok) await cast.rebind()
  return answer
}

describe('P15: every call, every kind of caller', () => {
  test('every call of the contract has its row, and every row its call', () => {
    expect(Object.keys(table).sort()).toEqual(calls.map(({ path }) => path).sort())
  })

  test('what a row says fits what the call promises to need', () => {
    for (const { path, needs } of calls) {
      const [guest, other, , , former, realm] = table[path]?.codes ?? []
      expect([guest === 1000, realm === 1002], path).toEqual([needs !== 'anyone', needs !== 'anyone'])
      const isBox = needs === 'device' || needs === 'online'
      expect([other === Code.notBound, former === Code.notBound], path).toEqual([isBox, isBox])
    }
  })

  test.each(calls.map((call) => [call.path, call] as const))('%s', async (path, call) => {
    const codes: Record<string, number> = {}
    for (const caller of callers) {
      const answer = await askAs(caller, call)
      codes[caller] = answer.code
      expect({ status: answer.status, missing: missingHeaders(answer.headers) }, `P31: ${path} ${caller}`).toEqual({
        status: 200,
        missing: [],
      })
    }
    const expected = table[path]?.codes ?? []
    expect(codes).toEqual(Object.fromEntries(callers.map((caller, index) => [caller, expected[index]])))
  })
})

describe('P14: no call changes anything for', () => {
  const posts = calls.filter(({ method }) => method === 'POST')
  const url = (call: Call, lang: Lang) => `${cast.cloud.url}/${lang}/${call.host}${call.path}`
  const multipart = () => {
    const body = new FormData()
    body.append('agreed', '1')
    body.append('file', picture, 'file')
    return body
  }
  const simple: [string, () => RequestInit][] = [
    ['a GET', () => ({ headers: { Source: 'app' } })],
    ['a PUT', () => ({ method: 'PUT', headers: { Source: 'app' }, body: new URLSearchParams({ agreed: '1' }) })],
    ['a form of another site', () => ({ method: 'POST', body: new URLSearchParams({ agreed: '1' }) })],
    ['a multipart form of another site', () => ({ method: 'POST', body: multipart() })],
    ['an empty body of another site', () => ({ method: 'POST' })],
    ['JSON without a header of ours', () => ({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })],
  ]

  test.each(simple)('%s, on any call of any realm', async (_, request) => {
    expect(posts.length).toBe(calls.length - calls.filter(({ method }) => method === 'GET').length)
    for (const lang of langs) {
      for (const call of posts) {
        const answer = await answered(await fetch(url(call, lang), request()))
        expect({ code: answer.code, missing: missingHeaders(answer.headers) }, `${lang} ${call.path}`).toEqual({
          code: Code.notAllowed,
          missing: [],
        })
      }
    }
  })

  test('plain text of another site, which is no body of ours at all', async () => {
    for (const call of posts) {
      const answer = await answered(
        await fetch(url(call, 'en'), { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'agreed=1' }),
      )
      expect(answer.code, call.path).not.toBe(Code.ok)
      expect(missingHeaders(answer.headers), call.path).toEqual([])
    }
  })
})

describe('P18: the realms', () => {
  /** All rows of all tables of a realm. */
  function rowsOf(lang: Lang): string {
    const file = new DatabaseSync(join(cast.cloud.folder, 'cloud', `${lang}.db`), { readOnly: true })
    const tables = file.prepare("select name from sqlite_master where type = 'table' order by name").all()
    const rows = tables.map(({ name }) => [name, file.prepare(`select * from "${String(name)}"`).all()])
    file.close()
    return JSON.stringify(rows)
  }
  const inside = callers.filter((caller) => caller !== 'realm')

  test('whatever is asked through en, by whom and in what order ever, not a row of zh changes', async () => {
    const before = rowsOf('zh')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...calls), fc.constantFrom(...inside)), { minLength: 10, maxLength: 25 }),
        async (asks) => {
          for (const [call, caller] of asks) await askAs(caller, call)
          expect(rowsOf('zh')).toBe(before)
        },
      ),
      { numRuns: 8 },
    )
    expect(rowsOf('en')).not.toBe(before)
  })

  test('no token of en opens a call of zh, and no answer of zh holds a word of en', async () => {
    const secret = 'canary-of-en'
    const { token } = await cast.cloud.signUp(secret)
    const native = await cast.cloud.signUp('native', 'zh')
    for (const call of calls) {
      const form = await formOf(call)
      const foreign = await cast.ask(call, form, { token, lang: 'zh' })
      if (call.needs !== 'anyone') expect(sessionCodes, call.path).toContain(foreign.code)
      if (table[call.path]?.ends) continue
      const own = await cast.ask(call, form, { token: native.token, lang: 'zh' })
      for (const word of [secret, cast.people.owner.user_id, cast.people.owner.token]) {
        expect(foreign.text, call.path).not.toContain(word)
        expect(own.text, call.path).not.toContain(word)
      }
    }
  })
})
