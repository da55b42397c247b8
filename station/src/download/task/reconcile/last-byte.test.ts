/** P37: between the last byte of a link and the row that says that it is done a write may fail, or the box be killed: its server is not asked for a byte again. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../../../testing/until.ts'
import type { openTestFiles } from '../../../testing/file-server.ts'
import { setUpDownloads } from '../../../testing/downloads.ts'
import { openPartFile } from '../../http/part-file.ts'

let aheadMs = 0
const fixture = setUpDownloads({ now: () => Date.now() + aheadMs, mayFault: true, searchPath: '', packaged: '' })
const body = randomBytes(200_000)
let server: Awaited<ReturnType<typeof openTestFiles>>
let id: string

const row = () => fixture.box.db.selectFrom('task').selectAll().where('task_id', '=', id).executeTakeFirstOrThrow()
const refuse = (what: string, when = '') =>
  sql.raw(`create trigger refused before ${what} ${when} begin select raise(abort, 'refused'); end`).execute(fixture.box.db)
const allow = () => sql`drop trigger refused`.execute(fixture.box.db)
const drops = (task_id: string) => join(fixture.box.root, '.incoming', task_id)

beforeEach(async () => {
  aheadMs = 0
  await fixture.open()
})
afterEach(() => expect(new Set(fixture.box.faults.map(String))).toEqual(new Set()))

describe.each([
  ['the name of the file', 'update of path on task', ''],
  ['the list of its files', 'insert on task_file', ''],
  ['that it is done', 'update of status on task', 'when new.status = 2'],
  ['anything', 'update on task', ''],
])('where the database does not take %s', (_, what, when) => {
  beforeEach(async () => {
    server = await fixture.serve({ '/film.mkv': { body } }, { firstBytes: 100_000 })
    id = await fixture.start(`${server.url}/film.mkv`)
    await until('half is here', async () => (await fixture.box.task(id)).down_size >= 100_000)
    await refuse(what, when)
    server.hurry()
    await until('the write was refused', () => fixture.box.faults.length > 0)
    expect(new Set(fixture.box.faults.map(String))).toEqual(new Set(['Error: refused']))
    await server.stop()
  })

  it('for a moment, it goes on by itself', async () => {
    await allow()
    aheadMs += 20_000
    await fixture.isDone(id)
    fixture.box.faults.length = 0
  })

  it('and the box is killed, it goes on at the next start', async () => {
    await fixture.box.stop().catch(() => {})
    await fixture.open()
    await allow()
    aheadMs += 20_000
    await fixture.isDone(id)
    fixture.box.faults.length = 0
  })

  afterEach(async () => {
    expect(fixture.box.read('film.mkv')?.equals(body)).toBe(true)
    expect(await row()).toMatchObject({ total_size: body.length, down_size: body.length })
    expect(fixture.remaining()).toEqual(['film.mkv'])
    expect(readdirSync(join(fixture.box.root, '.incoming'))).toEqual([])
  })
})

const text = Buffer.from('a line of subtitles\n'.repeat(5_000))

describe.each([
  ['before the file has its name', text, []],
  ['before the file is unpacked', gzipSync(text), ['gzip']],
])('killed %s', (_, part, codings) => {
  it.each([false, true])('it is brought out at the next start, its server gone (it had its name: %s)', async (isNamed) => {
    const gone = await fixture.serve({ '/a.srt': { body: text } }, { firstBytes: 10 })
    id = await fixture.start(`${gone.url}/a.srt`)
    await until('something is here', async () => (await fixture.box.task(id)).down_size > 0)
    const dir = drops(id)
    await fixture.box.stop()
    await gone.stop()
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, 'part.aria2'), part)
    const whole = { total: part.length, validator: '', modified: '', remaining: [], name: 'a.srt', codings }
    writeFileSync(join(dir, 'ranges.json.aria2'), JSON.stringify(whole))
    if (isNamed) {
      const file = await openPartFile(dir)
      await file.finish(whole, ({ to }) => {
        if (codings.length === 0) return undefined
        writeFileSync(to, text)
        return Promise.resolve(text.length)
      })
      await file.close()
    }
    await fixture.open()
    await fixture.isDone(id)
    expect(fixture.box.read('a.srt')?.equals(text)).toBe(true)
    expect(await row()).toMatchObject({ total_size: text.length, down_size: text.length })
  })
})
