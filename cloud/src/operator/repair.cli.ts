/** `npm run repair`: saves what can be read of damaged databases of the cloud. */
import { readCloudConfig } from '../app/config.ts'
import { OperatorError } from '../kit/operator-error.ts'
import { repair } from './repair.ts'

try {
  const { dataFolder, databaseUrl } = readCloudConfig()
  if (databaseUrl !== undefined) throw new OperatorError('DATABASE_URL is set: PostgreSQL has tools of its own for this.')
  const repaired = await repair({ dataFolder, now: Date.now })
  if (repaired.length === 0) process.stdout.write('No database is damaged.\n')
  for (const { path, damaged, rows, lostTables } of repaired)
    process.stdout.write(
      `${path}: ${rows} rows saved${lostTables.length > 0 ? `; rows may be missing in ${lostTables.join(', ')}` : ''}. The damaged file is ${damaged}.\n`,
    )
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
