/** P37: chunks of a box's mirror that come twice, late, out of order or in the middle of a fault leave no hole, no double and no row of nobody. */
import type { FromBox, MirrorRow, ToBox } from '@homeport/contract/kit/connection.ts'
import { report, type Lang } from '@homeport/contract/kit/operation.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { Events } from '../../kit/events.ts'
import { createLog } from '../../kit/log.ts'
import type { Realm } from '../../kit/realm.ts'
import { eachDb, type TestDb } from '../../testing/db.ts'
import { mirrorPositionOf } from '../base/store.ts'
import { createMirror, type Mirror } from './mirror.ts'
import { mirrorConsumer } from './mirror-consumer.ts'
import { boxesAtOnce, createSyncQueue } from './sync-queue.ts'

const seen = report({ name: 'test.seen', row: z.object({ text: z.string() }) })
const log = createLog('silent')
const box = 'ABCDEFGH234567AB'
const lang: Lang = 'en'
const rows = (from: number, to: number): MirrorRow[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    report: seen.name,
    key: `k${from + at}`,
    rev: from + at,
    value: { text: '1' },
  }))

eachDb('a mirror of the cloud', (open) => {
  let opened: TestDb
  let realm: Realm
  let mirror: Mirror
  let sent: { devsn: string; down: ToBox }[]
  let saved: string[]
  let members: unknown[]
  /** Called before each slice is prepared, and kept. */
  let onRead: (keys: string[]) => Promise<void> | void
  let onSave: (keys: string[]) => void
  let onSend: (devsn: string) => void

  beforeEach(async () => {
    opened = await open()
    realm = new Events({ now: Date.now, log }).openRealm(lang, opened.db)
    sent = []
    saved = []
    members = []
    onRead = () => {}
    onSave = () => {}
    onSend = () => {}
    mirror = createMirror({
      realms: [realm],
      boxRequests: {
        send: ({ devsn }: { devsn: string }, down: ToBox) => {
          onSend(devsn)
          sent.push({ devsn, down })
          return true
        },
      } as never,
      openRequests: { settled: () => Promise.resolve() },
      isBound: () => Promise.resolve(true),
      membersOf: () => Promise.resolve(members),
      log,
    })
    const consumer = mirrorConsumer(seen, {
      async keep(_, __, changes) {
        const keys = changes.map(({ key }) => key)
        onSave(keys)
        saved.push(...keys)
      },
      forget: () => Promise.resolve(void saved.splice(0)),
    })
    mirror.start([
      {
        ...consumer,
        async read(some, options) {
          await onRead(some.map(({ key }) => key))
          return consumer.read(some, options)
        },
      },
    ])
  })
  afterEach(async () => {
    mirror.stop()
    await opened.drop()
  })

  const handle = (some: MirrorRow[], more: Partial<Extract<FromBox, { kind: 'mirror' }>> = {}) =>
    mirror.handle(lang, box, { kind: 'mirror', epoch: 'e1', first: false, rev: some.at(-1)?.rev ?? 0, rows: some, ...more })
  const position = () => mirrorPositionOf(opened.db, box)
  const acks = () => sent.flatMap(({ down }) => (down.kind === 'mirror_ack' ? [down.rev] : []))

  test('of two that come at once, of which the first takes long to prepare, no row is lost', async () => {
    const first = Promise.withResolvers<void>()
    onRead = (keys) => (keys.includes('k2') ? first.promise : undefined)
    await handle(rows(1, 1), { first: true })
    const both = [handle(rows(2, 2)), handle(rows(3, 4))]
    await mirrorPositionOf(opened.db, box)
    first.resolve()
    await Promise.all(both)
    expect(saved).toEqual(['k1', 'k2', 'k3', 'k4'])
    expect(acks()).toEqual([1, 2, 4])
  })

  test('one that comes again changes nothing, and is told where the mirror stands', async () => {
    await handle(rows(1, 4), { first: true })
    await handle(rows(2, 3))
    expect(saved).toEqual(['k1', 'k2', 'k3', 'k4'])
    expect(acks()).toEqual([4, 4])
    expect(await position()).toEqual({ epoch: 'e1', rev: 4 })
  })

  test('of one that breaks in its middle the rest comes again, and the next one is kept all the same', async () => {
    onSave = (keys) => {
      if (keys.includes('k13')) throw new Error('the disk is full')
    }
    await handle(rows(1, 30), { first: true })
    expect(await position()).toEqual({ epoch: 'e1', rev: 12 })
    expect(acks()).toEqual([])
    onSave = () => {}
    await handle(rows(1, 30), { first: true })
    expect(saved).toEqual(rows(1, 30).map(({ key }) => key))
    expect(acks()).toEqual([30])
  })

  test('one of a box that has another epoch now is late; after the box went, its next one is not', async () => {
    mirror.begin(lang, box, 'e2')
    await handle(rows(1, 1), { first: true })
    expect(saved).toEqual([])
    mirror.leave(lang, box)
    await handle(rows(1, 1), { first: true })
    expect(saved).toEqual(['k1'])
  })

  test('of a box that nobody has any more nothing stays; while somebody has it, all does', async () => {
    await handle(rows(1, 2), { first: true })
    members = ['anna']
    await mirror.forgetUnbound(lang, box)
    expect(saved).toEqual(['k1', 'k2'])
    members = []
    await mirror.forgetUnbound(lang, box)
    expect(saved).toEqual([])
    expect(await opened.db.selectFrom('link_mirror').selectAll().execute()).toEqual([])
  })

  test('a box that could not be asked holds no place: the next one begins at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      onSend = (devsn) => {
        if (devsn === 'box0') throw new Error('the line was cut')
      }
      for (let at = 0; at <= boxesAtOnce; at += 1) mirror.begin(lang, `box${at}`)
      await vi.waitFor(() => expect(sent.map(({ devsn }) => devsn)).toContain(`box${boxesAtOnce}`))
    } finally {
      vi.useRealTimers()
    }
  })
})

test('a box whose chunks come keeps its turn, and one that says nothing loses it after two seconds', () => {
  vi.useFakeTimers()
  try {
    const queue = createSyncQueue()
    const begun: number[] = []
    for (let at = 0; at < boxesAtOnce + 2; at += 1) queue.add(`${at}`, () => begun.push(at))
    vi.advanceTimersByTime(1_999)
    expect(queue.extend('0')).toBe(true)
    for (let at = 2; at < boxesAtOnce; at += 1) queue.extend(`${at}`)
    vi.advanceTimersByTime(1)
    expect(begun.at(-1)).toBe(boxesAtOnce)
    vi.advanceTimersByTime(1_998)
    expect(begun.at(-1)).toBe(boxesAtOnce)
    vi.advanceTimersByTime(1)
    expect(begun.at(-1)).toBe(boxesAtOnce + 1)
    queue.stop()
  } finally {
    vi.useRealTimers()
  }
})
