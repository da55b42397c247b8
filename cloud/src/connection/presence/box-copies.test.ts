/** The rows of a box's processes in the database. */
import { expect, test } from 'vitest'
import { eachDb } from '../../testing/db.ts'
import { instancesOf } from './box-instances.store.ts'
import { createBoxCopies } from './box-copies.ts'

const hour = 60 * 60_000

eachDb('the processes of boxes', (open) => {
  test('P51: they are forgotten a day after a box that nobody has bound was there, and kept for one that is bound', async () => {
    const { db, ...opened } = await open()
    let now = 1_795_000_000_000
    const news: unknown[] = []
    const copies = createBoxCopies({
      realm: {
        lang: 'zh',
        db,
        change: (work) => db.transaction().execute((trx) => work(trx, async (_, data) => void news.push(data))),
      },
      seenAt: async () => now,
      isBound: async (devsn) => devsn === 'BOUND',
      now: () => now,
    })
    const sign = (devsn: string, instance: string) => copies.admit(devsn, { instance, previous: '', host: 'nas' })
    const boxes = ['BOUND', ...Array.from({ length: 60 }, (_, at) => `SHOP${at}`)]
    for (const devsn of boxes) await sign(devsn, 'A')
    now += 23 * hour
    await sign('SHOP7', 'A')
    await copies.sweep()
    now += 2 * hour
    await copies.sweep()
    await copies.sweep()
    const rows = await Promise.all(boxes.map(async (devsn) => ({ devsn, count: (await instancesOf(db, devsn)).length })))
    expect(rows.filter(({ count }) => count > 0).map(({ devsn }) => devsn)).toEqual(['BOUND', 'SHOP7'])
    expect(news).toEqual([])
    await opened.drop()
  })

  test('P51: of two processes that sign in at the same time each row is written whole', async () => {
    const { db, ...opened } = await open()
    const copies = createBoxCopies({
      realm: { lang: 'zh', db, change: (work) => db.transaction().execute((trx) => work(trx, async () => {})) },
      seenAt: async () => 1,
      isBound: async () => true,
      now: () => 1,
    })
    const names = Array.from('ABCDEF')
    await Promise.all(names.map((instance) => copies.admit('BOX', { instance, previous: '', host: instance })))
    const instances = await instancesOf(db, 'BOX')
    expect(instances.map(({ instance }) => instance).toSorted()).toEqual(names)
    expect(instances.filter(({ state }) => state === 'holder')).toHaveLength(1)
    await opened.drop()
  })

  test('P18: one that does not run is not kept, and not a row changes', async () => {
    const { db, ...opened } = await open()
    let now = 1
    const copies = createBoxCopies({
      realm: { lang: 'zh', db, change: (work) => db.transaction().execute((trx) => work(trx, async () => {})) },
      seenAt: async () => now,
      isBound: async () => true,
      now: () => now,
    })
    await copies.admit('BOX', { instance: 'A', previous: '', host: 'nas' })
    const rows = () => db.selectFrom('link_instances').selectAll().execute()
    const before = await rows()
    now = 2
    expect(await copies.keep('BOX', 'none')).toBe(false)
    expect(await copies.keep('NO BOX', 'none')).toBe(false)
    expect(await rows()).toEqual(before)
    await opened.drop()
  })
})
