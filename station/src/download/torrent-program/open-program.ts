/** The engine of a program of the owner's, by its driver. */
import type { TorrentEngine } from '../engine/engine.ts'
import { HouseEngine, type HouseEngineDeps } from '../house-program/engine.ts'
import type { ProgramLogin, ProgramPorts } from '../house-program/program-login.ts'
import { createQbittorrent } from '../qbittorrent/driver.ts'

export function openProgram(login: ProgramLogin, deps: Omit<HouseEngineDeps, 'driver'> & ProgramPorts): TorrentEngine {
  return new HouseEngine({ ...deps, driver: createQbittorrent(login, deps) })
}
