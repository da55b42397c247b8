/** Addresses with letters beyond ASCII before their @, on a cloud whose mail server takes such (RFC 6531), does not, or does not answer. */
import { connect, createServer } from 'node:net'
import { pipeline } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { bindEmail, sendCode } from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { until } from '../../../testing/until.ts'
import { readMailUrl } from '../kit/mail/mail.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { expectCode } from '../testing/codes.ts'
import { mailHost, startMailServer, wordsIn } from '../testing/mail-server.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function start(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options)
  stops.push(() => server.stop())
  const cloud = await startTestCloud({ smtp: readMailUrl(server.url) })
  stops.push(() => cloud.stop())
  return { server, cloud }
}

const foreign = ['josé@example.org', '用户@example.org', 'юзер@пример.example', 'İ@example.org']
const refusal = { code: Code.invalid, data: { field: 'email', rule: 'email_letters' } }

test.each(foreign)('%s is refused at once where the mail server does not take it, for every purpose alike', async (email) => {
  const { server, cloud } = await start({ hideSMTPUTF8: true })
  const { token } = await cloud.signUp('newcomer')
  expect(await cloud.ask(sendCode, { purpose: 'bind', email }, { token })).toMatchObject(refusal)
  expect(await cloud.ask(sendCode, { purpose: 'reset', email })).toMatchObject(refusal)
  const words = async (lang: Lang) => (await cloud.ask(sendCode, { purpose: 'reset', email }, { lang })).msg
  expect([await words('en'), await words('zh')]).toEqual([
    expect.stringContaining('before the @'),
    expect.stringContaining('@ 前'),
  ])
  // A refusal counts for no limit: the address that is put right gets its code.
  expectCode(await cloud.ask(sendCode, { purpose: 'bind', email: 'jose@bücher.example' }, { token }), 'ok')
  await until('the letter is there', () => server.mails.length === 1)
  expect(server.tries()).toBe(1)
})

test('where the mail server takes them, the code to such an address binds it', async () => {
  const { server, cloud } = await start()
  const { token } = await cloud.signUp('accented')
  expectCode(await cloud.ask(sendCode, { purpose: 'bind', email: 'josé@example.org' }, { token }), 'ok')
  await until('the letter is there', () => server.mails.length === 1)
  const [letter] = server.mails
  const code = /\b\d{6}\b/.exec(letter ? wordsIn(letter) : '')?.[0] ?? ''
  const bound = await cloud.ask(bindEmail, { email: 'josé@example.org', code, password: 'accented-secret' }, { token })
  expect(bound.data.email).toBe('josé@example.org')
})

test('P7: a mail server that does not answer refuses nobody, and is asked again later', async () => {
  let clock = Date.now()
  let isThere = false
  const server = await startMailServer({ hideSMTPUTF8: true })
  stops.push(() => server.stop())
  const gate = createServer((socket) => {
    if (!isThere) return void socket.destroy()
    const behind = connect(server.port, mailHost)
    pipeline(socket, behind, socket, () => {})
  })
  await new Promise<void>((resolve) => gate.listen(0, mailHost, resolve))
  stops.push(async () => void gate.close())
  const address = gate.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const cloud = await startTestCloud({ smtp: { ...readMailUrl(server.url), port } }, { now: () => clock })
  stops.push(() => cloud.stop())
  const ask = () => cloud.ask(sendCode, { purpose: 'reset', email: 'josé@example.org' })
  expectCode(await ask(), 'ok')
  isThere = true
  await until('it is asked again', async () => {
    clock += 61_000
    return (await ask()).code === Code.invalid
  })
})
