/** The trial of this version beside the one that runs (docs/decisions/052): it migrates a copy of the box's database, then starts once on an empty folder. */
import { migrations } from '../../migrations/all.ts'
import { openDb } from '../kit/db.ts'
import type { StationConfig } from './config.ts'
import { startStation } from './start.ts'

/** Nothing listens on it. */
const noCloud = 'http://127.0.0.1:1'

export async function tryStation(config: StationConfig, copy: string): Promise<void> {
  await (await openDb(copy, migrations)).destroy()
  const silent = () => {}
  const station = await startStation({ ...config, cloud: noCloud, screenPort: 0 }, { print: silent, warn: silent })
  await station.stop()
}
