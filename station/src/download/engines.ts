/** The engine for links and aria2 for torrents as one engine; the limit of the download speed is shared between them. */
import { EngineAway, EngineRefusal, type Engine, type Job, type LinkEngine, type TorrentEngine } from './engine.ts'
import { shareLimit, type Load } from './limits.ts'

const idle: Load = { jobs: 0, speed: 0 }

/** torrents undefined: no aria2 starts on this machine. */
export function combineEngines({ links, torrents }: { links: LinkEngine; torrents: TorrentEngine | undefined }): Engine {
  let downLimit = 0
  let torrentLoad = idle

  /** The setting divided by what the engines do now. */
  async function share(linkLoad: Load): Promise<void> {
    const shares = shareLimit(downLimit, linkLoad, torrentLoad)
    links.limitDown(shares.links)
    await torrents?.limitDown(shares.torrents)
  }

  async function activeTorrents(): Promise<Job[]> {
    try {
      return torrents?.isUp() ? await torrents.active() : []
    } catch (error) {
      if (error instanceof EngineAway) return []
      throw error
    }
  }

  return {
    can: { magnets: torrents !== undefined },
    version: () => torrents?.version() ?? '',
    isUp: (kind) => kind === 'http' || torrents === undefined || torrents.isUp(),
    whenUp: async (withinMs) => torrents === undefined || torrents.whenUp(withinMs),

    async addHttp(job) {
      await links.addHttp(job)
      await share(loadOf(await links.active()))
    },
    addTorrent: (job) => torrents?.addTorrent(job) ?? Promise.reject(new EngineRefusal('no aria2')),
    addMetadata: (job) => torrents?.addMetadata(job) ?? Promise.reject(new EngineRefusal('no aria2')),

    async active() {
      const [ofLinks, ofTorrents] = [await links.active(), await activeTorrents()]
      torrentLoad = loadOf(ofTorrents.filter(({ state }) => state === 'active'))
      await share(loadOf(ofLinks))
      return [...ofLinks, ...ofTorrents]
    },
    job: async (gid, kind) => (await links.job(gid)) ?? (kind === 'http' ? undefined : torrents?.job(gid)),
    async files(gid, kind) {
      const ofLink = await links.files(gid)
      return ofLink.length > 0 || kind === 'http' ? ofLink : ((await torrents?.files(gid)) ?? [])
    },
    async pause(gid, kind) {
      await links.pause(gid)
      if (kind !== 'http') await torrents?.pause(gid)
    },
    async unpause(gid, kind) {
      await links.unpause(gid)
      if (kind !== 'http') await torrents?.unpause(gid)
    },
    async forget(gid, kind) {
      await links.forget(gid)
      if (kind !== 'http') await torrents?.forget(gid)
    },

    onChange(listener) {
      links.onChange(listener)
      torrents?.onChange(listener)
    },
    async configure(limits) {
      downLimit = limits.down_limit_bytes
      const shares = shareLimit(downLimit, loadOf(await links.active()), torrentLoad)
      links.limitDown(shares.links)
      await torrents?.configure({ ...limits, down_limit_bytes: shares.torrents })
    },
    async start() {
      await Promise.all([links.start(), torrents?.start()])
    },
    async stop() {
      await Promise.all([links.stop(), torrents?.stop()])
    },
  }
}

function loadOf(jobs: readonly Job[]): Load {
  return { jobs: jobs.length, speed: jobs.reduce((sum, { speed_bytes }) => sum + speed_bytes, 0) }
}
