/** Room on the disks that is promised to uploads and copies: each counts what the others have still to write. */
import { stat, statfs } from 'node:fs/promises'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { fileRefusal } from './allowed-folders.ts'

const spareBytes = 64 * 1024 * 1024

/** remaining: bytes that are still to be written. */
type Claim = { dev: number; remaining: () => Promise<number> }
export type DiskRoom = ReturnType<typeof createDiskRoom>

export function createDiskRoom() {
  const claims = new Set<Claim>()
  /** Looked up and promised one after the other. */
  const oneAtATime = createOneAtATime()

  function add(claim: Claim): () => void {
    claims.add(claim)
    return () => void claims.delete(claim)
  }

  async function promisedOn(dev: number): Promise<number> {
    const promised = await Promise.all([...claims].filter((claim) => claim.dev === dev).map(({ remaining }) => remaining()))
    return promised.reduce((sum, bytes) => sum + Math.max(0, bytes), 0)
  }

  async function claimNow(
    folder: Buffer,
    { name, size, remaining }: { name: string; size: number; remaining: Claim['remaining'] },
  ) {
    const [disk, { dev }] = await Promise.all([statfs(folder), stat(folder)])
    if (disk.bavail * disk.bsize < size + spareBytes + (await promisedOn(dev))) throw fileRefusal('no_space', name)
    return add({ dev, remaining })
  }

  return {
    /** The function gives the room back. Throws a Refusal with the reason no_space. */
    claim: (...request: Parameters<typeof claimNow>): Promise<() => void> => oneAtATime(() => claimNow(...request)),
    /** Claims again the room that was promised before a restart. */
    async restore(folder: Buffer, remaining: Claim['remaining']): Promise<(() => void) | undefined> {
      const stats = await stat(folder).catch(() => undefined)
      return stats && add({ dev: stats.dev, remaining })
    },
  }
}
