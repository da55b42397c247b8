/** Rate limits: counters in memory, or in the database if several processes run. */
import { createHash } from 'node:crypto'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import { limitsSchema, prepareLimits } from './rate-limit.store.ts'

/** `points` in `seconds`, counted from the first one. */
export type Rate = { points: number; seconds: number }

export type Limit = {
  /** ms until the key is allowed again, 0 if it is allowed now. */
  waitMs(key: string): Promise<number>
  count(key: string): Promise<void>
  /** Counts first and answers whether the key was allowed: of any number of parallel attempts no more pass than the rate has points. */
  take(key: string): Promise<boolean>
  /** Takes one count back. */
  giveBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

export type Limits = { open(name: string, rate: Rate): Limit; stop(): Promise<void> }

export async function openLimits(databaseUrl: string | undefined): Promise<Limits> {
  if (databaseUrl === undefined) {
    return {
      open: (name, { points, seconds }) => limitOf(new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }), points),
      async stop() {},
    }
  }
  // Loaded on demand: a cloud without PostgreSQL does not need this memory.
  const { Pool } = await import('pg')
  const { RateLimiterPostgres } = await import('rate-limiter-flexible')
  const pool = new Pool({ connectionString: databaseUrl, max: 3 })
  pool.on('error', () => {})
  await prepareLimits(pool)
  return {
    open: (name, { points, seconds }) =>
      limitOf(
        new RateLimiterPostgres({
          storeClient: pool,
          schemaName: limitsSchema,
          tableName: 'limits',
          tableCreated: true,
          clearExpiredByTimeout: false,
          keyPrefix: name,
          points,
          duration: seconds,
        }),
        points,
      ),
    stop: () => pool.end(),
  }
}

function limitOf(limiter: RateLimiterAbstract, points: number): Limit {
  return {
    async waitMs(key) {
      const existing = await limiter.get(short(key))
      return existing && existing.consumedPoints >= points ? existing.msBeforeNext : 0
    },
    async count(key) {
      const existing = await limiter.get(short(key))
      // Counters in memory expire by timers, which may be late.
      if (existing && existing.msBeforeNext <= 0) await limiter.delete(short(key))
      await limiter.penalty(short(key))
    },
    async take(key) {
      const existing = await limiter.get(short(key))
      if (existing && existing.msBeforeNext <= 0) await limiter.delete(short(key))
      const { consumedPoints } = await limiter.penalty(short(key))
      return consumedPoints <= points
    },
    async giveBack(key) {
      await limiter.reward(short(key))
    },
    async forget(key) {
      await limiter.delete(short(key))
    },
  }
}

/** Keys are untrusted input of any length. */
function short(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 32)
}
