/** P36 over all features: an account whose days are over is erased by a cloud that was stopped meanwhile, and nothing of the person is left in any table. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import {
  bindEmail,
  bindPhone,
  cancel,
  cancelDays,
  loginByCode,
  profile,
  saveProfile,
  sendCode,
  type CodePurpose,
} from '@homeport/contract/account.ts'
import { saveAddress, saveInvoice } from '@homeport/contract/address.ts'
import { sendMessage } from '@homeport/contract/message.ts'
import { block, follow, person } from '@homeport/contract/people.ts'
import { openDb } from '../kit/db.ts'
import { placeOf } from './realms.ts'
import { startTestCloud } from './test-cloud.ts'
import { freshDatabase } from './test-line.ts'

const phone = '13612345678'
const email = 'leaver@example.com'
const dayMs = 24 * 60 * 60_000
/** What would name the person wherever it stood. */
const traces = ['leaver-name', 'Leaver Nick', phone, email, 'Harbour street 7', 'Leaver Ltd', '1988-08-08', 'a secret of two']

const url = process.env.TEST_DATABASE_URL

describe('an erased account (SQLite)', () => tellStory(async () => undefined))
describe.skipIf(!url)(`an erased account (PostgreSQL${url ? '' : ', skipped: no TEST_DATABASE_URL'})`, () =>
  tellStory(freshDatabase()),
)

function tellStory(openDatabase: () => Promise<string | undefined>): void {
  const folders: string[] = []
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  test('P36: nothing of the person stays, though the cloud was off when the day came; the number opens a new account', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'homeport-erase-'))
    folders.push(dataFolder)
    const databaseUrl = await openDatabase()
    let clock = Date.now()
    const start = () => startTestCloud({ dataFolder, databaseUrl }, { now: () => clock })
    let cloud = await start()

    async function codeFor(target: { phone: string } | { email: string }, purpose: CodePurpose, token?: string): Promise<string> {
      clock += 61_000
      expect((await cloud.ask(sendCode, { purpose, ...target }, token === undefined ? {} : { token })).code).toBe(200)
      const to = 'phone' in target ? target.phone : target.email
      let code = ''
      await expect
        .poll(
          async () => {
            const lines = (await readFile(join(dataFolder, 'cloud', 'outbox.jsonl'), 'utf8').catch(() => '')).trim().split('\n')
            const found = lines
              .filter(Boolean)
              .map((line) => JSON.parse(line))
              .findLast((one) => one.to.endsWith(to) && one.purpose === purpose)
            code = found && found.expires_at * 1000 > clock ? found.code : ''
            return code
          },
          { timeout: 10_000 },
        )
        .not.toBe('')
      return code
    }

    /** Every row of every table of the realm, as text by table. */
    async function tables(): Promise<Record<string, string>> {
      const place = placeOf({ dataFolder, databaseUrl }, 'en')
      const db = openDb(place)
      try {
        const found = (await db.introspection.getTables()).filter(
          ({ schema }) => place.kind === 'sqlite' || schema === place.schema,
        )
        const rows = await Promise.all(
          found.map(async ({ name }) => [name, JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(db)).rows)]),
        )
        return Object.fromEntries(rows)
      } finally {
        await db.destroy()
      }
    }
    const tracesIn = async () =>
      Object.entries(await tables()).flatMap(([table, text]) =>
        traces.filter((trace) => text.includes(trace)).map((trace) => `${table}: ${trace}`),
      )

    const password = 'leaver-name-secret'
    const { token, user_id } = await cloud.signUp('leaver-name')
    const stayer = await cloud.signUp('stayer')
    const ok = async (answer: Promise<{ code: number; data: unknown }>) => expect(await answer).toMatchObject({ code: 200 })
    await ok(cloud.ask(bindPhone, { phone, code: await codeFor({ phone }, 'bind', token), password }, { token }))
    await ok(cloud.ask(bindEmail, { email, code: await codeFor({ email }, 'bind', token), password }, { token }))
    await ok(cloud.ask(saveProfile, { nickname: 'Leaver Nick', birthday: '1988-08-08', gender: 'male' }, { token }))
    await ok(cloud.ask(saveAddress, { name: 'Leaver Nick', phone, region: 'AD', detail: 'Harbour street 7' }, { token }))
    await ok(cloud.ask(saveInvoice, { type: 'personal', title: 'Leaver Ltd' }, { token }))
    await ok(cloud.ask(follow, { user_id: stayer.user_id }, { token }))
    await ok(cloud.ask(follow, { user_id }, { token: stayer.token }))
    await ok(cloud.ask(sendMessage, { to: stayer.user_id, id: 'a-message-of-leaver', text: 'a secret of two' }, { token }))
    await ok(cloud.ask(block, { user_id: (await cloud.signUp('blocked')).user_id }, { token }))
    await ok(cloud.ask(cancel, { posts: 'anonymise', password }, { token }))
    expect(new Set((await tracesIn()).map((one) => one.split(': ')[1]))).toEqual(new Set(traces))

    await cloud.stop()
    clock += cancelDays * dayMs + 1
    cloud = await start()
    try {
      await expect.poll(tracesIn, { timeout: 15_000 }).toEqual([])
      expect((await cloud.ask(profile, {}, { token })).code).toBe(1002)
      const again = await cloud.ask(loginByCode, { phone, code: await codeFor({ phone }, 'login'), agreed: 1 })
      expect(again).toMatchObject({ code: 200 })
      expect(again.data.user.user_id).not.toBe(user_id)
      expect((await cloud.ask(person, { user_id: stayer.user_id }, { token: again.data.token })).data).toMatchObject({
        counts: { fans: 0, follows: 0 },
      })
    } finally {
      await cloud.stop()
    }
  })
}
