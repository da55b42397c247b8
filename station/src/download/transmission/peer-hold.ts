/** Keeps a torrent of Transmission away from all peers for a moment: one whose connection ends before it has sent a piece is asked again after ten seconds, and one that had not answered yet after a quarter of an hour. */
import * as z from 'zod/mini'
import { ownTag } from '../house-program/driver.ts'
import { hashPattern } from './answers.ts'
import type { Rpc } from './client.ts'

const usualPeers = 50
/** maxConnectedPeers: 0 while it is held. */
const Limit = z.object({
  hashString: z.string().check(z.regex(hashPattern)),
  labels: z._default(z.array(z.string()), []),
  maxConnectedPeers: z._default(z.number(), usualPeers),
})
const LimitList = z.object({ torrents: z.array(z.unknown()) })
const SessionLimit = z.object({ 'peer-limit-per-torrent': z._default(z.number(), usualPeers) })
const fields = Object.keys(Limit.shape)

export function createPeerHold(rpc: Pick<Rpc, 'call' | 'tell'>) {
  /** Its owner's figures, by info hash, of those that are held. */
  const held = new Map<string, number>()

  async function limits(ids?: readonly string[]) {
    const { torrents } = await rpc.call('torrent-get', { fields, ...(ids && { ids }) }, LimitList)
    return torrents.flatMap((value) => {
      const limit = Limit.safeParse(value)
      return limit.success ? [limit.data] : []
    })
  }
  const usual = async () => Math.max(1, (await rpc.call('session-get', {}, SessionLimit))['peer-limit-per-torrent'])
  const set = (ids: readonly string[], limit: number) => rpc.tell('torrent-set', { ids, 'peer-limit': limit })

  return {
    async hold(hash: string): Promise<void> {
      if (held.has(hash)) return
      const limit = (await limits([hash]))[0]?.maxConnectedPeers ?? 0
      held.set(hash, limit > 0 ? limit : await usual())
      await set([hash], 0)
    },
    async release(hash: string): Promise<void> {
      const limit = held.get(hash)
      if (limit === undefined) return
      await set([hash], limit)
      held.delete(hash)
    },
    drop: (hash: string): void => void held.delete(hash),
    /** Those of the box that were held as box, program or connection ended. */
    async releaseLeftOvers(): Promise<void> {
      held.clear()
      const ids = (await limits())
        .filter(({ labels, maxConnectedPeers }) => maxConnectedPeers === 0 && labels.includes(ownTag))
        .map(({ hashString }) => hashString)
      if (ids.length > 0) await set(ids, await usual())
    },
  }
}
