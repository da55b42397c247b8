/** A damaged database: what can be read of it is saved, and the cloud starts on it. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { login } from '@homeport/contract/account.ts'
import { post, threads } from '@homeport/contract/forum.ts'
import { searchThreads } from '@homeport/contract/forum-search.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { repair } from './repair.ts'

const now = () => 1_700_000_000_000
let dataFolder: string
let path: string
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'homeport-repair-'))
  path = join(dataFolder, 'cloud', 'en.db')
  const cloud = await startTestCloud({ dataFolder })
  const { token } = await cloud.signUp('survivor')
  const thread = { id: 'thread-0000000001', board_id: 213, title: 'A lighthouse', content: 'Still shining' }
  expect((await cloud.ask(post, thread, { token })).code).toBe(Code.ok)
  await cloud.stop()
})
afterEach(() => rm(dataFolder, { recursive: true }))

/** Overwrites the first page of a table. */
function damage(table: string): void {
  const file = new DatabaseSync(path)
  const page = Number(file.prepare('select rootpage from sqlite_schema where name = ?').get(table)?.rootpage)
  const size = Number(file.prepare('pragma page_size').get()?.page_size)
  file.close()
  const bytes = openSync(path, 'r+')
  writeSync(bytes, randomBytes(size), 0, size, (page - 1) * size)
  closeSync(bytes)
}

test('the tables that can be read are whole afterwards, others are named, and the damaged file stays', async () => {
  damage('account_sends')
  expect(await repair({ dataFolder, now })).toMatchObject([{ path, lostTables: ['account_sends'] }])
  expect((await readdir(join(dataFolder, 'cloud'))).filter((name) => name.startsWith('en.db.damaged-'))).toHaveLength(1)
  const cloud = await startTestCloud({ dataFolder })
  const signedIn = await cloud.ask(login, { username: 'survivor', password: 'survivor-secret', agreed: 1 })
  expect(signedIn.code).toBe(Code.ok)
  expect((await cloud.ask(threads, {})).data.data).toMatchObject([{ title: 'A lighthouse' }])
  expect((await cloud.ask(searchThreads, { q: 'lighthouse' })).data.data).toHaveLength(1)
  await cloud.stop()
  expect(await repair({ dataFolder, now })).toEqual([])
})

test('a sound database is left alone; of one that cannot be read at all a backup is named as the way out', async () => {
  expect(await repair({ dataFolder, now })).toEqual([])
  await writeFile(path, Buffer.alloc(40_000))
  await expect(repair({ dataFolder, now })).rejects.toThrow(/npm run restore/)
})
