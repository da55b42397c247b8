/** Rows that take long to prepare hold up nobody: a bounded number of them in each turn of the event loop, and all before the transaction. */
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { unreadableRow, type UnreadableFile } from '@homeport/contract/movie/identify.ts'
import type { Trx } from '../../kit/db.ts'
import { preparingConsumer, rowsPerTurn, type MirrorChange } from './mirror-consumer.ts'

const rows = Array.from({ length: 31 }, (_, at) => ({
  key: `u${at}`,
  rev: at + 1,
  value: at === 7 ? null : at === 9 ? { id: 'wrong' } : { id: `u${at}`, path: '', file_size: 0, files: 1, reason: 'empty' },
}))

test('a bounded number of rows is prepared in each turn, all of them before they are kept', async () => {
  let turn = 0
  const reading = { isOver: false }
  const turns = (async () => {
    for (; !reading.isOver; turn += 1) await setImmediate()
  })()
  const preparedIn: number[] = []
  const written: MirrorChange<string>[] = []
  const wrong: string[] = []
  const consumer = preparingConsumer(unreadableRow, {
    prepare: ({ key }: { key: string; value: UnreadableFile }, lang) => {
      preparedIn.push(turn)
      return Promise.resolve(`${key} ${lang}`)
    },
    keep: (_, __, changes) => {
      written.push(...changes)
      return Promise.resolve()
    },
    forget: () => Promise.resolve(),
  })
  const save = await consumer.read(rows, {
    devsn: 'box',
    lang: 'zh',
    wrong: (key) => wrong.push(key),
    giveWay: () => Promise.resolve(),
  })
  reading.isOver = true
  await turns
  const inOneTurn = Map.groupBy(preparedIn, (at) => at)
  expect(preparedIn.length).toBe(29)
  expect(Math.max(...[...inOneTurn.values()].map((some) => some.length))).toBeLessThanOrEqual(rowsPerTurn)
  expect([wrong, written]).toEqual([['u9'], []])
  const before = preparedIn.length
  // NOTE: nothing here looks at the transaction.
  await save({} as Trx, { lang: 'zh', emit: () => Promise.resolve(), devsn: 'box', from: 5 })
  expect(preparedIn.length).toBe(before)
  expect(written.map(({ key, value }) => [key, value]).slice(0, 3)).toEqual([
    ['u5', 'u5 zh'],
    ['u6', 'u6 zh'],
    ['u7', null],
  ])
})
