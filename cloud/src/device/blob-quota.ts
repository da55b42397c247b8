/** Storage limits of blobs: room is reserved before a body is read, so that parallel uploads do not pass a limit together. */
import type { Db } from '../kit/db.ts'
import { bytesOf, type Putter } from './blob.store.ts'

/** owner: of one user or box (a box stores its film posters here); whole: of all users or all boxes of a realm. */
export type BlobLimits = Record<Putter['kind'], { ownerBytes: number; wholeBytes: number }>

const gigabyte = 1024 ** 3
export const blobLimits: BlobLimits = {
  user: { ownerBytes: gigabyte / 2, wholeBytes: 8 * gigabyte },
  box: { ownerBytes: 8 * gigabyte, wholeBytes: 128 * gigabyte },
}

/** The quotas of one realm. Uploads under way are counted in this process, stored ones in the database. */
export function createBlobQuota(limits: BlobLimits = blobLimits) {
  const reserved = new Map<string, number>()

  function add(key: string, bytes: number): void {
    const sum = (reserved.get(key) ?? 0) + bytes
    if (sum === 0) reserved.delete(key)
    else reserved.set(key, sum)
  }

  return {
    /** The function gives the room back, once the blob is stored or given up; undefined if there is no room. */
    async reserve(db: Db, { kind, id }: Putter, bytes: number): Promise<(() => void) | undefined> {
      const { ownerBytes, wholeBytes } = limits[kind]
      const quotas = [
        { prefix: `${kind}:${id}`, isWhole: false, most: ownerBytes },
        { prefix: `${kind}:`, isWhole: true, most: wholeBytes },
      ]
      for (const { prefix } of quotas) add(prefix, bytes)
      const giveBack = () => {
        for (const { prefix } of quotas) add(prefix, -bytes)
      }
      try {
        for (const { prefix, isWhole, most } of quotas) {
          const stored = await bytesOf(db, prefix, { isWhole })
          if (stored + (reserved.get(prefix) ?? 0) <= most) continue
          giveBack()
          return undefined
        }
      } catch (error) {
        giveBack()
        throw error
      }
      return giveBack
    },
  }
}
