/** Client for WeChat's mini-program sign-in: code2session returns the openid for a code. */
import * as z from 'zod/mini'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Log } from '../../kit/log.ts'
import { getJson } from '../../kit/http/http-client.ts'
import { invalid, Refusal, type Words } from '../../kit/refusal.ts'

/** Refuses with 4000, 4003, 4029 or 5004. The session key in the response is not stored, because nothing needs it. */
export type Wechat = { isSetUp: boolean; openidOf(code: string): Promise<string> }

/** Always HTTP 200; errcode is absent or 0 on success. */
const Answer = z.object({
  openid: z.optional(z.string().check(z.regex(/^[\w-]{1,128}$/))),
  errcode: z._default(z.number(), 0),
  errmsg: z._default(z.string(), ''),
})

const errcode = { busy: -1, wrongCode: 40029, spentCode: 40163, tooOften: 45011, blocked: 40226 } as const

/** Words of the refusals that say what is wrong with WeChat. */
export const wechatWords = {
  absent: { en: 'WeChat sign-in isn’t set up on this server', zh: '本服务器未开通微信登录' },
  blocked: { en: 'WeChat has restricted this account', zh: '微信已限制此账号登录' },
  silent: { en: 'WeChat isn’t responding. Try again later.', zh: '微信暂无响应，请稍后再试' },
} as const satisfies Record<string, Words>

/** url: https://APPID:SECRET@api.weixin.qq.com; undefined if this server has no mini-program. */
export function createWechat(url: string | undefined, log: Pick<Log, 'error'>): Wechat {
  if (url === undefined) {
    return {
      isSetUp: false,
      async openidOf() {
        throw new Refusal(Code.notAllowed, wechatWords.absent)
      },
    }
  }
  const { username, password, origin, pathname } = new URL(url)
  return {
    isSetUp: true,
    async openidOf(code) {
      const params = new URLSearchParams({
        appid: decodeURIComponent(username),
        secret: decodeURIComponent(password),
        js_code: code,
        grant_type: 'authorization_code',
      })
      const body = await getJson(`${origin}${pathname.replace(/\/$/, '')}/sns/jscode2session?${params}`).catch(
        (error: unknown) => {
          log.error({ err: error }, 'WeChat could not be asked')
          throw new Refusal(Code.noResponse, wechatWords.silent)
        },
      )
      const answer = Answer.safeParse(body)
      if (answer.success && answer.data.errcode === 0 && answer.data.openid) return answer.data.openid
      throw refusalOf(answer.data?.errcode ?? errcode.busy, log)
    },
  }
}

function refusalOf(given: number, log: Pick<Log, 'error'>): Refusal {
  if (given === errcode.wrongCode || given === errcode.spentCode) return invalid('code', 'wechat_code')
  if (given === errcode.tooOften) return new Refusal(Code.tooMany)
  if (given === errcode.blocked) return new Refusal(Code.notAllowed, wechatWords.blocked)
  // This includes the operator's mistakes: a wrong appid (40013) or secret (40125).
  log.error({ errcode: given }, 'WeChat refused')
  return new Refusal(Code.noResponse, wechatWords.silent)
}
