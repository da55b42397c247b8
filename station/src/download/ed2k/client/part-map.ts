/** Which blocks of a file are missing, requested and received, and who sent them; nothing in it touches disk or network. */
import { partCountOf, partLengthOf } from '../ed2k-hash.ts'
import {
  BlockState,
  blockCountOf,
  blockOf,
  chooseBlocks,
  progressOf,
  type Availability,
  type Block,
  type PartStates,
  type SourceKey,
} from './block-choice.ts'

export type PartMap = ReturnType<typeof createPartMap>

export function createPartMap({ size, now }: { size: number; now: () => number }) {
  const count = partCountOf(size)
  const states: PartStates = {
    size,
    count,
    verified: new Uint8Array(count),
    begun: new Map(),
    suspects: new Map(),
    joined: new Map(),
  }
  const { verified, begun, suspects, joined } = states
  let verifiedBytes = 0
  let receivedBytes = 0

  return {
    count,
    blockCountOf: (part: number): number => blockCountOf(size, part),
    blockOf: (part: number, index: number): Block => blockOf(size, part, index),
    /** Parts of which every block is here and that are not verified. */
    unchecked: (): number[] => [...begun].filter(([, { isChecking }]) => isChecking).map(([part]) => part),
    isComplete: (): boolean => verifiedBytes === size,
    doneBytes: (): number => verifiedBytes + receivedBytes,
    verifiedParts: (): Uint8Array => verified.slice(),
    /** Received blocks of parts that are not verified yet. */
    receivedBlocks: (): [part: number, blocks: number[]][] =>
      [...begun].map(([part, { blocks }]) => [part, [...blocks.keys()].filter((index) => blocks[index] === BlockState.received)]),

    /** The source has something that is missing. */
    isUseful: (available: Availability): boolean => verified.some((isVerified, part) => !isVerified && available?.[part] !== 0),
    join: (source: SourceKey, available: Availability): void => void joined.set(source, available),
    /** Its blocks are free for others. */
    leave(source: SourceKey): void {
      joined.delete(source)
      for (const progress of begun.values())
        for (const [index, request] of progress.requested)
          if (request.source === source) {
            progress.requested.delete(index)
            progress.blocks[index] = BlockState.missing
          }
    },

    /** Blocks to request of this source; empty: nothing is free now. */
    claim(source: SourceKey, most: number): Block[] {
      const blocks = chooseBlocks(states, source, { most, now: now() })
      for (const { part, index } of blocks) {
        const progress = progressOf(states, part)
        progress.blocks[index] = BlockState.requested
        progress.requested.set(index, { source, at: now() })
      }
      return blocks
    },

    /** Bytes of this block are still of use. */
    isOpen: ({ part, index }: Block): boolean => {
      const progress = begun.get(part)
      return progress !== undefined && !progress.isChecking && progress.blocks[index] !== BlockState.received
    },
    /** Bytes of this source were written for the part. */
    noteSender: ({ part }: Block, source: SourceKey): void => void begun.get(part)?.senders.add(source),
    /** True where the part is whole now and has to be verified. */
    receive({ part, index, start, end }: Block): boolean {
      const progress = progressOf(states, part)
      if (progress.blocks[index] !== BlockState.received) receivedBytes += end - start
      progress.blocks[index] = BlockState.received
      progress.requested.delete(index)
      progress.isChecking = progress.blocks.every((state) => state === BlockState.received)
      return progress.isChecking
    },

    verify(part: number): void {
      if (verified[part]) return
      if (begun.has(part)) receivedBytes -= partLengthOf(size, part)
      begun.delete(part)
      suspects.delete(part)
      verified[part] = 1
      verifiedBytes += partLengthOf(size, part)
    },
    /** The part is fetched again. Returns the source that sent all of it; undefined where there were several, or where it is of an earlier run. */
    discard(part: number): SourceKey | undefined {
      const senders = [...(begun.get(part)?.senders ?? [])]
      if (begun.has(part)) receivedBytes -= partLengthOf(size, part)
      begun.delete(part)
      suspects.set(part, new Set([...(suspects.get(part) ?? []), ...senders]))
      return senders.length === 1 ? senders[0] : undefined
    },
  }
}
