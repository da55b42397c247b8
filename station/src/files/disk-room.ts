/** Room on the disks that is promised to uploads and copies: each counts what the others have still to write. */
import { stat, statfs } from 'node:fs/promises'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { fileRefusal } from './allowed-folders.ts'

const spareBytes = 64 * 1024 * 1024

/** left: bytes that are still to be written. */
type Claim = { dev: number; left: () => Promise<number> }
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
    const lefts = await Promise.all([...claims].filter((claim) => claim.dev === dev).map(({ left }) => left()))
    return lefts.reduce((sum, left) => sum + Math.max(0, left), 0)
  }

  async function claimNow(folder: Buffer, { name, size, left }: { name: string; size: number; left: Claim['left'] }) {
    const [disk, { dev }] = await Promise.all([statfs(folder), stat(folder)])
    if (disk.bavail * disk.bsize < size + spareBytes + (await promisedOn(dev))) throw fileRefusal('no_space', name)
    return add({ dev, left })
  }

  return {
    /** The function gives the room back. Throws a Refusal with the reason no_space. */
    claim: (...request: Parameters<typeof claimNow>): Promise<() => void> => oneAtATime(() => claimNow(...request)),
    /** What was promised before a restart. */
    async restore(folder: Buffer, left: Claim['left']): Promise<(() => void) | undefined> {
      const stats = await stat(folder).catch(() => undefined)
      return stats && add({ dev: stats.dev, left })
    },
  }
}
