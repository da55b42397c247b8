/** A phone with WeChat, for tests: the functions of `wx` that the mini-program calls. The cloud's answers are the contract's own samples until a test sets others. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const Sample = z.object({
  path: z.string(),
  answer: z.object({ code: z.number(), msg: z.string(), data: z.unknown() }),
})
const samples = z.parse(
  z.array(Sample),
  JSON.parse(readFileSync(join(import.meta.dirname, '../../contract/fixtures/calls.json'), 'utf8')),
)

type Request = { url: string; method: string; header: Record<string, string>; data: string; timeout: number }
type Sent = Request & {
  success: (answer: { statusCode: number; data: unknown }) => void
  fail: (reason: { errMsg: string }) => void
}
/** undefined: the network is away. */
export type Answer = { statusCode: number; data: unknown } | undefined

export function openPhone(language = 'en') {
  const storage = new Map<string, unknown>()
  const requests: Request[] = []
  const opened: string[] = []
  const modals: string[] = []
  const phone = {
    storage,
    requests,
    /** Pages in the order of their opening. */
    opened,
    modals,
    /** What the user answers to a modal. */
    isConfirmed: true,
    language,
    loginCode: 'wechat-code' as string | undefined,
    scans: 0,
    /** undefined: the user goes back; an Error: the scanner fails. */
    scanned: undefined as string | undefined | Error,
    answer: (request: Request): Answer => ({ statusCode: 200, data: sampleOf(request.url) }),
    /** Sets one answer of the cloud for all calls that follow. */
    answers(data: unknown, statusCode = 200) {
      phone.answer = () => ({ statusCode, data })
    },
  }
  const wx = {
    getAppBaseInfo: () => ({ language: phone.language }),
    getStorageSync: (key: string) => storage.get(key) ?? '',
    setStorageSync: (key: string, value: unknown) => void storage.set(key, structuredClone(value)),
    removeStorageSync: (key: string) => void storage.delete(key),
    async login() {
      if (phone.loginCode === undefined) throw Object.assign(new Error(), { errMsg: 'login:fail' })
      return { code: phone.loginCode }
    },
    async scanCode() {
      phone.scans += 1
      if (phone.scanned === undefined) throw Object.assign(new Error(), { errMsg: 'scanCode:fail cancel' })
      if (phone.scanned instanceof Error) throw phone.scanned
      return { result: phone.scanned }
    },
    request({ success, fail, ...request }: Sent) {
      requests.push(request)
      const answer = phone.answer(request)
      queueMicrotask(() => (answer ? success(answer) : fail({ errMsg: 'request:fail' })))
    },
    async navigateTo({ url }: { url: string }) {
      opened.push(url)
    },
    async reLaunch({ url }: { url: string }) {
      opened.push(url)
    },
    async showModal({ content }: { content: string }) {
      modals.push(content)
      return { confirm: phone.isConfirmed, cancel: !phone.isConfirmed }
    },
  }
  Object.assign(globalThis, { wx, App: () => undefined })
  return phone
}

/** The contract's sample answer for an address, by the path behind language and host. */
export function sampleOf(url: string) {
  const { pathname } = new URL(url)
  const sample = samples.find(({ path }) => pathname.replace(/^\/[^/]+\/[^/]+/, '') === path)
  if (!sample) throw new Error(`the contract has no sample of ${pathname}`)
  return sample.answer
}
