/** Counts the work that a request causes in this process, in place of measuring its time: SQL statements on SQLite and password hashes. */
import { createHook } from 'node:async_hooks'
import { StatementSync } from 'node:sqlite'
import { vi } from 'vitest'

export type Work = { statements: string[]; hashes: number }

/** tables: statements on others, of the cloud's own sweeps for example, do not count. */
export async function workOf(tables: RegExp, request: () => Promise<unknown>): Promise<Work> {
  let hashes = 0
  // argon2 computes in libuv's threads, one job for each hash; jobs of native modules have no type name.
  const jobs = createHook({
    init: (_id, type) => {
      if (type === 'undefined') hashes += 1
    },
  }).enable()
  const spies = [vi.spyOn(StatementSync.prototype, 'all'), vi.spyOn(StatementSync.prototype, 'run')]
  try {
    await request()
    const executed = spies.flatMap(({ mock }) =>
      mock.contexts.map((statement, at) => ({
        sql: statement instanceof StatementSync ? statement.sourceSQL : '',
        order: mock.invocationCallOrder[at] ?? 0,
      })),
    )
    const statements = executed.toSorted((a, b) => a.order - b.order).map(({ sql }) => sql)
    return { statements: statements.filter((sql) => tables.test(sql)), hashes }
  } finally {
    jobs.disable()
    for (const spy of spies) spy.mockRestore()
  }
}
