/** P49: a database that is damaged while the box runs: it goes on, and says so to whoever runs it and to the phone. */
import { openSync, closeSync, fstatSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterEach, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { openBoxProcess } from '../testing/box-process.ts'
import { clear, testFolder } from '../testing/downloads.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Each page but the first, as of a disk that fails. */
function damage(path: string): void {
  const database = new DatabaseSync(path)
  // Another's write makes the box read the file anew.
  database.exec("insert into meta (key, value) values ('damage', ''); pragma wal_checkpoint(truncate)")
  database.close()
  const file = openSync(path, 'r+')
  const page = Buffer.alloc(4_096, 0x5a)
  for (let at = page.length; at < fstatSync(file).size; at += page.length) writeSync(file, page, 0, page.length, at)
  closeSync(file)
}

it('it is told in one sentence, once, and each act that needs it says so to the phone', async () => {
  const folder = testFolder()
  closing.push(() => clear(folder))
  const box = await openBoxProcess(folder)
  closing.push(() => box.stop())
  await box.start()
  expect((await box.act('task_list', {})).code).toBe(Code.ok)
  damage(join(folder, 'station', 'station.db'))
  // A page that is in the cache still answers.
  for (const act of ['task_list', 'movie_list', 'bin_list'])
    await until(`${act} needs what is damaged`, async () => (await box.act(act, {})).code === Code.damaged)
  expect(box.hasEnded()).toBe(false)
  const sentence = /The box's database \S+station\.db is damaged \([^)]+\): bring a backup back/g
  await until('it is told', () => sentence.test(box.output()))
  expect(box.output().match(sentence)).toHaveLength(1)
  expect((await box.act('device_info', {})).code).toBe(Code.ok)
})
