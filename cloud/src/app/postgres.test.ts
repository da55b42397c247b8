/** The complete cloud on PostgreSQL with two processes, and with a lost database connection. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { randomBytes } from 'node:crypto'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../testing/until.ts'
import { login, profile } from '@homeport/contract/account.ts'
import { startTestCloud } from '../testing/cloud.ts'

const url = process.env.TEST_DATABASE_URL

describe.skipIf(!url)(`the cloud on PostgreSQL${url ? '' : ' (skipped: no TEST_DATABASE_URL)'}`, () => {
  const name = `cloud_test_${randomBytes(6).toString('hex')}`
  const databaseUrl = url ? Object.assign(new URL(url), { pathname: `/${name}` }).href : ''

  async function admin(statement: string) {
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  beforeAll(() => admin(`create database ${name}`))
  afterAll(() => admin(`drop database if exists ${name} with (force)`))

  test('two processes that start at once share accounts, sessions and limits; realms stay apart', async () => {
    const [first, second] = await Promise.all([startTestCloud({ databaseUrl }), startTestCloud({ databaseUrl })])
    try {
      const { token } = await first.signUp('shared')
      expect(await second.ask(profile, {}, { token })).toMatchObject({ code: Code.ok, data: { username: 'shared' } })
      expect(await second.ask(profile, {}, { token, lang: 'zh' })).toMatchObject({ code: Code.unknownToken })
      for (let tried = 0; tried < 10; tried += 1) {
        expect(
          await (tried % 2 ? first : second).ask(login, { username: 'shared', password: 'wrong-secret', agreed: 1 }),
        ).toMatchObject({ code: Code.wrongCredentials })
      }
      expect(await first.ask(login, { username: 'shared', password: 'shared-secret', agreed: 1 })).toMatchObject({
        code: Code.modal,
      })
      expect(await second.ask(login, { username: 'shared', password: 'shared-secret', agreed: 1 })).toMatchObject({
        code: Code.modal,
      })
    } finally {
      await Promise.all([first.stop(), second.stop()])
    }
  })

  test('P38: with the database away health says so and calls answer a bare fault; it comes back by itself', async () => {
    const line = await startLine(new URL(databaseUrl))
    const cloud = await startTestCloud({
      databaseUrl: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${line.port}` }).href,
    })
    try {
      const { token } = await cloud.signUp('patient')
      line.cut()
      expect((await fetch(`${cloud.url}/healthz`)).status).toBe(503)
      expect(await cloud.ask(profile, {}, { token })).toEqual({
        code: Code.fault,
        msg: 'Something went wrong. Try again later.',
        data: null,
      })
      line.mend()
      await until('the cloud is well again', async () => (await fetch(`${cloud.url}/healthz`)).status === 200)
      expect(await cloud.ask(profile, {}, { token })).toMatchObject({ code: Code.ok })
    } finally {
      await cloud.stop()
      await line.stop()
    }
  })
})

/** A TCP proxy between the cloud and its database that can be cut. */
async function startLine(to: URL): Promise<{ port: number; cut(): void; mend(): void; stop(): Promise<void> }> {
  const sockets = new Set<Socket>()
  let isWhole = true
  const server: Server = createServer((near) => {
    if (!isWhole) return near.destroy()
    const far = connect(Number(to.port || 5432), to.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    return undefined
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const cut = () => {
    isWhole = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut,
    mend: () => void (isWhole = true),
    stop: () => new Promise((done) => (cut(), server.close(() => done()))),
  }
}
