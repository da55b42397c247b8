/** E-mail over real SMTP: encryption, the operator's login, and how refusals are handled. */
import { Writable } from 'node:stream'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { MailError, readMailUrl, sendMail } from './mail.ts'
import { SettingError } from '../operator-error.ts'
import { openSender } from './sender.ts'
import { startMailServer, wordsIn } from '../../testing/mail-server.ts'

type Server = Awaited<ReturnType<typeof startMailServer>>
const servers: Server[] = []
const start = async (...options: Parameters<typeof startMailServer>): Promise<Server> => {
  const server = await startMailServer(...options)
  servers.push(server)
  return server
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

const letter = { to: 'somebody@example.com', subject: 'Your code · 验证码', text: 'It is 123456。\n' }
const failureOf = (sending: Promise<void>) =>
  sending.then(
    () => undefined,
    (error: unknown) => (error instanceof MailError ? error : undefined),
  )

test('a letter goes by STARTTLS with the operator’s login, to one address, in any script', async () => {
  const server = await start()
  await sendMail(readMailUrl(server.url), letter)
  expect(server.mails).toMatchObject([
    { from: 'no-reply@example.org', to: ['somebody@example.com'], isSecure: true, user: 'homeport' },
  ])
  const [first] = server.mails
  expect(first?.body).toMatch(/^From: Harbour <no-reply@example.org>/m)
  expect(first?.body).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(first && wordsIn(first)).toContain('It is 123456。')
})

test('smtps speaks TLS from the first byte', async () => {
  const server = await start({ secure: true })
  await sendMail(readMailUrl(server.url.replace('smtp:', 'smtps:')), letter)
  expect(server.mails).toHaveLength(1)
})

test('P12: a login never crosses the network in the clear, nor to a server that nobody vouches for', async () => {
  const plain = await start({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  expect(await failureOf(sendMail(readMailUrl(plain.url), letter))).toMatchObject({ isFinal: true })
  const unknown = await start()
  const { caFile: _, ...noAuthority } = readMailUrl(unknown.url)
  expect(await failureOf(sendMail({ ...noAuthority, caFile: undefined }, letter))).toBeInstanceOf(MailError)
  expect([plain.mails, unknown.mails]).toEqual([[], []])
})

test('a relay of this machine is spoken to as it is, without a login and without an authority', async () => {
  const server = await start({ authOptional: true })
  await sendMail(readMailUrl(`smtp://127.0.0.1:${server.port}?from=box@example.org`), letter)
  expect(server.mails).toMatchObject([{ from: 'box@example.org', isSecure: true }])
})

test('a wrong login, a refused address and a server that is away each have a plain word, without the letter', async () => {
  const server = await start({ refuse: (to) => (to.startsWith('full') ? 452 : to.startsWith('nobody') ? 550 : undefined) })
  const mailServer = readMailUrl(server.url)
  const wrong = await failureOf(sendMail({ ...mailServer, login: { user: 'homeport', pass: 'guess' } }, letter))
  const nobody = await failureOf(sendMail(mailServer, { ...letter, to: 'nobody@example.com' }))
  const full = await failureOf(sendMail(mailServer, { ...letter, to: 'full@example.com' }))
  const away = await failureOf(sendMail({ ...mailServer, port: 1 }, letter))
  expect([wrong?.isFinal, nobody?.isFinal, full?.isFinal, away?.isFinal]).toEqual([true, true, false, false])
  expect([wrong?.message, nobody?.message, full?.message, away?.message]).toEqual([
    'the mail server does not let us in (535)',
    'the mail server refused the letter (550)',
    'the mail server refused the letter (452)',
    expect.stringMatching(/^the mail server cannot be reached \(\w+\)$/),
  ])
})

test('a code is tried again while that may help and no longer, in the words of its realm; P12: no code, address or password in the log', async () => {
  let refusals = 2
  const server = await start({ refuse: (to) => (to.startsWith('nobody') ? 550 : refusals-- > 0 ? 451 : undefined) })
  const lines: string[] = []
  const log = createLog('debug', new Writable({ write: (chunk: Buffer, _, done) => (lines.push(chunk.toString()), done()) }))
  const folder = await mkdtemp(join(tmpdir(), 'homeport-sender-'))
  const file = join(folder, 'outbox.jsonl')
  const sender = openSender({ smsUrl: undefined, smtp: readMailUrl(server.url), file, now: Date.now, log, waitsMs: [0, 0, 0] })
  const code = { lang: 'zh' as const, digits: '246810', purpose: 'reset', expires_at: Date.now() + 60_000 }
  sender.send({ kind: 'mail', email: 'ming@example.com' }, code)
  await expect.poll(() => server.mails.length, { timeout: 20_000 }).toBe(1)
  expect(server.tries()).toBe(3)
  const [came] = server.mails
  expect(came && wordsIn(came)).toMatch(/246810[^]+新密码[^]+5 分钟内有效/)
  sender.send({ kind: 'mail', email: 'nobody@example.com' }, code)
  await sender.stop()
  expect(server.tries()).toBe(4)
  expect(lines.join('')).toContain('the mail server refused the letter (550)')
  expect(lines.join('')).not.toMatch(/246810|nobody|let me in|let%20me/)
  await rm(folder, { recursive: true })
})

test('a list of addresses is no address', async () => {
  const server = await start()
  for (const to of ['one@example.com,two@example.com', 'one@example.com; two@example.com', 'A <one@example.com>'])
    expect(await failureOf(sendMail(readMailUrl(server.url), { ...letter, to }))).toMatchObject({ isFinal: true })
  expect(server.mails).toEqual([])
})

test.each([
  ['https://mail.example.org', 'smtp://'],
  ['nonsense', 'smtp://'],
  ['smtp://mail.example.org', 'from='],
  ['smtp://mail.example.org?form=a@example.org', 'only from= and ca='],
  ['smtp://user:topsecret@mail.example.org?from=a@example.org&ca=/nowhere/ca.pem', 'ca='],
])('SMTP_URL %s is refused in one sentence with the remedy, and without its password', (url, remedy) => {
  const refuse = () => readMailUrl(url)
  expect(refuse).toThrow(SettingError)
  expect(refuse).toThrow(remedy)
  expect(refuse).not.toThrow('topsecret')
})

test('ports and the sender follow from the address where it does not say them', () => {
  expect(readMailUrl('smtp://me%40example.org:p%40ss@mail.example.org')).toMatchObject({
    port: 587,
    login: { user: 'me@example.org', pass: 'p@ss' },
    from: { name: 'Homeport', address: 'me@example.org' },
  })
  expect(readMailUrl('smtps://mail.example.org?from=a@example.org').port).toBe(465)
  expect(readMailUrl(`smtp://[::1]?from=a@example.org`)).toMatchObject({ host: '::1', port: 25 })
})
