/** The engine of a program of the owner's, each kind by its own driver. */
import type { TorrentEngine } from '../engine/engine.ts'
import type { Driver } from '../house-program/driver.ts'
import { HouseEngine, type HouseEngineDeps } from '../house-program/engine.ts'
import type { ProgramLogin, ProgramPorts } from '../house-program/program-login.ts'
import { createQbittorrent } from '../qbittorrent/driver.ts'
import { createTransmission } from '../transmission/driver.ts'

const drivers = { qbittorrent: createQbittorrent, transmission: createTransmission }

export const createDriver = (login: ProgramLogin, ports: ProgramPorts): Driver => drivers[login.kind](login, ports)

export function openProgram(login: ProgramLogin, deps: Omit<HouseEngineDeps, 'driver'> & ProgramPorts): TorrentEngine {
  return new HouseEngine({ ...deps, driver: createDriver(login, deps) })
}
