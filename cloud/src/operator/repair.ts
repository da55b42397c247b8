/** Repairs the damaged ones of the cloud's SQLite files. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { langs } from '@homeport/contract/kit/operation.ts'
import { readSteps } from '../kit/db/migrate.ts'
import { isSound, repairFile, type Repaired } from '../kit/db/repair-file.ts'
import { OperatorError } from '../kit/operator-error.ts'

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Files that are sound stay as they are. Homeport must not run meanwhile. */
export async function repair({ dataFolder, now }: { dataFolder: string; now: () => number }): Promise<Repaired[]> {
  const steps = await readSteps(migrations)
  const repaired: Repaired[] = []
  for (const lang of langs) {
    const path = join(dataFolder, 'cloud', `${lang}.db`)
    if (!existsSync(path)) throw new OperatorError(`There is no database ${path}: set HOMEPORT_DATA to the data folder.`)
    if (!isSound(path)) repaired.push(await repairFile(path, { steps, now }))
  }
  return repaired
}
