/** Queries that run at every request: built and compiled once for each combination of their flags, then run with other values (docs/decisions/018, 024). */
import { CompiledQuery, PostgresAdapter, sql, type Compilable, type Expression } from 'kysely'
import { cachedRows, readSync, type Db } from '../db.ts'
import { nameStatement } from './named-statements.ts'

type Value = string | number
/** A list takes one parameter for each of its members, on PostgreSQL one for all. It stands in `in (…)` only. */
type Values = Record<string, Value | readonly Value[]>
type Flags = Record<string, Value | boolean>

/** The values as the builder gets them: expressions, which can be placed in a query but not compared or counted with. */
export type Slots<V extends Values> = {
  readonly [K in keyof V]: V[K] extends readonly (infer Member)[] ? readonly Expression<Member>[] : Expression<V[K]>
}

/** Stands among the parameters of a compiled query where a value will be. */
class Slot {
  readonly name: string
  readonly index: number | undefined
  constructor(name: string, index?: number) {
    this.name = name
    this.index = index
  }
}

/** More combinations than these mean that a value was given as a flag. */
const variantsMax = 500

/** The two databases differ in their SQL: each has its own variants. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** The limit clause for plain SQL, in the form that kit/db/sqlite uses. */
export function atMost(rows: number) {
  return sql`limit (${rows} + 0)`
}

/**
 * For `limit(sql.lit(…))` of a prepared query that reads `rows` rows: one of few numbers, at least `rows`; the caller takes what it wants of them.
 * As a value the limit would be unknown to PostgreSQL's planner, which then plans the statement anew at every request.
 */
export function limitFor(rows: number): number {
  const limit = limits.find((one) => one >= rows)
  if (limit === undefined) throw new Error(`no prepared query reads ${rows} rows`)
  return limit
}

/** A page of 20 and one row more, the longest page and one more. */
const limits = [21, 100]

/** All definitions by their names. */
const definitions = new Map<string, Map<string, CompiledQuery>>()

/** For tests: how many variants of each query were built so far. */
export function variantCounts(): ReadonlyMap<string, number> {
  return new Map([...definitions].map(([name, { size }]) => [name, size]))
}

/** For tests: every query is built anew. */
export function forgetVariants(): void {
  for (const variants of definitions.values()) variants.clear()
}

/**
 * Defines a query as a constant of its module, where no request is in reach: what changes its SQL can come from `flags` alone,
 * and all flags (and the lengths of lists) are the key under which the compiled query is kept. isKept: cached calls of one database version share
 * the rows (`withRowCache`), which nobody may change; for short rows that many requests of a user need.
 */
export function prepared<V extends Values, O, F extends Flags>(
  name: string,
  build: (db: Db, slots: Slots<V>, flags: F) => Compilable<O>,
  { isKept = false } = {},
): (db: Db, values: V, ...flags: Flags extends F ? [] : [flags: F]) => Promise<O[]> {
  const variants = new Map<string, CompiledQuery>()
  if (definitions.has(name)) throw new Error(`two queries are named "${name}"`)
  definitions.set(name, variants)
  async function run(db: Db, { key, values, flags }: { key: string; values: V; flags: F | undefined }): Promise<O[]> {
    let query = variants.get(key)
    if (!query) {
      if (variants.size >= variantsMax) throw new Error(`too many variants of the query "${name}", the last one ${key}`)
      // NOTE: without flags the type is the empty one, and `build` reads none.
      query = build(db, slotsOf(db, values), (flags ?? {}) as F).compile()
      if (isPostgres(db)) nameStatement(query.sql)
      variants.set(key, query)
    }
    const parameters = query.parameters.map((parameter) => (parameter instanceof Slot ? valueOf(values, parameter) : parameter))
    // NOTE: the compiled query came from this `build`, whose rows these are.
    const atOnce = readSync(db, query.sql, parameters) as O[] | undefined
    if (atOnce) return atOnce
    const { rows } = await db.executeQuery<O>({ ...query, parameters })
    return rows
  }
  return async (db, values, ...[flags]) => {
    const key = keyOf(db, values, flags)
    const cached = isKept ? cachedRows(db) : undefined
    if (!cached) return run(db, { key, values, flags })
    const rowsKey = JSON.stringify([name, key, values])
    // NOTE: the name is part of the key, so these are this query's rows.
    const existing = cached.get(rowsKey) as Promise<O[]> | undefined
    if (existing) return existing
    const rows = run(db, { key, values, flags })
    if (cached.size >= maxKept) cached.clear()
    cached.set(rowsKey, rows)
    rows.catch(() => cached.delete(rowsKey))
    return rows
  }
}

/** Short rows, about 2 kB each. */
const maxKept = 1_000

function keyOf(db: Db, values: Values, flags: Flags | undefined): string {
  const isArray = isPostgres(db)
  let key = isArray ? 'p' : 's'
  for (const name in values) {
    const value = values[name]
    if (typeof value === 'object') key += `,${isArray ? arrayType(value) : value.length}`
  }
  for (const name in flags) key += `;${name}=${String(flags[name])}`
  return key
}

function slotsOf<V extends Values>(db: Db, values: V): Slots<V> {
  const listOf = isPostgres(db)
    ? (name: string, list: readonly Value[]) => [sql`select unnest(${new Slot(name)}::${sql.raw(arrayType(list))})`]
    : (name: string, list: readonly Value[]) => list.map((_, index) => sql.val(new Slot(name, index)))
  const slots = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? listOf(name, value) : sql.val(new Slot(name)),
  ])
  // NOTE: to the builder a slot is an expression of the type that its value has.
  return Object.fromEntries(slots) as Slots<V>
}

function arrayType(list: readonly Value[]): string {
  return list.every((value) => typeof value === 'number') ? 'bigint[]' : 'text[]'
}

function valueOf(values: Values, { name, index }: Slot): unknown {
  const value = values[name]
  return typeof value === 'object' && index !== undefined ? value[index] : value
}
