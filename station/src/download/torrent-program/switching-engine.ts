/** The engine for torrents: the box's own aria2, or a program of the owner's in its place. Another one may take over at any moment. */
import { EventEmitter } from 'node:events'
import { EngineRefusal, type Limits, type TorrentEngine } from '../engine/engine.ts'

export type SwitchingEngine = TorrentEngine & {
  isThere(): boolean
  programName(): string
  current(): TorrentEngine | undefined
  /** Resolves once the one before no longer runs; what it has not finished goes on with the next one. */
  use(next: TorrentEngine | undefined): Promise<void>
}

/** aria2: undefined where none starts here. It goes on beside a program, for ftp links. */
export function createSwitchingEngine(aria2: TorrentEngine | undefined, program: TorrentEngine | undefined): SwitchingEngine {
  const events = new EventEmitter()
  events.setMaxListeners(0)
  const followed = new Set<TorrentEngine>()
  let current = program ?? aria2
  let limits: Limits | undefined
  let isStarted = false

  function follow(engine: TorrentEngine): void {
    if (followed.has(engine)) return
    followed.add(engine)
    engine.onChange((gid) => {
      if (engine === current || (engine === aria2 && gid !== '')) events.emit('change', gid)
    })
  }
  for (const engine of [aria2, program]) if (engine) follow(engine)

  const running = (): TorrentEngine[] => [...new Set([aria2, current])].filter((engine) => engine !== undefined)

  function now(): TorrentEngine {
    if (!current) throw new EngineRefusal('no_engine')
    return current
  }

  return {
    isThere: () => current !== undefined,
    programName: () => current?.programName?.() ?? '',
    current: () => current,
    async use(next) {
      const before = current
      if (next) follow(next)
      current = next ?? aria2
      if (limits && current) await current.configure(limits)
      if (isStarted && next) await next.start()
      if (before && before !== aria2 && before !== current) await before.stop()
      events.emit('change', '')
    },

    version: () => current?.version() ?? '',
    isUp: () => current?.isUp() ?? true,
    whenUp: async (withinMs) => current?.whenUp(withinMs) ?? true,
    active: async () => current?.active() ?? [],
    job: async (gid) => current?.job(gid),
    files: async (gid) => current?.files(gid) ?? [],
    swarmOf: async (gid) => current?.swarmOf(gid),
    pause: async (gid) => current?.pause(gid),
    unpause: async (gid) => current?.unpause(gid),
    forget: async (gid) => current?.forget(gid),
    remove: async (gid) => current?.remove?.(gid) ?? current?.forget(gid),
    limitJob: async (gid, own) => current?.limitJob?.(gid, own),
    addTorrent: async (job) => now().addTorrent(job),
    addMetadata: async (job) => now().addMetadata(job),
    onChange: (listener) => void events.on('change', listener),
    async configure(next) {
      limits = next
      for (const engine of running()) await engine.configure(next)
    },
    async limitDown(bytes) {
      if (limits) limits = { ...limits, down_limit_bytes: bytes }
      await current?.limitDown(bytes)
    },
    async start() {
      isStarted = true
      await Promise.all(running().map((engine) => engine.start()))
    },
    async stop() {
      await Promise.all(running().map((engine) => engine.stop()))
    },
  }
}
