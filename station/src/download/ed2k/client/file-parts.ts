/** A job's file: blocks are written where they belong, a whole part is verified, and a source that sent damaged parts is named. */
import type { Ed2kFile } from '../ed2k-file.ts'
import { checkPartHashes } from '../ed2k-hash.ts'
import type { Block, SourceKey } from './block-choice.ts'
import { createPartMap, type PartMap } from './part-map.ts'
import { openVerifiedFile, type PartRecord } from './verified-file.ts'

export type FileDeps = Awaited<ReturnType<typeof openFileParts>>

export type FilePartsOptions = { dir: string; file: Ed2kFile; now: () => number; onDamaged: (source: SourceKey) => void }

/** onDamaged: all bytes of a damaged part came from this source. */
export async function openFileParts({ dir, file, now, onDamaged }: FilePartsOptions) {
  const disk = await openVerifiedFile(dir, file)
  const map = createPartMap({ size: file.size, now })
  const writing = new Set<{ part: number; done: Promise<void> }>()
  let hashes: string[] | undefined

  const record = () => ({
    hash: file.hash,
    size: file.size,
    part_hashes: hashes ?? [],
    verified: [...map.verifiedParts()].flatMap((isVerified, part) => (isVerified ? [part] : [])),
    received: map.receivedBlocks(),
  })

  async function takeHashes(list: readonly string[]): Promise<boolean> {
    hashes ??= await checkPartHashes(list, file)
    return hashes !== undefined
  }

  /** Waits for the bytes of slower sources, so that none comes after the check. */
  async function verify(part: number): Promise<void> {
    await Promise.allSettled([...writing].filter((one) => one.part === part).map((one) => one.done))
    const expected = hashes?.[part]
    if ((await disk.hashOf(part)) === expected) {
      map.verify(part)
      return disk.save(record())
    }
    const source = map.discard(part)
    if (source !== undefined) onDamaged(source)
  }

  if (disk.before) takeEarlier(map, disk.before)
  if (!(await takeHashes(disk.before?.part_hashes ?? []))) await takeHashes(file.partHashes)
  if (hashes) for (const part of map.unchecked()) await verify(part)

  return {
    map,
    path: disk.path,
    takeHashes,
    hasHashes: (): boolean => hashes !== undefined,

    async write({ block, bytes, at, source }: { block: Block; bytes: Buffer; at: number; source: SourceKey }): Promise<void> {
      // Another source was quicker.
      if (!map.isOpen(block)) return
      map.noteSender(block, source)
      const one = { part: block.part, done: disk.write(bytes, at) }
      writing.add(one)
      await one.done.finally(() => writing.delete(one))
    },
    async receive(block: Block): Promise<void> {
      if (map.isOpen(block) && map.receive(block)) await verify(block.part)
    },
    finish: () => disk.finish(),
    async close(): Promise<void> {
      try {
        if (!map.isComplete()) await disk.save(record())
      } finally {
        await disk.close()
      }
    },
  }
}

function takeEarlier(map: PartMap, { verified, received }: PartRecord): void {
  for (const part of verified) if (part >= 0 && part < map.count) map.verify(part)
  for (const [part, blocks] of received)
    if (part >= 0 && part < map.count)
      for (const index of blocks) if (index >= 0 && index < map.blockCountOf(part)) map.receive(map.blockOf(part, index))
}
