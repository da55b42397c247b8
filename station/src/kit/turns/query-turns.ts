/** A database in the process answers at once, so that a long row of queries would be one turn of the event loop: others are served in between (promise 43). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SqliteDialect, type DatabaseConnection, type Driver } from 'kysely'
import { monotonicMs } from '../monotonic.ts'

const turnMs = 10

/** Once queries have taken a turn of 10 ms, the next one waits for a turn of its own. */
export class SqliteDialectInTurns extends SqliteDialect {
  override createDriver(): Driver {
    const driver = super.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    const bounded = new WeakSet<DatabaseConnection>()
    const ownTurn = createTurns()
    driver.acquireConnection = async (...options) => {
      const connection = await acquire(...options)
      if (bounded.has(connection)) return connection
      bounded.add(connection)
      const execute = connection.executeQuery.bind(connection)
      connection.executeQuery = async (...query) => {
        await ownTurn()
        return execute(...query)
      }
      return connection
    }
    return driver
  }
}

/** Resolves at once while the turn is short. */
export function createTurns(elapsed: () => number = monotonicMs): () => Promise<void> | undefined {
  let began: number | undefined
  return () => {
    if (began !== undefined) return elapsed() - began < turnMs ? undefined : nextTurn()
    began = elapsed()
    setImmediate(() => (began = undefined))
    return undefined
  }
}
