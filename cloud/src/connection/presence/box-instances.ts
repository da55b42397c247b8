/** The running processes of one box, and which of them holds its connection: a copy of a box is two processes that both come back. */
import * as z from 'zod/mini'
import { copyGoneMs, type BoxProcess } from '@homeport/contract/kit/connection.ts'

/**
 * since: when its line of processes was first seen, through restarts; began: when this one was; seen: when it last signed in. Times in ms.
 * holder: holds the connection. past: another took its place, as after a restart. copy: runs beside the holder. dismissed: the owner kept another one.
 */
const BoxInstance = z.object({
  instance: z.string(),
  host: z.string(),
  since: z.number(),
  began: z.number(),
  seen: z.number(),
  state: z.enum(['holder', 'past', 'copy', 'dismissed']),
})
type BoxInstance = z.infer<typeof BoxInstance>
export const BoxInstances = z.array(BoxInstance)
export type BoxInstances = readonly BoxInstance[]

/** Beside the holder: a box that draws a new instance at each sign-in costs no more. */
const maxOthers = 8
/** An instance that was dismissed and does not come back within this is forgotten: a backup of it may be restored later. */
const dismissedMs = 30 * 24 * 60 * 60_000

export type Admission = {
  instances: BoxInstances
  isAdmitted: boolean
  /** People are to be told: a copy appeared, or took the connection over. */
  isNews: boolean
}

/** holderSeen: when the holder was last connected, now while it is. */
export function admit(existing: BoxInstances, { instance, previous, host }: BoxProcess, times: Times): Admission {
  const { now } = times
  const instances = existing.filter(({ state, seen }) => state !== 'dismissed' || now - seen < dismissedMs)
  const existingInstance = instances.find((one) => one.instance === instance)
  // A line that was continued already is not continued twice: that is a copy.
  const before = existingInstance ? undefined : instances.find((one) => one.instance === previous && one.state !== 'past')
  const current = instances.find(({ state }) => state === 'holder')
  const holder = current && { ...current, seen: Math.max(current.seen, times.holderSeen) }
  const others = instances.filter((one) => one !== current && one !== existingInstance && one !== before)
  const own = { since: before?.since ?? now, began: now, ...existingInstance, instance, host, seen: now }
  const state = existingInstance?.state ?? before?.state ?? (instances.some((one) => isRunning(one, now)) ? 'copy' : 'new')

  const hold = (replaced: BoxInstance['state'], isNews: boolean): Admission => {
    const rest = holder && holder.instance !== instance ? [...others, replacedAs(replaced, holder)] : others
    return { instances: [{ ...own, state: 'holder' }, ...latest(rest)], isAdmitted: true, isNews }
  }
  const refuse = (as: 'copy' | 'dismissed', isNews: boolean): Admission => ({
    instances: [...(holder ? [holder] : []), ...latest([{ ...own, state: as }, ...others])],
    isAdmitted: false,
    isNews,
  })
  const isHolderGone = !holder || now - holder.seen > copyGoneMs
  if (state === 'dismissed') return refuse('dismissed', false)
  if (state === 'copy')
    return isHolderGone ? hold('past', true) : refuse('copy', !existingInstance || !isRunning(existingInstance, now))
  // It had been replaced and comes back: both run. The one that was here first keeps the connection.
  if (state === 'past' && !isHolderGone) return hold('copy', true)
  return hold('past', false)
}

export type Times = { now: number; holderSeen: number }

/** A copy is no part of the line that it seemed to continue. */
function replacedAs(state: BoxInstance['state'], one: BoxInstance): BoxInstance {
  return state === 'copy' ? { ...one, state, since: one.began } : { ...one, state }
}

function latest(instances: readonly BoxInstance[]): BoxInstance[] {
  return instances.toSorted((a, b) => b.seen - a.seen).slice(0, maxOthers)
}

function isRunning({ state, seen }: BoxInstance, now: number): boolean {
  return state === 'copy' && now - seen <= copyGoneMs
}

/** All that run, the holder first; empty while there is no copy. */
export function runningOf(instances: BoxInstances, now: number): BoxInstance[] {
  const copies = instances.filter((one) => isRunning(one, now))
  return copies.length === 0 ? [] : [...instances.filter(({ state }) => state === 'holder'), ...copies]
}

/** The owner keeps one of those that run; undefined if it does not. */
export function keep(
  instances: BoxInstances,
  instance: string,
  now: number,
): { instances: BoxInstances; isMoved: boolean } | undefined {
  const running = runningOf(instances, now)
  const chosen = running.find((one) => one.instance === instance)
  if (!chosen) return undefined
  const others = instances.filter((one) => one !== chosen)
  return {
    instances: [
      { ...chosen, state: 'holder' },
      // The times of a dismissed one begin anew: it may be off now.
      ...others.map((one) => (one.state === 'past' ? one : { ...one, seen: now, state: 'dismissed' as const })),
    ],
    isMoved: chosen.state !== 'holder',
  }
}
