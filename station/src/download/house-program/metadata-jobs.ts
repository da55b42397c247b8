/** Metadata of magnets by the program: a magnet whose torrent file the box takes once the program has it; then it leaves the program again. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseLink } from '@homeport/contract/shape/link/parse-link.ts'
import { EngineAway, EngineRefusal, type Job } from '../engine/engine.ts'
import { diskErrorNumber } from '../engine/failure.ts'
import { newJob } from '../engine/in-process-engine.ts'
import { asideName, isOfMetadata, type Driver } from './driver.ts'
import { torrentFileOf } from './torrent-file-of.ts'
import type { TorrentList } from './torrent-list.ts'

/** error: aria2's number, 0 while it goes on. isOwn: it is in the program for its metadata only. */
type MetadataJob = { hash: string; dir: string; isDone: boolean; error: number; isOwn: boolean }

export function createMetadataJobs({ driver, list }: { driver: Driver; list: TorrentList }) {
  const jobs = new Map<string, MetadataJob>()

  /** Here the program may put what comes of the files before the magnet leaves it. */
  const asideOf = ({ dir, hash }: Pick<MetadataJob, 'dir' | 'hash'>): string => join(dir, asideName(hash))

  async function drop(job: MetadataJob): Promise<void> {
    await driver.removeMagnet(job.hash)
    await rm(asideOf(job), { recursive: true, force: true })
  }

  async function take(job: MetadataJob): Promise<void> {
    if (!list.of(job.hash)?.hasMetadata) return
    const bytes = await torrentFileOf(driver, job.hash)
    await mkdir(job.dir, { recursive: true })
    const file = join(job.dir, `${job.hash}.torrent`)
    await writeFile(`${file}.new`, bytes)
    await rename(`${file}.new`, file)
    job.isDone = true
    if (job.isOwn) await drop(job)
  }

  const jobOf = (gid: string): Job | undefined => {
    const job = jobs.get(gid)
    return job && { ...newJob(gid, 0), error: job.error, state: job.error > 0 ? 'error' : job.isDone ? 'complete' : 'active' }
  }

  return {
    jobOf,
    active: (): Job[] => [...jobs.keys()].flatMap((gid) => jobOf(gid) ?? []).filter(({ state }) => state === 'active'),
    async add({ gid, magnet, dir }: { gid: string; magnet: string; dir: string }): Promise<void> {
      const link = parseLink(magnet)
      if (link.kind !== 'magnet') throw new EngineRefusal('no magnet')
      const { infoHash: hash } = link
      await list.read({ isNow: true })
      const before = list.of(hash)
      const isOwn = before === undefined || isOfMetadata(before)
      const job = { hash, dir, isDone: false, error: 0, isOwn }
      jobs.set(gid, job)
      if (before) return
      await driver.addMagnet({ hash, magnet, folder: asideOf(job) })
      await list.read({ isNow: true })
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
      if (entry && isOfMetadata(entry)) await drop(job)
    },
    /** Those of before a kill. */
    async dropLeftOvers(): Promise<void> {
      const requested = new Set([...jobs.values()].map(({ hash }) => hash))
      for (const [hash, entry] of list.all()) if (isOfMetadata(entry) && !requested.has(hash)) await driver.removeMagnet(hash)
    },
    async dropAll(): Promise<void> {
      for (const job of jobs.values()) if (job.isOwn && !job.isDone) await drop(job)
      jobs.clear()
    },
  }
}
