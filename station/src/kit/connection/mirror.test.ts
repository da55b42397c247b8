/** The mirror: revisions, tombstones, acknowledged chunks, a full resend for a new epoch. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { boxPacketMaxBytes, mirrorChunkBytes, type FromBox } from '@homeport/contract/kit/connection.ts'
import { report, type Lang } from '@homeport/contract/kit/operation.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { migrations } from '../../../migrations/all.ts'
import { until } from '../../../../testing/until.ts'
import { openDb, type Db } from '../db.ts'
import { mirrorStore } from './mirror.store.ts'
import { createMirror } from './mirror.ts'

const row = report({ name: 'test.row', row: z.object({ text: z.string() }) })
const other = report({ name: 'test.other', row: z.object({ text: z.string() }) })
type Chunk = Extract<FromBox, { kind: 'mirror' }>

let folder: string
let db: Db
let now = 0
let sent: { realm: Lang; chunk: Chunk }[] = []
let tooLong: string[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(os.tmpdir(), 'homeport-mirror-'))
  db = await openDb(join(folder, 'box.db'), migrations)
  now = 0
  sent = []
  tooLong = []
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

function open(store = mirrorStore(db)) {
  return createMirror({
    epoch: 'e1',
    store,
    now: () => now,
    send: (realm, up) => up.kind === 'mirror' && sent.push({ realm, chunk: up }),
    onTooLong: (what) => void tooLong.push(what),
  })
}

it('sends nothing before the cloud said where it stands, then everything, then only what is new', async () => {
  const mirror = open()
  await mirror.put(row, 'a', { text: '1' })
  await mirror.put(row, 'b', { text: '1' })
  expect(sent).toEqual([])
  await mirror.from('en', { epoch: '', rev: 0 })
  expect(sent.at(-1)?.chunk).toMatchObject({
    epoch: 'e1',
    first: true,
    rev: 2,
    rows: [
      { key: 'a', rev: 1 },
      { key: 'b', rev: 2 },
    ],
  })
  await mirror.put(row, 'a', { text: '2' })
  expect(sent).toHaveLength(1)
  await mirror.acknowledged('en', { epoch: 'e1', rev: 2 })
  expect(sent.at(-1)?.chunk).toMatchObject({ first: false, rev: 3, rows: [{ key: 'a', rev: 3, value: { text: '2' } }] })
})

it('takes up where the cloud stopped, keeps a place for each realm, and starts anew for another epoch', async () => {
  const mirror = open()
  for (const key of ['a', 'b', 'c']) await mirror.put(row, key, { text: key })
  await mirror.from('en', { epoch: 'e1', rev: 2 })
  await mirror.from('zh', { epoch: 'old', rev: 900 })
  expect(sent.map(({ realm, chunk }) => [realm, chunk.first, chunk.rows.map((one) => one.rev)])).toEqual([
    ['en', false, [3]],
    ['zh', true, [1, 2, 3]],
  ])
})

it('says that it begins anew even where there is nothing to say', async () => {
  await open().from('en', { epoch: 'old', rev: 5 })
  expect(sent.at(-1)?.chunk).toMatchObject({ first: true, rev: 0, rows: [] })
})

it('gives a deleted row a revision of its own, and an unchanged one none', async () => {
  const mirror = open()
  await mirror.put(row, 'a', { text: '1' })
  await mirror.put(row, 'a', { text: '1' })
  await mirror.put(row, 'a', null)
  await mirror.put(row, 'never', null)
  expect(await mirrorStore(db).after(0, 9)).toEqual([{ report: 'test.row', key: 'a', rev: 2, value: null }])
  await mirror.replaceAll(row, new Map([['b', { text: '1' }]]))
  await mirror.replaceAll(
    row,
    new Map([
      ['b', { text: '1' }],
      ['c', { text: '1' }],
    ]),
  )
  await mirror.replaceAll(row, new Map([['c', { text: '1' }]]))
  expect((await mirrorStore(db).after(2, 9)).map((one) => [one.key, one.rev, one.value === null])).toEqual([
    ['c', 4, false],
    ['b', 5, true],
  ])
})

it('cuts chunks under 48 KB and sends each only after the one before was taken', async () => {
  const mirror = open()
  for (let at = 0; at < 30; at += 1) await mirror.put(row, `k${at}`, { text: '影'.repeat(2_000) })
  await mirror.from('en', { epoch: '', rev: 0 })
  while (sent.at(-1)?.chunk.rev !== 30) {
    const before = sent.length
    await mirror.tick()
    expect(sent).toHaveLength(before)
    await mirror.acknowledged('en', { epoch: 'e1', rev: sent.at(-1)?.chunk.rev ?? 0 })
    expect(sent).toHaveLength(before + 1)
  }
  expect(sent.flatMap(({ chunk }) => chunk.rows.map((one) => one.rev))).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
  expect(sent.length).toBeGreaterThan(3)
  // A row that is larger by itself goes alone.
  await mirror.put(row, 'huge', { text: '影'.repeat(20_000) })
  await mirror.acknowledged('en', { epoch: 'e1', rev: 30 })
  expect(sent.pop()?.chunk.rows.map(({ key }) => key)).toEqual(['huge'])
  for (const { chunk } of sent) expect(Buffer.byteLength(JSON.stringify(chunk))).toBeLessThanOrEqual(mirrorChunkBytes)
})

it('sends a chunk again that nobody acknowledged for 30 seconds, and none after the line went', async () => {
  const mirror = open()
  await mirror.put(row, 'a', { text: '1' })
  await mirror.from('en', { epoch: '', rev: 0 })
  now = 29_999
  await mirror.tick()
  expect(sent).toHaveLength(1)
  now = 30_000
  await mirror.tick()
  expect(sent).toHaveLength(2)
  mirror.stop('en')
  await mirror.put(row, 'a', { text: '2' })
  now = 90_000
  await mirror.tick()
  expect(sent).toHaveLength(2)
})

it('tells when a realm has taken all there is, and not while more is on its way', async () => {
  const mirror = open()
  const taken: Lang[] = []
  mirror.onTaken((realm) => taken.push(realm))
  await mirror.put(row, 'a', { text: '1' })
  await mirror.from('en', { epoch: '', rev: 0 })
  await mirror.put(row, 'b', { text: '1' })
  await mirror.acknowledged('en', { epoch: 'e1', rev: 1 })
  expect(taken).toEqual([])
  await mirror.acknowledged('en', { epoch: 'e1', rev: 2 })
  expect(taken).toEqual(['en'])
  // The cloud stored the chunk, but the connection was lost before its acknowledgement arrived.
  await mirror.from('en', { epoch: 'e1', rev: 2 })
  expect(taken).toEqual(['en', 'en'])
})

const many = (count: number, text: string) => new Map(Array.from({ length: count }, (_, at) => [`k${at}`, { text }]))
const revs = async () => (await mirrorStore(db).after(0, 9_999)).map(({ rev }) => rev)

it('of a long list only the rows that changed get a revision', async () => {
  const mirror = open()
  await mirror.putMany(row, many(450, '1'))
  await mirror.putMany(row, many(450, '1').set('k449', { text: '2' }))
  expect(await revs()).toEqual([...Array.from({ length: 449 }, (_, at) => at + 1), 451])
})

it('P37: rows that cannot all be written are not written at all', async () => {
  await sql`create trigger full before insert on mirror_row when new.key = 'k449' begin select raise(abort, 'full'); end`.execute(
    db,
  )
  await expect(open().putMany(row, many(450, '1'))).rejects.toThrow('full')
  await expect(open().replaceAll(row, many(450, '1'))).rejects.toThrow('full')
  expect(await revs()).toEqual([])
})

/** Read from a table, some at a time. */
async function* read(count: number, failsAt = Infinity): AsyncGenerator<[string, { text: string }]> {
  for (const [at, one] of [...many(count, '1')].entries()) {
    if (at === failsAt) throw new Error('the table is away')
    if (at % 100 === 0) await new Promise(setImmediate)
    yield one
  }
}

it('rows that are read some at a time replace all of before; where a reading fails nothing is replaced', async () => {
  const mirror = open()
  await mirror.putMany(row, many(460, '1').set('k7', { text: 'old' }))
  const before = await mirrorStore(db).after(0, 9_999)
  await expect(mirror.replaceAll(row, read(450, 300))).rejects.toThrow('the table is away')
  expect(await mirrorStore(db).after(0, 9_999)).toEqual(before)
  await mirror.replaceAll(row, read(450))
  const changed = (await mirrorStore(db).after(460, 9_999)).map(({ key, value }) => [key, value])
  expect(changed).toEqual([['k7', { text: '1' }], ...Array.from({ length: 10 }, (_, at) => [`k${450 + at}`, null])])
})

it('the rows of one report are no rows of another, though they have the same keys', async () => {
  const mirror = open()
  await mirror.put(row, 'a', { text: '1' })
  await mirror.put(other, 'a', { text: '1' })
  await mirror.put(other, 'b', { text: '1' })
  await mirror.replaceAll(row, new Map([['a', { text: '1' }]]))
  await mirror.put(row, 'b', { text: '1' })
  expect((await mirrorStore(db).after(0, 9)).map(({ report: name, key, rev }) => [name, key, rev])).toEqual([
    ['test.row', 'a', 1],
    ['test.other', 'a', 2],
    ['test.other', 'b', 3],
    ['test.row', 'b', 4],
  ])
})

/** A store that is read slowly: its rows are here, and told when `go` is called. */
function slowStore() {
  let waiting: (() => void)[] = []
  const store = mirrorStore(db)
  return {
    store: {
      ...store,
      async after(rev: number, limit: number) {
        const rows = await store.after(rev, limit)
        await new Promise<void>((resolve) => waiting.push(resolve))
        return rows
      },
    },
    isWaiting: () => waiting.length > 0,
    go(): void {
      for (const resolve of waiting.splice(0)) resolve()
      waiting = []
    },
  }
}

it('P37: a row that comes while the rows before it are read is sent too', async () => {
  const slow = slowStore()
  const mirror = open(slow.store)
  const begun = mirror.from('en', { epoch: 'e1', rev: 0 })
  await until('it is read', slow.isWaiting)
  await mirror.put(row, 'a', { text: '1' })
  slow.go()
  await until('it is read again', slow.isWaiting)
  slow.go()
  await begun
  expect(sent.map(({ chunk }) => chunk.rows.map(({ key }) => key))).toEqual([['a']])
})

it('what was read for a connection that went meanwhile is not sent', async () => {
  await mirrorStore(db).putMany('test.row', many(1, '1'))
  const slow = slowStore()
  const mirror = open(slow.store)
  const begun = mirror.from('en', { epoch: '', rev: 0 })
  await until('it is read', slow.isWaiting)
  mirror.stop('en')
  slow.go()
  await begun
  expect(sent).toEqual([])
})

it('P51: after a new epoch nothing is sent until the cloud said again where it stands', async () => {
  const mirror = open()
  await mirror.from('en', { epoch: 'e1', rev: 0 })
  mirror.renew('e2')
  await mirror.put(row, 'a', { text: '1' })
  expect(sent).toEqual([])
  await mirror.from('en', { epoch: 'e1', rev: 0 })
  expect(sent.at(-1)?.chunk).toMatchObject({ epoch: 'e2', first: true, rows: [{ key: 'a' }] })
})

it('P37: an acknowledgement of another epoch, or an old one that comes late, moves nothing', async () => {
  const mirror = open()
  for (const key of ['a', 'b']) await mirror.put(row, key, { text: key })
  await mirror.from('en', { epoch: '', rev: 0 })
  await mirror.acknowledged('en', { epoch: 'e0', rev: 2 })
  now = 30_000
  await mirror.tick()
  expect(sent.map(({ chunk }) => chunk.rev)).toEqual([2, 2])
  await mirror.acknowledged('en', { epoch: 'e1', rev: 2 })
  await mirror.acknowledged('en', { epoch: 'e1', rev: 1 })
  await mirror.put(row, 'c', { text: 'c' })
  expect(sent.map(({ chunk }) => chunk.rows.map(({ key }) => key)).slice(2)).toEqual([['c']])
})

it('P43: a row that no packet holds is gone for the cloud, which goes on with those behind it', async () => {
  const mirror = open()
  await mirror.put(row, 'long', { text: '流'.repeat(boxPacketMaxBytes / 3) })
  await mirror.put(row, 'b', { text: '1' })
  await mirror.from('en', { epoch: '', rev: 0 })
  expect(sent.at(-1)?.chunk.rows).toMatchObject([
    { key: 'long', value: null },
    { key: 'b', value: { text: '1' } },
  ])
  expect(tooLong).toEqual(['row test.row long'])
  await mirror.put(row, 'long', { text: 'short' })
  await mirror.acknowledged('en', { epoch: 'e1', rev: 2 })
  expect(sent.at(-1)?.chunk.rows).toMatchObject([{ key: 'long', value: { text: 'short' } }])
})
