/** Prepared queries for hot paths: built and compiled once per shape, then run with other values (docs/decisions/018). */
import { CompiledQuery, PostgresAdapter, sql, type Compilable } from 'kysely'
import { readAtOnce, type Db } from '../db.ts'

type Value = string | number

/** Placeholder for a value in a query. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const compiled = { sqlite: new Map<string, CompiledQuery>(), postgres: new Map<string, CompiledQuery>() }
/** A shape consists of a few flags: more shapes than this mean that a value was put into one. */
const preparedMax = 2_000

/** The databases differ in SQL text, so each has its own cache. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** The limit clause for plain SQL, in the form that kit/db/sqlite uses. */
export function atMost(rows: number) {
  return sql`limit (${rows} + 0)`
}

/**
 * shape: the query's name and everything that changes its SQL text. Two queries of one shape differ only in their values, which `build` must take from `slots`;
 * inside it a slot is a parameter, not a number for arithmetic.
 */
export async function prepared<V extends Record<string, Value>, O>(
  db: Db,
  { shape, values, build }: { shape: string; values: V; build: (slots: V) => Compilable<O> },
): Promise<O[]> {
  const known = compiled[isPostgres(db) ? 'postgres' : 'sqlite']
  let query = known.get(shape)
  if (!query) {
    if (known.size >= preparedMax) throw new Error(`too many shapes of queries, the last one ${shape}`)
    // NOTE: the builder treats a slot as the value.
    const slots = Object.fromEntries(Object.keys(values).map((name) => [name, new Slot(name)])) as unknown as V
    query = build(slots).compile()
    known.set(shape, query)
  }
  const parameters = query.parameters.map((parameter) => (parameter instanceof Slot ? values[parameter.name] : parameter))
  // NOTE: a shape belongs to one `build`, whose row type this is.
  const atOnce = readAtOnce(db, query.sql, parameters) as O[] | undefined
  if (atOnce) return atOnce
  const { rows } = await db.executeQuery<O>({ ...query, parameters })
  return rows
}
