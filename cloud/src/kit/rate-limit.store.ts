/** The table of shared rate limits, used by both realms and all processes; not part of the migrations, because it holds no lasting data. */
import type { Pool } from 'pg'

export const limitsSchema = 'homeport_limits'
const lockKey = 4_820_701

export async function prepareLimits(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    await client.query(`create schema if not exists ${limitsSchema}`)
    await client.query(
      `create table if not exists ${limitsSchema}.limits (key varchar(255) primary key, points integer not null default 0, expire bigint)`,
    )
    await client.query(`delete from ${limitsSchema}.limits where expire < extract(epoch from now()) * 1000`)
    await client.query('commit')
  } finally {
    client.release()
  }
}
