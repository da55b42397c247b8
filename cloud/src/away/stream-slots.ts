/** How much passes through this process: streams of a box, of an account and in all at once, and their bytes a second. */
import { maxOf } from '@homeport/contract/kit/extremes.ts'
import type { Later } from '@homeport/contract/kit/later.ts'
import { createTokenBucket, type TokenBucket } from '@homeport/contract/kit/inbound.ts'
import { Transform } from 'node:stream'
import type { Visit } from './pass.ts'
import type { RelaySetting } from './tunnels.ts'

export const maxStreams = { account: 8, box: 16, all: 1_000 } as const

export type Slot = { throttle: () => Transform; end: () => void }
type Share = { streams: number; bucket: TokenBucket }

/** now: ms, of a clock that nobody sets. */
type Clock = { now: () => number; later: Later }

export function createStreamSlots({ streamKbit, boxKbit }: RelaySetting, { now, later }: Clock) {
  const bucketOf = (kbit: number) => createTokenBucket({ perSecond: kbit * 125, burst: kbit * 125 }, now)
  const shares = new Map<string, Share>()
  let all = 0

  const shareOf = (key: string): Share => shares.get(key) ?? { streams: 0, bucket: bucketOf(boxKbit) }

  return {
    /** Undefined where box, account or process have their streams. */
    take({ lang, devsn, user_id }: Visit): Slot | undefined {
      const [boxKey, accountKey] = [`box ${devsn}`, `account ${lang} ${user_id}`]
      const [box, account] = [shareOf(boxKey), shareOf(accountKey)]
      const isFull = box.streams >= maxStreams.box || account.streams >= maxStreams.account || all >= maxStreams.all
      const count = (by: 1 | -1) => {
        all += by
        for (const [key, share] of [
          [boxKey, box],
          [accountKey, account],
        ] as const) {
          share.streams += by
          if (share.streams === 0) shares.delete(key)
          else shares.set(key, share)
        }
      }
      if (isFull) return undefined
      count(1)
      let isOver = false
      return {
        throttle: () => createThrottle([bucketOf(streamKbit), box.bucket, account.bucket], later),
        end() {
          if (!isOver) count(-1)
          isOver = true
        },
      }
    },
  }
}

/** Passes on as fast as every bucket allows; what waits holds back its source. */
function createThrottle(buckets: readonly TokenBucket[], later: Later): Transform {
  let cancel = () => {}
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const waitMs = maxOf(
        buckets.map((bucket) => bucket.take(chunk.length)),
        0,
      )
      if (waitMs <= 0) return done(null, chunk)
      cancel = later(waitMs, () => done(null, chunk))
    },
    destroy(error, done) {
      cancel()
      done(error)
    },
  })
}
