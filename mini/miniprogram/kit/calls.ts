/** The calls of the cloud that the mini-program makes. Their types are the contract's; its schemas stay outside, since zod would be the largest part of the package. */
import type * as account from '@homeport/contract/account.ts'
import type * as device from '@homeport/contract/device.ts'
import type { In, Out } from '@homeport/contract/kit/operation.ts'
import { cloudAddress } from '../settings'
import { langNow, textNow } from '../text'
import { dropSession, sessionNow } from './session'

type Calls = {
  wechatMiniProgram: typeof account.wechatMiniProgram
  wechatAccount: typeof account.wechatAccount
  bindWechat: typeof account.bindWechat
  webviewCode: typeof account.webviewCode
  logout: typeof account.logout
  wechatAdd: typeof device.wechatAdd
}
export type CallName = keyof Calls

/** Host and path, and the texts of the response's data that the mini-program reads. */
export const calls: Record<CallName, { path: string; reads: readonly string[] }> = {
  wechatMiniProgram: { path: '/forum/third/wechatMiniProgram', reads: ['token', 'user.nickname', 'bind.devsn'] },
  wechatAccount: { path: '/forum/third/wechatAccount', reads: ['username', 'nickname'] },
  bindWechat: { path: '/forum/third/bindWechat', reads: ['token', 'user.nickname', 'bind.devsn'] },
  webviewCode: { path: '/forum/user/account/webviewCode', reads: ['code'] },
  logout: { path: '/forum/user/account/logout', reads: [] },
  wechatAdd: { path: '/device/wechat/add', reads: ['devsn', 'showsn', 'name'] },
}

/** Spec 8. */
export const sessionCodes: readonly number[] = [1000, 1002, 1003, 1004]
export const modalCode = 4016
export const okCode = 200
const timeoutMs = 60_000

/** session: the sign-in has ended; modal: the server's own words, to be confirmed. message: for people. */
export class Failure extends Error {
  readonly kind: 'network' | 'session' | 'modal' | 'refused'
  /** The input that was refused; '' where none is named. */
  readonly field: string
  constructor(kind: Failure['kind'], message: string, field = '') {
    super(message)
    this.kind = kind
    this.field = field
  }
}

/** Throws a Failure; one of the session ends it on this phone. */
export async function ask<N extends CallName>(name: N, input: In<Calls[N]['input']>): Promise<Out<Calls[N]['output']>> {
  const answer = await post(name, formOf(input))
  if (answer.code === okCode) {
    if (!calls[name].reads.every((path) => typeof valueAt(answer.data, path) === 'string')) throw networkFailure()
    // NOTE: the cloud checks its output by the same schema; what is read of it was checked above.
    return answer.data as Out<Calls[N]['output']>
  }
  if (sessionCodes.includes(answer.code)) {
    dropSession()
    throw new Failure('session', textNow().sessionOver)
  }
  const message = answer.msg === '' ? textNow().network : answer.msg
  const field = valueAt(answer.data, 'field')
  throw new Failure(answer.code === modalCode ? 'modal' : 'refused', message, typeof field === 'string' ? field : '')
}

type Answer = { code: number; msg: string; data: unknown }

function post(name: CallName, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    wx.request({
      url: `${cloudAddress}/${langNow()}${calls[name].path}`,
      method: 'POST',
      timeout: timeoutMs,
      header: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Token: sessionNow()?.token ?? '',
        OS: 'h5',
        Version: 'v3',
        Source: 'app',
        client: 'app',
        SsoClient: 'h5',
        Devsn: '',
      },
      data: body,
      success({ statusCode, data }) {
        const answer = statusCode === okCode ? answerOf(data) : undefined
        if (answer) resolve(answer)
        else reject(networkFailure())
      },
      fail: () => reject(networkFailure()),
    })
  })
}

function networkFailure(): Failure {
  return new Failure('network', textNow().network)
}

function answerOf(body: unknown): Answer | undefined {
  const [code, msg] = [valueAt(body, 'code'), valueAt(body, 'msg')]
  return typeof code === 'number' && typeof msg === 'string' ? { code, msg, data: valueAt(body, 'data') } : undefined
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((part, field) => (typeof part === 'object' && part !== null ? Reflect.get(part, field) : undefined), value)
}

/** There is no URLSearchParams in a mini-program. */
function formOf(input: object): string {
  return Object.entries(input)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&')
}
