/** Which block a source fetches next: its own part first, then a free one, then the next, then a part of others, then what others are slow with. */
import { blockBytes, partBytes, partLengthOf } from '../ed2k-hash.ts'

/** Another source may take a block that did not come within this time. */
const slowBlockMs = 30_000

export const BlockState = { missing: 0, requested: 1, received: 2 } as const

/** index: in its part. */
export type Block = { part: number; index: number; start: number; end: number }
export type SourceKey = string
/** undefined: the source has every part. */
export type Availability = Uint8Array | undefined

export type PartProgress = {
  blocks: Uint8Array
  requested: Map<number, { source: SourceKey; at: number }>
  /** Sources of which bytes are in this try. */
  senders: Set<SourceKey>
  isChecking: boolean
}
/** begun: parts that are neither untouched nor verified. suspects: sources of damaged parts. joined: sources that may request now. */
export type PartStates = {
  size: number
  count: number
  verified: Uint8Array
  begun: Map<number, PartProgress>
  suspects: Map<number, Set<SourceKey>>
  joined: Map<SourceKey, Availability>
}

export const blockCountOf = (size: number, part: number): number => Math.ceil(partLengthOf(size, part) / blockBytes)

export function blockOf(size: number, part: number, index: number): Block {
  const start = part * partBytes + index * blockBytes
  return { part, index, start, end: Math.min(start + blockBytes, part * partBytes + partLengthOf(size, part)) }
}

export function progressOf({ begun, size }: PartStates, part: number): PartProgress {
  const existing = begun.get(part)
  if (existing) return existing
  const made = {
    blocks: new Uint8Array(blockCountOf(size, part)),
    requested: new Map(),
    senders: new Set<string>(),
    isChecking: false,
  }
  begun.set(part, made)
  return made
}

const hasPart = ({ joined }: PartStates, source: SourceKey, part: number) => joined.get(source)?.[part] !== 0

/** A damaged part goes to a source that did not send it, as long as there is one, and to one source at a time: so the next one is known for sure. */
function isAllowed(states: PartStates, source: SourceKey, part: number): boolean {
  const bad = states.suspects.get(part)
  if (!bad) return true
  const progress = states.begun.get(part)
  const holders = [...(progress?.senders ?? []), ...[...(progress?.requested.values() ?? [])].map((request) => request.source)]
  if (holders.some((holder) => holder !== source)) return false
  return !bad.has(source) || ![...states.joined.keys()].some((other) => !bad.has(other) && hasPart(states, other, part))
}

/** Parts that this source may work on, in order of preference. */
function candidates(states: PartStates, source: SourceKey): number[] {
  const open = [...states.begun].filter(
    ([part, { isChecking }]) => !isChecking && hasPart(states, source, part) && isAllowed(states, source, part),
  )
  const isOwn = ({ requested, senders }: PartProgress) =>
    senders.has(source) || [...requested.values()].some((request) => request.source === source)
  const numbers = (isIn: (progress: PartProgress) => boolean) =>
    open.filter(([, progress]) => isIn(progress)).map(([part]) => part)
  return [
    ...numbers(isOwn),
    ...numbers((progress) => !isOwn(progress) && progress.requested.size === 0),
    ...freshPart(states, source),
    ...numbers((progress) => !isOwn(progress) && progress.requested.size > 0),
  ]
}

function freshPart(states: PartStates, source: SourceKey): number[] {
  for (let part = 0; part < states.count; part += 1) {
    const isFresh = !states.verified[part] && !states.begun.has(part)
    if (isFresh && hasPart(states, source, part) && isAllowed(states, source, part)) return [part]
  }
  return []
}

/** Missing blocks of one part, or one that somebody else has not sent in time; empty: nothing is free now. */
export function chooseBlocks(states: PartStates, source: SourceKey, { most, now }: { most: number; now: number }): Block[] {
  for (const part of candidates(states, source)) {
    const state = states.begun.get(part)?.blocks
    const all = Array.from({ length: blockCountOf(states.size, part) }, (_, index) => index)
    const missing = all.filter((index) => (state?.[index] ?? BlockState.missing) === BlockState.missing)
    if (missing.length > 0) return missing.slice(0, most).map((index) => blockOf(states.size, part, index))
  }
  return slowBlock(states, source, now)
}

function slowBlock(states: PartStates, source: SourceKey, now: number): Block[] {
  for (const [part, { requested, isChecking }] of states.begun) {
    if (isChecking || !hasPart(states, source, part) || !isAllowed(states, source, part)) continue
    for (const [index, request] of requested)
      if (request.source !== source && now - request.at > slowBlockMs) return [blockOf(states.size, part, index)]
  }
  return []
}
