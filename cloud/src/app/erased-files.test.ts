/** P47: after an erasure no word of the person is in a file: of SQLite at once, of PostgreSQL after the steps of docs/operating.md. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import { Client } from 'pg'
import { cancel, cancelDays, saveProfile, userErased } from '@homeport/contract/account.ts'
import { saveAddress, saveInvoice } from '@homeport/contract/address.ts'
import { post, reply, saveDraft } from '@homeport/contract/forum.ts'
import { feedback } from '@homeport/contract/help.ts'
import { sendMessage } from '@homeport/contract/message.ts'
import { listener } from '../kit/events.ts'
import { backUp, restore } from '../operator/backup.ts'
import type { Feature } from '../shared/feature.ts'
import { freshDatabase } from '../testing/template.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { readCloudConfig } from './config.ts'
import { createFeatures } from './features.ts'

type Cloud = Awaited<ReturnType<typeof startTestCloud>>
const databaseUrl = process.env.TEST_DATABASE_URL
const dayMs = 24 * 60 * 60_000
let clock = Date.now()
let cloud: Cloud
afterEach(() => cloud.stop())

/** In every kind of text that an account leaves; found nowhere else. */
const word = `trace${randomBytes(4).toString('hex')}`

async function writeTraces(): Promise<void> {
  const friend = await cloud.signUp('friend')
  const { token } = await cloud.signUp(word)
  const me = { token }
  const done = async (pending: Promise<{ code: number; data: unknown }>) => {
    const { code, data } = await pending
    expect([code, data]).toEqual([Code.ok, data])
  }
  await done(cloud.ask(saveProfile, { nickname: `${word} a` }, me))
  await done(cloud.ask(saveAddress, { name: word, phone: '13812345678', region: 'CN-4403', detail: `${word} Road` }, me))
  await done(cloud.ask(saveInvoice, { type: 'personal', title: word, address: `${word} Road`, phone: '13812345678' }, me))
  await done(cloud.ask(feedback, { text: `${word} sings`, contact: `${word}@example.com` }, me))
  await done(cloud.ask(sendMessage, { to: friend.user_id, id: 'message-000000001', text: `${word} says hello` }, me))
  const content = `${word} `.repeat(1_000)
  await done(cloud.ask(post, { id: 'own-thread-0000000001', board_id: 213, title: word, content, tags: [word] }, me))
  const theirs = { id: 'thread-0000000002', board_id: 213, title: 'A harbour', content: 'of a friend' }
  const { id } = (await cloud.ask(post, theirs, friend)).data
  await done(cloud.ask(reply, { id: 'reply-000000000001', thread_id: id, text: `${word} answers` }, me))
  await done(cloud.ask(saveDraft, { id: 'draft-000000000001', title: `${word} drafts` }, me))
  await done(cloud.ask(cancel, { posts: 'delete', password: `${word}-secret` }, me))
}

/** The files below the folder that hold the word; a file that is gone by the time it is read holds nothing. */
async function filesWithTrace(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const holding: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    if (bytes.includes(word)) holding.push(path)
  }
  return holding
}

describe('an erased account', () => {
  test('P47: leaves no word in the files of SQLite, the uploads and the log of the data folder, while the cloud runs', async () => {
    cloud = await startTestCloud({}, { now: () => clock })
    const { folder } = cloud
    await writeTraces()
    expect(await filesWithTrace(folder)).not.toEqual([])
    clock += (cancelDays + 1) * dayMs
    await cloud.end()
    const again = await startTestCloud({ dataFolder: folder }, { now: () => clock })
    await expect.poll(() => filesWithTrace(folder)).toEqual([])
    await again.stop()
    expect(await filesWithTrace(folder)).toEqual([])
  })

  test('P47: leaves no word of what a feature erases only after the sweep that began it has ended', async () => {
    cloud = await startTestCloud({}, { now: () => clock })
    const { folder } = cloud
    const { token } = await cloud.signUp(word, 'zh')
    await cloud.ask(cancel, { posts: 'delete', password: `${word}-secret` }, { token, lang: 'zh' })
    clock += (cancelDays + 1) * dayMs
    const swept = Promise.withResolvers<void>()
    const erased = Promise.withResolvers<void>()
    const late: Feature = {
      // The realm zh is swept before.
      sweep: async ({ lang }) => void (lang === 'en' && swept.resolve()),
      listeners: [
        listener(userErased, 'once', async (_, { db }) => {
          await swept.promise
          const row = { query_key: word, board_id: 0, user_id: 'late', query: word, at: 0 }
          await db.insertInto('searches').values(row).execute()
          await db.deleteFrom('searches').where('user_id', '=', 'late').execute()
          erased.resolve()
        }),
      ],
    }
    const features: typeof createFeatures = (deps) => {
      const made = createFeatures(deps)
      return { ...made, features: [...made.features, late] }
    }
    await cloud.end()
    const again = await startTestCloud({ dataFolder: folder }, { now: () => clock, features })
    await erased.promise
    await expect.poll(() => filesWithTrace(folder)).toEqual([])
    await again.stop()
  })

  test('P47: leaves no word of what was erased just before the cloud was killed, once it runs again', async () => {
    cloud = await startTestCloud()
    const { folder } = cloud
    const log = join(folder, 'cloud', 'en.db-wal')
    await expect.poll(() => readFileSync(log).length).toBe(0)
    const killed = new DatabaseSync(join(folder, 'cloud', 'en.db'))
    killed.exec(`pragma secure_delete = on; insert into searches values ('${word}', 0, 'late', '${word}', 0)`)
    killed.exec(`delete from searches where user_id = 'late'`)
    expect(await filesWithTrace(folder)).not.toEqual([])
    await cloud.end()
    const again = await startTestCloud({ dataFolder: folder })
    await expect.poll(() => filesWithTrace(folder)).toEqual([])
    await again.stop()
    killed.close()
  })

  test('P47: leaves no word where another process was reading meanwhile, as a backup does', async () => {
    cloud = await startTestCloud({}, { now: () => clock })
    const { folder } = cloud
    await writeTraces()
    const reader = new DatabaseSync(join(folder, 'cloud', 'en.db'))
    reader.exec('begin')
    reader.prepare('select count(*) from users').all()
    clock += (cancelDays + 1) * dayMs
    await cloud.end()
    const again = await startTestCloud({ dataFolder: folder }, { now: () => clock })
    const latest = new DatabaseSync(join(folder, 'cloud', 'en.db'), { readOnly: true })
    const drafts = latest.prepare('select count(*) as count from drafts')
    await expect.poll(() => drafts.get()).toEqual({ count: 0 })
    latest.close()
    expect(await filesWithTrace(folder)).not.toEqual([])
    reader.close()
    await expect.poll(() => filesWithTrace(folder)).toEqual([])
    await again.stop()
  })

  test('P47: whose seven days ended after the backup is erased again when that is restored', async () => {
    cloud = await startTestCloud({}, { now: () => clock })
    await writeTraces()
    const parent = await mkdtemp(join(tmpdir(), 'homeport-erased-'))
    const [file, restored] = [join(parent, 'homeport.tar.gz'), join(parent, 'data')]
    const configOf = (folder: string) => ({ ...readCloudConfig({ HOMEPORT_DATA: folder }), port: 0 })
    await backUp(configOf(cloud.folder), file)
    clock += (cancelDays + 1) * dayMs
    await restore(configOf(restored), file)
    expect(await filesWithTrace(restored)).not.toEqual([])
    const again = await startTestCloud({ dataFolder: restored }, { now: () => clock })
    await expect.poll(() => filesWithTrace(restored)).toEqual([])
    await again.stop()
    expect(await filesWithTrace(restored)).toEqual([])
    await rm(parent, { recursive: true })
  })

  describe.skipIf(!databaseUrl)(`on PostgreSQL${databaseUrl ? '' : ' (skipped: no TEST_DATABASE_URL)'}`, () => {
    const database = freshDatabase()

    test('P47: leaves no word in its files after the steps of docs/operating.md', async ({ skip }) => {
      const url = await database()
      const client = new Client({ connectionString: url })
      client.on('error', () => {})
      await client.connect()
      const { rows } = await client.query('select current_setting($1) as folder', ['data_directory'])
      const folder = String(rows[0]?.folder)
      if ((await readdir(join(folder, 'base')).catch(() => [])).length === 0) {
        await client.end()
        cloud = await startTestCloud()
        return skip('the files of the database server cannot be read from here')
      }
      cloud = await startTestCloud({ databaseUrl: url }, { now: () => clock })
      await writeTraces()
      clock += (cancelDays + 1) * dayMs
      const again = await startTestCloud({ dataFolder: cloud.folder, databaseUrl: url }, { now: () => clock })
      const countRows = 'select count(*)::int as count from homeport_en.drafts'
      await expect.poll(async () => (await client.query(countRows)).rows[0]?.count).toBe(0)
      await expect.poll(() => usersNamed(client)).toBe(0)
      await client.query('checkpoint')
      expect(await filesWithTrace(folder)).not.toEqual([])
      for (const step of operatingSteps()) await client.query(step)
      await expect.poll(() => filesWithTrace(folder)).toEqual([])
      await client.end()
      await again.stop()
    })
  })
})

async function usersNamed(client: Client): Promise<number> {
  const { rows } = await client.query('select count(*)::int as count from homeport_en.users where username = $1', [word])
  return rows[0]?.count
}

/** The statements of the only SQL block of the page. */
function operatingSteps(): string[] {
  const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
  const block = /```sql\n([^`]+)```/.exec(page)?.[1] ?? ''
  const steps = block.split(';\n').map((step) => step.trim())
  return steps.filter((step) => step !== '')
}
