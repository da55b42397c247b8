/** The engines for links and aria2 for torrents as one engine; the limit of the download speed is shared between all of them. */
import { taskKinds, type TaskKind } from '@homeport/contract/download/download.ts'
import { EngineAway, EngineRefusal, isLink, type Engine, type Job, type LinkEngine, type TorrentEngine } from './engine/engine.ts'
import { shareLimit, type Load } from './limits.ts'

/** links: each kind of link has one engine at most. torrents undefined, or not there: no program fetches torrents. */
export function combineEngines({
  links,
  torrents,
}: {
  links: readonly LinkEngine[]
  torrents: TorrentEngine | undefined
}): Engine {
  const ofKind = (kind: TaskKind) => links.find((engine) => engine.kinds.some((one) => one === kind))
  const all = [...links, ...(torrents ? [torrents] : [])]
  const torrentsNow = () => (torrents?.isThere?.() === false ? undefined : torrents)
  const speed = createSharedLimit(links, torrents)
  /** Without a kind: those that may have the job. */
  const enginesFor = (kind: TaskKind | undefined) => {
    const now = torrentsNow()
    if (kind === undefined) return [...links, ...(now ? [now] : [])]
    const one = isLink(kind) ? ofKind(kind) : now
    return one ? [one] : []
  }

  async function activeTorrents(): Promise<Job[]> {
    try {
      const now = torrentsNow()
      return now?.isUp() ? await now.active() : []
    } catch (error) {
      if (error instanceof EngineAway) return []
      throw error
    }
  }

  const activeLinks = (): Promise<Job[][]> => Promise.all(links.map(async (engine) => (engine.isUp() ? engine.active() : [])))

  return {
    get kinds() {
      return new Set(taskKinds.filter((kind) => enginesFor(kind).length > 0))
    },
    programName: () => torrentsNow()?.programName?.() ?? '',
    version: () => torrents?.version() ?? '',
    isUp: (kind) => enginesFor(kind).every((engine) => engine.isUp()),
    whenUp: async (withinMs) => torrentsNow()?.whenUp(withinMs) ?? true,

    async addLink(job) {
      const engine = ofKind(job.kind)
      if (!engine) throw new EngineRefusal(`no engine for ${job.kind}`)
      await speed.shareWith(engine)
      await engine.addLink(job)
    },
    swarmOf: async (gid) => torrentsNow()?.swarmOf(gid),
    async addTorrent(job) {
      const now = torrentsNow()
      if (!now) throw new EngineRefusal('no_engine')
      await speed.shareWith(undefined)
      await now.addTorrent(job)
    },
    async addMetadata(job) {
      const now = torrentsNow()
      if (!now) throw new EngineRefusal('no_engine')
      await speed.shareWith(undefined)
      await now.addMetadata(job)
    },

    async active() {
      const [ofLinks, ofTorrents] = [await activeLinks(), await activeTorrents()]
      const downloading = ofTorrents.filter(({ state }) => state === 'active')
      await speed.share([...ofLinks, ...(torrents ? [downloading] : [])])
      return [...ofLinks.flat(), ...ofTorrents]
    },
    async job(gid, kind) {
      for (const engine of enginesFor(kind)) {
        const job = await engine.job(gid)
        if (job) return job
      }
      return undefined
    },
    async files(gid, kind) {
      for (const engine of enginesFor(kind)) {
        const files = await engine.files(gid)
        if (files.length > 0) return files
      }
      return []
    },
    partOf: (gid, kind) => (isLink(kind) ? ofKind(kind)?.partOf?.(gid) : undefined),
    async pause(gid, kind) {
      for (const engine of enginesFor(kind)) await engine.pause(gid)
    },
    async unpause(gid, kind) {
      for (const engine of enginesFor(kind)) await engine.unpause(gid)
    },
    async complete(gid, kind) {
      if (isLink(kind)) await ofKind(kind)?.complete?.(gid)
    },
    async forget(gid, kind) {
      for (const engine of enginesFor(kind)) await engine.forget(gid)
    },
    async remove(gid, kind) {
      for (const engine of enginesFor(kind)) await (engine.remove?.(gid) ?? engine.forget(gid))
    },
    async limitJob(gid, kind, limits) {
      for (const engine of enginesFor(kind)) await engine.limitJob?.(gid, limits)
    },

    onChange(listener) {
      for (const engine of all) engine.onChange(listener)
    },
    async configure(limits) {
      // The links have their share also where there is no engine for torrents.
      const down_limit_bytes = speed.limit(limits.down_limit_bytes)
      await torrents?.configure({ ...limits, down_limit_bytes })
    },
    async start() {
      await Promise.all(all.map((engine) => engine.start()))
    },
    async stop() {
      await Promise.all(all.map((engine) => engine.stop()))
    },
  }
}

/** The setting, divided by what the engines do now. */
function createSharedLimit(links: readonly LinkEngine[], torrents: TorrentEngine | undefined) {
  const all = [...links, ...(torrents ? [torrents] : [])]
  let downLimit = 0
  /** In the order of the engines, as they were seen last. */
  let loads: Load[] = all.map(() => ({ jobs: 0, speed: 0 }))

  /** The last share is that of torrents. */
  function shareBetweenLinks(): number {
    const shares = shareLimit(downLimit, loads)
    for (const [at, engine] of links.entries()) engine.limitDown(shares[at] ?? 0)
    return torrents ? (shares.at(-1) ?? 0) : 0
  }

  return {
    /** The share of torrents. */
    limit(bytes: number): number {
      downLimit = bytes
      return shareBetweenLinks()
    },
    /** jobs: of each engine, those that download. */
    async share(jobs: readonly Job[][]): Promise<void> {
      loads = jobs.map(loadOf)
      const share = shareBetweenLinks()
      await torrents?.limitDown(share)
    },
    /** One that gets a job has a part of the limit from its start. Jobs of links may be aria2's too. */
    async shareWith(engine: LinkEngine | undefined): Promise<void> {
      const isGrown = (at: number) => all[at] === torrents || all[at] === engine
      loads = loads.map((load, at) => (isGrown(at) ? { ...load, jobs: Math.max(1, load.jobs) } : load))
      const share = shareBetweenLinks()
      await torrents?.limitDown(share)
    },
  }
}

function loadOf(jobs: readonly Job[]): Load {
  return { jobs: jobs.length, speed: jobs.reduce((sum, { speed_bytes }) => sum + speed_bytes, 0) }
}
