/** Films through a cloud of two processes over one database and one broker: wherever phone and box are connected. */
import { text } from 'node:stream/consumers'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { awayPass, bindDevice } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestCloud } from '../testing/cloud.ts'
import { freshDatabase } from '../testing/template.ts'
import { TunnelBox } from '../testing/tunnel-box.ts'

const mqttUrl = process.env.TEST_MQTT_URL
const isHere = Boolean(mqttUrl && process.env.TEST_DATABASE_URL)
const trustedProxies = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const setting = { streamKbit: 20_000, boxKbit: 40_000 }

describe.skipIf(!isHere)(`two processes that relay${isHere ? '' : ' (skipped: no TEST_DATABASE_URL and TEST_MQTT_URL)'}`, () => {
  const database = freshDatabase()
  let near: Awaited<ReturnType<typeof startTestCloud>>
  let far: typeof near
  let box: TunnelBox

  beforeEach(async () => {
    const shared = { databaseUrl: await database(), mqttUrl, trustedProxies }
    ;[near, far] = await Promise.all([
      startTestCloud({ ...shared, relay: { ...setting, path: '/tunnel-1' } }),
      startTestCloud({ ...shared, relay: { ...setting, path: '/tunnel-2' } }),
    ])
    box = new TunnelBox(far.url, ({ url }, response) => void response.end(`film of ${url}`)).listen()
    box.leadsTo = (path) => (path.startsWith('/tunnel-1/') ? near.url : far.url)
    await box.start()
  })
  afterEach(async () => {
    await box.stop()
    await Promise.all([near.stop(), far.stop()])
  })

  const get = (url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      httpRequest(url, { headers, agent: false }, resolve).on('error', reject).end()
    })

  test('a phone reads a film by each of them; a visit that one began is known to the other', async () => {
    const ada = await near.signUp('ada')
    const bound = () => near.ask(bindDevice, { devsn: box.devsn, code: box.code }, ada)
    await expect.poll(async () => (await bound()).code).toBe(Code.ok)
    const caller = { ...ada, headers: { 'X-Forwarded-For': '203.0.113.9' } }
    const { code, data } = await near.ask(awayPass, { devsn: box.devsn }, caller)
    expect([code, box.paths()[0]]).toEqual([Code.ok, expect.stringMatching(/^\/tunnel-1\//)])
    // The balancer leads the phone to the other one.
    const entered = await get(far.url + new URL(data.address).pathname)
    const cookie = entered.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const path = `/away/${box.devsn}/media/t1`
    for (const { url } of [near, far, near]) expect(await text(await get(url + path, { cookie }))).toBe('film of /media/t1')
    expect(box.paths().map((one) => one.split('/')[1])).toEqual(['tunnel-1', 'tunnel-2'])
  })
})
