/** The engine of a program of the owner's, each kind by its own driver. */
import type { TorrentEngine } from '../engine/engine.ts'
import type { Driver } from '../house-program/driver.ts'
import { HouseEngine, type HouseEngineDeps } from '../house-program/engine.ts'
import type { ProgramLogin, ProgramDeps } from '../house-program/program-login.ts'
import { createQbittorrent } from '../qbittorrent/driver.ts'
import type { UnwrittenStore } from '../transmission/unwritten.store.ts'
import { createTransmission } from '../transmission/driver.ts'

export type DriverDeps = ProgramDeps & { unwritten: UnwrittenStore }

export const createDriver = (login: ProgramLogin, deps: DriverDeps): Driver =>
  login.kind === 'qbittorrent' ? createQbittorrent(login, deps) : createTransmission(login, deps)

export function openProgram(login: ProgramLogin, deps: Omit<HouseEngineDeps, 'driver'> & DriverDeps): TorrentEngine {
  return new HouseEngine({ ...deps, driver: createDriver(login, deps) })
}
