/** Arbitrary input in every field of every call: never a fault, and a refusal names a field of that call in the language of the realm. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '@homeport/contract/all.ts'
import { Invalid } from '@homeport/contract/kit/envelope.ts'
import { langs, type Call } from '@homeport/contract/kit/operation.ts'
import { wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { openCast, type Cast } from '../testing/callers.ts'
import { eachCloud } from '../testing/app-socket.ts'

const Refused = z.object({ code: z.number(), msg: z.string(), data: Invalid })
const wrong = [
  '',
  '2147483648',
  '9007199254740991',
  'x'.repeat(3_000),
  'a\u0000b',
  '-1',
  '1e999',
  '[{"a":[[]]}]',
  "' or 1=1 --",
  '\ud800',
  '99999999999999999999',
]

/** These calls end the session or the binding, so they are left out. */
const excluded = new Set(['/user/account/logout', '/user/device/unbind'])

function fieldsOf(call: Call): string[] {
  // NOTE: zod/mini shows a schema's fields only through its JSON schema or _zod.def.
  return Object.keys(z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }).properties ?? {})
}

eachCloud('bad input', (start) => {
  let cast: Cast
  let tokens: Record<'zh' | 'en', string>
  beforeAll(async () => {
    cast = await openCast(start)
    tokens = { en: cast.people.owner.token, zh: (await cast.cloud.signUp('native', 'zh')).token }
  })
  afterAll(() => cast.stop())

  const tested = calls.filter(({ path }) => !excluded.has(path)).map((call) => [call.path, call] as const)
  test.each(tested)('%s', async (_, call) => {
    const fields = fieldsOf(call)
    for (const [at, field] of fields.entries()) {
      for (const [index, text] of wrong.entries()) {
        // The language alternates: each field and each text comes in both.
        const lang = langs[(at + index) % langs.length] ?? 'en'
        const form = { ...cast.formOf(call, cast.targets()), [field]: text }
        const answer = await cast.ask(call, form, { token: tokens[lang], lang })
        const what = `${lang} ${field}=${JSON.stringify(text.slice(0, 20))}`
        expect([200, 413], what).toContain(answer.status)
        expect(answer.code, what).not.toBe(Code.fault)
        if (answer.code !== Code.invalid) continue
        const { msg, data } = Refused.parse(JSON.parse(answer.text))
        expect([...fields, 'devid', 'devsn', 'client_id', 'file'], what).toContain(data.field)
        expect(msg, what).toBe(wordsOf(data.rule, lang))
        expect(msg, what).toMatch(lang === 'zh' ? /\p{Script=Han}/u : /^[\p{ASCII}’]+$/u)
      }
    }
  })
})
