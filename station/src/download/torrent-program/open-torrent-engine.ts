/** Opens the engine for torrents as it was set last: aria2, or the owner's program. */
import { join } from 'node:path'
import type { ProgramLibrary, TorrentEngine } from '../engine/engine.ts'
import { createTorrentTasks } from '../house-program/torrent-tasks.ts'
import type { TaskStore } from '../table/store.ts'
import { createProgramFile } from './program-file.ts'
import { createSwitchingEngine } from './switching-engine.ts'
import { openProgram, type DriverDeps } from './open-program.ts'
import { createTorrentProgram, type TorrentProgramDeps } from './torrent-program.ts'

/** aria2: undefined where none starts here. */
type OpenTorrentEngineDeps = DriverDeps & {
  folder: string
  store: TaskStore
  aria2: TorrentEngine | undefined
  warn: (line: string) => void
  onFault: (fault: unknown) => void
}

export function openTorrentEngine({ folder, store, aria2, warn, ...ports }: OpenTorrentEngineDeps) {
  const file = createProgramFile(join(folder, 'torrent-program.json'), warn)
  const tasks = createTorrentTasks(store)
  const login = file.now()
  const engine = createSwitchingEngine(aria2, login && openProgram(login, { ...ports, tasks, warn }))
  if (!engine.isThere())
    warn(
      'No usable aria2 is on this machine, so only plain http links can be downloaded: run "apt install aria2" and start again, or name a qBittorrent or a Transmission in the app.',
    )
  return {
    engine,
    setting: (parts: Pick<TorrentProgramDeps, 'folders' | 'whileQuiet'>) =>
      createTorrentProgram({ ...ports, ...parts, file, tasks, warn, engine, hasAria2: aria2 !== undefined }),
    /** Nothing while aria2 has the torrents, or the program is away. */
    async withLibrary(work: (library: ProgramLibrary) => Promise<void>): Promise<void> {
      const library = engine.isUp() ? engine.current()?.library : undefined
      if (library) await work(library)
    },
  }
}
