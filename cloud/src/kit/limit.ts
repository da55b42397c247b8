/** How often something may be done: counters in memory, or in the database when several processes share the work. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from 'rate-limiter-flexible'

/** `points` in `seconds`, counted from the first. */
export type Rate = { points: number; seconds: number }

export type Limit = {
  /** ms until the key may again, 0 where it may now. */
  waitMs(key: string): Promise<number>
  count(key: string): Promise<void>
  forget(key: string): Promise<void>
}

export type Limits = { open(name: string, rate: Rate): Limit; stop(): Promise<void> }

export async function openLimits(databaseUrl: string | undefined): Promise<Limits> {
  if (databaseUrl === undefined) {
    return { open: (name, { points, seconds }) => limitOf(new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }), points), async stop() {} }
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 3 })
  pool.on('error', () => {})
  await prepare(pool)
  return {
    open: (name, { points, seconds }) =>
      limitOf(
        new RateLimiterPostgres({ storeClient: pool, schemaName: limitsSchema, tableName: 'limits', tableCreated: true, clearExpiredByTimeout: false, keyPrefix: name, points, duration: seconds }),
        points,
      ),
    stop: () => pool.end(),
  }
}

/** Shared by both realms and all processes; not data, so outside the timeline of migrations. */
const limitsSchema = 'homeport_limits'

async function prepare(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(4820701)')
    await client.query(`create schema if not exists ${limitsSchema}`)
    await client.query(`create table if not exists ${limitsSchema}.limits (key varchar(255) primary key, points integer not null default 0, expire bigint)`)
    await client.query(`delete from ${limitsSchema}.limits where expire < $1`, [Date.now()])
    await client.query('commit')
  } finally {
    client.release()
  }
}

function limitOf(limiter: RateLimiterAbstract, points: number): Limit {
  return {
    async waitMs(key) {
      const found = await limiter.get(short(key))
      return found && found.consumedPoints >= points ? found.msBeforeNext : 0
    },
    async count(key) {
      const found = await limiter.get(short(key))
      // The memory's counters end by timers, which may be late.
      if (found && found.msBeforeNext <= 0) await limiter.delete(short(key))
      await limiter.penalty(short(key))
    },
    async forget(key) {
      await limiter.delete(short(key))
    },
  }
}

/** Keys come from outside, of any length. */
function short(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 32)
}
