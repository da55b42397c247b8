/** Lists that others make long, in one statement. */
import { sql, type RawBuilder } from 'kysely'

/** A list of any length as the right side of `in` or `not in`: SQLite takes 32,766 values in a statement. */
export function asOneValue(all: readonly string[]): RawBuilder<string> {
  return sql`(select value from json_each(${JSON.stringify(all)}))`
}
