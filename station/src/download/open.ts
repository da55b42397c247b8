/** Wires the downloads around the engine that runs on this machine. */
import { join } from 'node:path'
import type { Db } from '../kit/db.ts'
import type { Lookup, SourceRule } from '../kit/outside.ts'
import type { StationEventBus } from '../kit/event-bus.ts'
import { findAria2, packagedAria2 } from './aria2/program.ts'
import { Aria2 } from './aria2/engine.ts'
import { combineEngines } from './engines.ts'
import { taskFilmStore } from './task-film.store.ts'
import { openTaskFilms } from './task-films.ts'
import { openEgressProxy } from './egress-proxy.ts'
import { createTorrentChecker } from './source/check-torrent.ts'
import { createTorrentMetadata } from './source/torrent-metadata.ts'
import { openConfig } from './config.ts'
import { openTaskFiles } from './task-files.ts'
import { createDownloadDir } from './download-dir.ts'
import { HttpEngine } from './http/engine.ts'
import { taskStore } from './store.ts'
import { createTasks } from './task/tasks.ts'
import { createFileList, type PutBlob } from './source/file-list.ts'
import { createLinkSize } from './source/link-size.ts'
import { createTorrentFiles, type BlobOf } from './source/torrent-file.ts'
import { metaStore } from '../kit/meta.store.ts'

export type OpenParts = {
  folder: string
  downloads: string
  aria2: string
  searchPath: string
  packaged?: string
  port: number
  screenPort: number
  privateSources: boolean
  db: Db
  blobOf: BlobOf
  putBlob: PutBlob
  /** How long a server may stay silent. */
  silenceMs?: number | undefined
  lookup?: Lookup | undefined
  isPrivate?: SourceRule['isPrivate']
  events: StationEventBus
  now: () => number
  onFault: (fault: unknown) => void
  warn: (line: string) => void
}

export async function openDownloads(parts: OpenParts) {
  const {
    folder,
    downloads,
    aria2,
    searchPath,
    packaged = packagedAria2(),
    port,
    screenPort,
    privateSources,
    db,
    blobOf,
    putBlob,
    silenceMs = 60_000,
    lookup,
    isPrivate,
    events,
    now,
    onFault,
    warn,
  } = parts
  const { program, failed } = await findAria2({ configured: aria2, searchPath, packaged })
  if (aria2 !== '' && failed.includes(aria2))
    warn(`ARIA2 is "${aria2}", which does not start here; set it to the path of an aria2c that does.`)
  if (!program)
    warn('No aria2 starts on this machine, so only plain http links can be downloaded: run "apt install aria2" and start again.')
  const rule: SourceRule = {
    allowPrivate: privateSources,
    lookup,
    isPrivate,
    ownPorts: () => [port, screenPort, guard?.port ?? 0, running?.port() ?? 0],
  }
  const guard = program && (await openEgressProxy({ rule }))
  const running = program && new Aria2(program, { folder, downloads, searchPath, proxy: guard?.url ?? '', silenceMs })
  const engine = combineEngines({ links: new HttpEngine({ rule, silenceMs, now }), torrents: running })
  const downloadDir = createDownloadDir(downloads, join(folder, 'torrents', 'jobs'))
  const checker = createTorrentChecker()
  const magnets = createTorrentMetadata({ engine, folder, rule, check: (bytes) => checker.check(bytes) })
  const store = taskStore(db)
  const config = await openConfig({ meta: metaStore(db), engine, root: downloadDir.root })
  const torrents = createTorrentFiles({ magnets, rule, blobOf, silenceMs })
  const tasks = createTasks({
    torrents,
    rule,
    store,
    films: await openTaskFilms(taskFilmStore(db, downloadDir.root)),
    engine,
    magnets,
    place: downloadDir,
    events,
    now,
    onFault,
    maxRunning: () => config.now().max_running,
  })
  return {
    engine,
    place: downloadDir,
    magnets,
    tasks,
    config,
    media: openTaskFiles({ store, place: downloadDir, engine }),
    torrents,
    list: createFileList({ putBlob, onFault }),
    linkSize: createLinkSize({ rule }),
    rule,
    start: () => engine.start(),
    async stop(): Promise<void> {
      await tasks.keepNumbers()
      await engine.stop()
      await tasks.idle()
      await checker.stop()
      await guard?.stop()
    },
  }
}
