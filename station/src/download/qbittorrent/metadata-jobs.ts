/** Metadata of magnets by the program: a magnet that stops once it has it, whose torrent file the box takes; then it leaves the program again. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sourceOf } from '@homeport/contract/shape/link/parse-link.ts'
import { EngineAway, EngineRefusal, type Job } from '../engine/engine.ts'
import { diskErrorNumber } from '../engine/failure.ts'
import { newJob } from '../engine/in-process-engine.ts'
import type { Entry } from './answers.ts'
import type { Api } from './client.ts'
import type { TorrentList } from './torrent-list.ts'
import type { Verbs } from './verbs.ts'

/** A download never has it. */
const metadataTag = 'homeport-metadata'
/** error: aria2's number, 0 while it goes on. */
type MetadataJob = { hash: string; dir: string; isDone: boolean; error: number; isOwn: boolean }

export function createMetadataJobs({ api, list }: { api: Api; list: TorrentList }) {
  const jobs = new Map<string, MetadataJob>()

  const isOf = ({ tags }: Pick<Entry, 'tags'>): boolean => tags.split(',').some((tag) => tag.trim() === metadataTag)
  const drop = (hash: string) => api.post('torrents/delete', { hashes: hash, deleteFiles: false })

  async function take(job: MetadataJob): Promise<void> {
    const entry = list.of(job.hash)
    if (!entry || entry.total_size < 0) return
    await mkdir(job.dir, { recursive: true })
    const file = join(job.dir, `${job.hash}.torrent`)
    await writeFile(`${file}.new`, await api.bytes(`torrents/export?hash=${job.hash}`))
    await rename(`${file}.new`, file)
    job.isDone = true
    if (job.isOwn) await drop(job.hash)
  }

  const jobOf = (gid: string): Job | undefined => {
    const job = jobs.get(gid)
    return job && { ...newJob(gid, 0), error: job.error, state: job.error > 0 ? 'error' : job.isDone ? 'complete' : 'active' }
  }

  return {
    isOf,
    jobOf,
    active: (): Job[] => [...jobs.keys()].flatMap((gid) => jobOf(gid) ?? []).filter(({ state }) => state === 'active'),
    async add({ gid, magnet, dir }: { gid: string; magnet: string; dir: string }, verbs: Verbs): Promise<void> {
      const source = sourceOf(magnet)
      if (source.kind !== 'magnet') throw new EngineRefusal('no magnet')
      const { infoHash: hash } = source
      await list.read({ isNow: true })
      const before = list.of(hash)
      const isOwn = before === undefined || isOf(before)
      jobs.set(gid, { hash, dir, isDone: false, error: 0, isOwn })
      if (before) return
      const fields = { ...verbs.added(false), urls: magnet, tags: metadataTag, stopCondition: 'MetadataReceived' }
      await api.post('torrents/add', fields)
      await list.read({ isNow: true })
      await verbs.begin(api, hash)
    },
    /** Takes the metadata that has come. */
    async look(): Promise<void> {
      for (const job of jobs.values()) {
        if (job.isDone || job.error > 0) continue
        try {
          await take(job)
        } catch (error) {
          // It has none yet, or the torrent has left the program.
          if (error instanceof EngineAway) throw error
          // A disk that refuses a write fails this magnet only.
          if (!(error instanceof EngineRefusal)) job.error = diskErrorNumber(error) ?? 1
        }
      }
    },
    async forget(gid: string): Promise<void> {
      const job = jobs.get(gid)
      jobs.delete(gid)
      if (!job?.isOwn || job.isDone) return
      const entry = list.of(job.hash)
      if (entry && isOf(entry)) await drop(job.hash)
    },
    /** Those of before a kill. */
    async dropLeftOvers(): Promise<void> {
      const requested = new Set([...jobs.values()].map(({ hash }) => hash))
      for (const [hash, entry] of list.all()) if (isOf(entry) && !requested.has(hash)) await drop(hash)
    },
    async dropAll(): Promise<void> {
      for (const job of jobs.values()) if (job.isOwn && !job.isDone) await drop(job.hash)
      jobs.clear()
    },
  }
}
