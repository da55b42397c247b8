/** Presence of the same boxes in several processes. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { silent } from '../../kit/log.ts'
import { localBus, type Bus } from '../bus/bus.ts'
import { beatMs, openPresence } from './presence.ts'

/** Processes on one bus; a `cut` one neither sends nor receives. */
function processes(...ids: string[]) {
  let at = 0
  const cut = new Set<string>()
  const locals = new Map(ids.map((id) => [id, localBus(id, silent)]))
  const opened = new Map<string, (() => void)[]>()
  const busOf = (id: string): Bus => {
    const own = locals.get(id)
    if (!own) throw new Error(`no process ${id}`)
    return {
      ...own,
      whenOpen(then) {
        opened.set(id, [...(opened.get(id) ?? []), then])
        then()
      },
      publish(topic, word) {
        for (const [other, local] of locals)
          if (other === id || (!cut.has(id) && !cut.has(other))) local.deliver(topic.name, word, id)
      },
    }
  }
  const registries = ids.map((id) => openPresence({ bus: busOf(id), now: () => at }))
  return {
    registries,
    pass: (ms: number) => {
      for (const end = at + ms; at < end;) {
        at += beatMs
        registries.forEach((registry) => registry.beat())
      }
    },
    cut: (id: string) => void cut.add(id),
    join: (id: string) => {
      cut.delete(id)
      opened.get(id)?.forEach((then) => then())
    },
  }
}

const box = (epoch: number, devsn = 'BOX') => ({ devsn, epoch, version: '1', pair_hint: '' })

test('a box is online everywhere, at the process that holds it, and offline everywhere when it goes', () => {
  const {
    registries: [a, b],
    pass,
  } = processes('a', 'b')
  a?.setOnline(box(1))
  expect([a?.holderOf('BOX'), b?.holderOf('BOX')]).toEqual(['a', 'a'])
  expect([a?.wentOfflineAt('BOX'), b?.wentOfflineAt('BOX')]).toEqual([undefined, undefined])
  pass(beatMs)
  a?.setOffline('BOX', 1)
  expect([a?.isOnline('BOX'), b?.isOnline('BOX')]).toEqual([false, false])
  expect([a?.wentOfflineAt('BOX'), b?.wentOfflineAt('BOX')]).toEqual([beatMs, beatMs])
})

test('P23: in whatever order births and ends arrive, an older epoch never wins', () => {
  const change = fc.record({ epoch: fc.integer({ min: 1, max: 4 }), isBirth: fc.boolean(), at: fc.nat(1) })
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (words) => {
      const { registries } = processes('a', 'b')
      let newest = 0
      for (const { epoch, isBirth, at } of words) {
        const accepted = isBirth ? registries[at]?.setOnline(box(epoch)) : registries[at]?.setOffline('BOX', epoch)
        if (epoch < newest) expect(accepted).toBe(false)
        if (accepted && isBirth) newest = epoch
        expect(registries.map((one) => one.epochOf('BOX') ?? 0)).toEqual([newest, newest])
        expect(registries[0]?.holderOf('BOX')).toBe(registries[1]?.holderOf('BOX'))
      }
    }),
  )
})

test('the boxes of a process that stopped sending are offline, and online again when it sends', () => {
  const {
    registries: [a, b],
    pass,
    cut,
    join,
  } = processes('a', 'b')
  a?.setOnline(box(1))
  pass(beatMs * 10)
  expect(b?.isOnline('BOX')).toBe(true)
  cut('a')
  pass(beatMs * 5)
  expect(b?.isOnline('BOX')).toBe(false)
  expect(a?.isOnline('BOX')).toBe(true)
  join('a')
  expect(b?.holderOf('BOX')).toBe('a')
})

test('a process that stops takes its boxes with it; one that starts learns what is there', () => {
  const {
    registries: [a, b],
    cut,
    join,
  } = processes('a', 'b')
  cut('b')
  a?.setOnline(box(1))
  expect(b?.isOnline('BOX')).toBe(false)
  join('b')
  expect(b?.holderOf('BOX')).toBe('a')
  a?.stop()
  expect(b?.isOnline('BOX')).toBe(false)
})

test('a box that moved to another process with a newer epoch is not taken back by the old one', () => {
  const {
    registries: [a, b],
  } = processes('a', 'b')
  const seen: boolean[] = []
  a?.onChange(({ online, isOurs }) => seen.push(online && isOurs))
  a?.setOnline(box(1))
  b?.setOnline(box(2))
  expect(seen).toEqual([true, false])
  expect(a?.setOffline('BOX', 1)).toBe(false)
  expect([a?.holderOf('BOX'), b?.holderOf('BOX')]).toEqual(['b', 'b'])
})
