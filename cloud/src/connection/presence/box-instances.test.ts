/** P51: how a copy of a box is told from a restart, and which of both holds the connection. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyGoneMs } from '@homeport/contract/kit/connection.ts'
import { admit, keep, runningOf, type BoxInstances } from './box-instances.ts'

/** A box with a clock; the holder is connected until `leave`. */
function open() {
  let now = 1_000_000
  let instances: BoxInstances = []
  let leftAt: number | undefined
  const sign = (instance: string, previous = '', host = instance) => {
    const { isAdmitted, isNews, ...next } = admit(instances, { instance, previous, host }, { now, holderSeen: leftAt ?? now })
    instances = next.instances
    if (isAdmitted) leftAt = undefined
    return `${isAdmitted ? 'in' : 'out'}${isNews ? ', told' : ''}`
  }
  return {
    sign,
    running: () => runningOf(instances, now).map(({ instance }) => instance),
    sinceOf: (instance: string) => instances.find((one) => one.instance === instance)?.since,
    stateOf: (instance: string) => instances.find((one) => one.instance === instance)?.state,
    count: () => instances.length,
    leave: () => (leftAt = now),
    pass: (ms: number) => (now += ms),
    now: () => now,
    keep: (instance: string) => {
      const chosen = keep(instances, instance, now)
      instances = chosen?.instances ?? instances
      return chosen?.isMoved
    },
  }
}

test('P51: restarts, lost connections and another machine are no copies', () => {
  const box = open()
  expect([box.sign('A'), box.sign('A'), box.sign('B', 'A'), box.sign('C', 'B', 'new machine')]).toEqual(['in', 'in', 'in', 'in'])
  box.pass(30 * 24 * 60 * 60_000)
  // A box from an old backup names a previous process that the cloud does not know.
  expect([box.sign('D', 'Z'), box.sign('D', 'Z'), box.sign('E', 'D')]).toEqual(['in', 'in', 'in'])
  expect(box.running()).toEqual([])
})

test.each([
  ['of a box that was off', ''],
  ['of a box that ran', 'A'],
])('P51: a copy %s: the first one comes back, keeps the connection, and the other waits', (_, previous) => {
  const box = open()
  box.sign('A')
  box.pass(1_000)
  expect([box.sign('B', previous), box.sign('A')]).toEqual(['in', 'in, told'])
  const tries = Array.from({ length: 20 }, () => (box.pass(60_000), [box.sign('B', previous), box.sign('A')]))
  expect(tries.flat().filter((one) => one !== 'in' && one !== 'out')).toEqual([])
  expect(new Set(tries.map((one) => one.join()))).toEqual(new Set(['out,in']))
  expect(box.running()).toEqual(['A', 'B'])
  expect([box.sinceOf('A'), box.sinceOf('B')]).toEqual([1_000_000, 1_001_000])
})

test('P51: a copy of data of before the last restart does not go on in its place: the one that does keeps the connection', () => {
  const box = open()
  box.sign('A')
  box.sign('B', 'A')
  box.pass(1_000)
  expect([box.sign('C', 'A'), box.sign('B', 'A'), box.sign('C', 'A')]).toEqual(['in', 'in, told', 'out'])
  expect(box.running()).toEqual(['B', 'C'])
})

test('P51: both may restart while the copy is known: each is known by the process before it', () => {
  const box = open()
  box.sign('A')
  box.sign('B')
  box.sign('A')
  expect([box.sign('B'), box.sign('B2', 'B'), box.sign('A2', 'A'), box.sign('B3', 'B2')]).toEqual([
    'out',
    'out, told',
    'in',
    'out, told',
  ])
  expect(box.running()).toEqual(['A2', 'B3'])
  expect(box.sinceOf('A2')).toBe(1_000_000)
})

test('P51: a copy that goes away is told no longer; where the holder goes away, the copy takes its place', () => {
  const box = open()
  box.sign('A')
  box.sign('B')
  box.sign('A')
  box.pass(copyGoneMs)
  expect(box.running()).toEqual(['A', 'B'])
  box.pass(1)
  expect(box.running()).toEqual([])
  expect(box.sign('B')).toBe('out, told')
  box.leave()
  box.pass(copyGoneMs)
  expect(box.sign('B')).toBe('out')
  box.pass(1)
  expect([box.sign('B'), box.running()]).toEqual(['in, told', []])
  // It is back after all.
  expect([box.sign('A'), box.sign('B')]).toEqual(['in, told', 'out'])
})

test('P51: the owner keeps one of them, and the other stays out through its restarts', () => {
  const box = open()
  box.sign('A')
  box.sign('B')
  box.sign('A')
  expect(box.keep('C')).toBeUndefined()
  expect(box.keep('A')).toBe(false)
  expect([box.running(), box.sign('B'), box.sign('B2', 'B'), box.sign('A2', 'A')]).toEqual([[], 'out', 'out', 'in'])
  expect([box.stateOf('B2'), box.running()]).toEqual(['dismissed', []])
  // A backup of it that somebody restores much later is a box again.
  box.pass(31 * 24 * 60 * 60_000)
  expect(box.sign('R', 'B2')).toBe('in')
})

test('P51: of many copies the last ones are known', () => {
  const box = open()
  box.sign('A')
  for (let at = 1; at <= 20; at += 1) {
    box.pass(1_000)
    box.sign(`B${at}`)
    box.sign('A')
  }
  const running = box.running()
  expect(running).toHaveLength(9)
  expect(running).toContain('B20')
  expect(running).not.toContain('B1')
})

test('P51: one that was not kept stays out for thirty days from then, and what was replaced before is no copy', () => {
  const box = open()
  box.sign('P')
  box.sign('A', 'P')
  box.sign('B')
  box.sign('A')
  box.pass(copyGoneMs)
  box.keep('A')
  expect(box.stateOf('P')).toBe('past')
  box.pass(30 * 24 * 60 * 60_000 - 1)
  expect(box.sign('B')).toBe('out')
})

test('P51: the owner may keep the copy: the one that held the connection stays out, whatever it continued', () => {
  const box = open()
  box.sign('A')
  box.sign('B', 'A')
  box.sign('A')
  expect(box.keep('B')).toBe(true)
  expect([box.sign('A'), box.sign('B', 'A'), box.sign('B2', 'B'), box.sign('A2', 'A')]).toEqual(['out', 'in', 'in', 'out'])
  expect(box.running()).toEqual([])
})

test('P51: whatever signs in, a box has one holder and few rows, and news only of what changed', () => {
  const name = fc.constantFrom('', ...'ABCDEFGH')
  const step = fc.tuple(fc.nat(9), name, name, fc.constantFrom(0, 1_000, 60_000, copyGoneMs + 1))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const box = open()
      for (const [what, instance, previous, ms] of steps) {
        box.pass(ms)
        if (what === 9) box.keep(instance)
        else if (what === 8) box.leave()
        else box.sign(instance || `new ${box.now()}`, previous)
        expect(box.count()).toBeLessThanOrEqual(9)
        const running = box.running()
        expect(running.filter((one) => box.stateOf(one) === 'holder')).toHaveLength(running.length === 0 ? 0 : 1)
      }
    }),
    { numRuns: 500 },
  )
})
