/** Queries that are asked at every turn: built and compiled once for each of their shapes, then run with other values (docs/decisions/018). */
import { CompiledQuery, PostgresAdapter, sql, type Compilable } from 'kysely'
import { readAtOnce, type Db } from '../db.ts'

type Value = string | number

/** Stands in a query where a value will be. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const compiled = { sqlite: new Map<string, CompiledQuery>(), postgres: new Map<string, CompiledQuery>() }
/** A shape is made of a few flags: more than this is a value that was taken for one. */
const preparedMax = 2_000

/** The databases differ in words: each keeps its own. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** The limit of a query in plain SQL, as kit/db/sqlite writes that of all others. */
export function atMost(rows: number) {
  return sql`limit (${rows} + 0)`
}

/**
 * shape: the query's name and all that changes its words; two queries of one shape differ in their values only, which `build` takes from `slots`
 * and from nowhere else. Inside it a slot is a parameter, never a number to reckon with.
 */
export async function prepared<V extends Record<string, Value>, O>(
  db: Db,
  { shape, values, build }: { shape: string; values: V; build: (slots: V) => Compilable<O> },
): Promise<O[]> {
  const known = compiled[isPostgres(db) ? 'postgres' : 'sqlite']
  let query = known.get(shape)
  if (!query) {
    if (known.size >= preparedMax) throw new Error(`too many shapes of queries, the last one ${shape}`)
    // NOTE: to the builder a slot is the value that will stand there.
    const slots = Object.fromEntries(Object.keys(values).map((name) => [name, new Slot(name)])) as unknown as V
    query = build(slots).compile()
    known.set(shape, query)
  }
  const parameters = query.parameters.map((parameter) => (parameter instanceof Slot ? values[parameter.name] : parameter))
  // NOTE: a shape belongs to one `build`, whose rows these are.
  const atOnce = readAtOnce(db, query.sql, parameters) as O[] | undefined
  if (atOnce) return atOnce
  const { rows } = await db.executeQuery<O>({ ...query, parameters })
  return rows
}
