/** Wires the downloads around the engine that runs on this machine. */
import { join } from 'node:path'
import { startWithinMs } from '@homeport/contract/download/download.ts'
import type { Db } from '../kit/db.ts'
import type { Lookup, SourceRule } from '../kit/outside.ts'
import type { StationEventBus } from '../shared/event-bus.ts'
import { findAria2, oldestAria2, packagedAria2, type Unusable } from './aria2/program.ts'
import { Aria2 } from './aria2/engine.ts'
import { Aria2Links } from './aria2/links.ts'
import { Ed2kClient } from './ed2k/client/ed2k-client.ts'
import type { Address } from './ed2k/ed2k-file.ts'
import { combineEngines } from './engines.ts'
import { taskFilmStore } from './table/task-film.store.ts'
import { loadTaskFilms } from './table/task-films.ts'
import { openEgressProxy } from './aria2/egress-proxy.ts'
import { createTorrentChecker } from './torrent/check-torrent.ts'
import { createTorrentMetadata } from './torrent/torrent-metadata.ts'
import { loadConfig } from './config.ts'
import { runOnDone } from './on-done.ts'
import { acceptLink } from './link/accept-link.ts'
import { chooseFolder } from './link/chosen-folder.ts'
import { createWatchedFolder } from './watched/watched-folder.ts'
import { createTaskFiles } from './task-files.ts'
import { loadDownloadFolders } from './folder/download-folders.ts'
import type { ProbeNames } from './folder/disk-names.ts'
import type { MountWatchDeps } from './folder/mount-watch.ts'
import { StreamEngine } from './stream/engine.ts'
import { findStreamTool } from './stream/find-stream-tool.ts'
import { HttpEngine } from './http/engine.ts'
import { taskStore } from './table/store.ts'
import { createGrowingFiles } from './playing/growing-files.ts'
import { createTasks } from './task/tasks.ts'
import { createFileList, type PutBlob } from './torrent/file-list.ts'
import { createLinkSize } from './link/link-size.ts'
import { createTorrentFetcher, type BlobOf } from './torrent/torrent-fetcher.ts'
import { unwrittenStore } from './transmission/unwritten.store.ts'
import { openTorrentEngine } from './torrent-program/open-torrent-engine.ts'
import { metaStore } from '../kit/meta.store.ts'

export type OpenDeps = {
  folder: string
  downloads: readonly string[]
  aria2: string
  /** A program that runs when a download is done, '' for none. */
  onDone?: string
  ed2kServers: readonly Address[]
  searchPath: string
  packaged?: string
  port: number
  screenPort: number
  tlsPort?: number
  privateSources: boolean
  db: Db
  blobOf: BlobOf
  putBlob: PutBlob
  /** How long a server may stay silent. */
  silenceMs?: number | undefined
  /** ffprobe finds a video at this address. */
  isVideo?: (address: string) => Promise<boolean>
  /** After which a stream that broke off is tried again. */
  streamWaitsMs?: readonly number[] | undefined
  lookup?: Lookup | undefined
  mountPointOf?: MountWatchDeps['mountPointOf']
  probe?: ProbeNames
  isPrivate?: SourceRule['isPrivate']
  events: StationEventBus
  now: () => number
  /** For how long something lasts, whatever is done to the clock; by itself `now`. */
  elapsed?: () => number
  onFault: (fault: unknown) => void
  warn: (line: string) => void
}

/** category: '' for none. */
type OwnStart = { id: string; category: string }

/** The sentences on each aria2 that cannot be used; one that nobody named and that is absent is not mentioned. */
function sentencesOf(failed: readonly Unusable[], named: string): string[] {
  return failed.flatMap(({ command, version }) => {
    if (version !== '') return `${command} is aria2 ${version}, which is too old; Homeport needs ${oldestAria2} or later.`
    return command === named ? `ARIA2 is "${named}", which does not start here; set it to the path of an aria2c that does.` : []
  })
}

type LinkEngineDeps = {
  rule: SourceRule
  silenceMs: number
  now: () => number
  elapsed: () => number
  waitsMs: readonly number[] | undefined
}
type LinkTools = {
  ed2k: { folder: string; downloads: string; servers: readonly Address[] }
  streams: Awaited<ReturnType<typeof findStreamTool>>
}

/** The engines of the box itself. */
function linkEngines({ waitsMs, now, elapsed, ...rest }: LinkEngineDeps, { ed2k, streams }: LinkTools) {
  const deps = { ...rest, now: elapsed }
  return [
    new HttpEngine(deps),
    new Ed2kClient({ ...ed2k, ...rest, now, elapsed }),
    ...(streams ? [new StreamEngine({ ...streams, ...deps, waitsMs })] : []),
  ]
}

export async function openDownloads(deps: OpenDeps) {
  const {
    folder,
    downloads,
    aria2,
    onDone = '',
    ed2kServers,
    searchPath,
    packaged = packagedAria2(),
    port,
    screenPort,
    tlsPort = 0,
    privateSources,
    db,
    blobOf,
    putBlob,
    silenceMs = 60_000,
    lookup,
    streamWaitsMs: waitsMs,
    events,
    onFault,
    warn,
  } = deps
  const { now, elapsed = now, isPrivate } = deps
  const { program, failed } = await findAria2({ configured: aria2, searchPath, packaged })
  for (const sentence of sentencesOf(failed, aria2)) warn(sentence)
  const rule: SourceRule = {
    allowPrivate: privateSources,
    lookup,
    isPrivate,
    ownPorts: () => [port, screenPort, tlsPort, guard?.port ?? 0, running?.port() ?? 0, growing.port()],
  }
  const [guard, meta] = [program && (await openEgressProxy({ rule })), metaStore(db)]
  const folders = await loadDownloadFolders(downloads, { ...deps, meta, jobs: join(folder, 'torrents', 'jobs') })
  const running =
    program && new Aria2(program, { folder, downloads: folders.first.root, searchPath, proxy: guard?.url ?? '', silenceMs })
  const streams = await findStreamTool(searchPath)
  const store = taskStore(db)
  const programPorts = { ownPorts: rule.ownPorts, lookup, onFault }
  const own = openTorrentEngine({ folder, store, aria2: running, warn, unwritten: unwrittenStore(db), ...programPorts })
  const ed2k = { folder, downloads: folders.first.root, servers: ed2kServers }
  const links = [
    ...linkEngines({ rule, silenceMs, now, elapsed, waitsMs }, { ed2k, streams }),
    ...(running ? [new Aria2Links(running, { isAlone: () => own.engine.current() !== running, onFault })] : []),
  ]
  const engine = combineEngines({ links, torrents: own.engine })
  const checker = createTorrentChecker()
  const magnets = createTorrentMetadata({ engine, folder, rule, check: (bytes) => checker.check(bytes) })
  const growing = createGrowingFiles({ store, engine, folders, onFault })
  await store.nameFirstFolder(folders.firstId)
  const config = await loadConfig({ meta, engine, folders, hasOnDone: onDone !== '', now })
  const torrents = createTorrentFetcher({ magnets, rule, blobOf, silenceMs })
  const tasks = createTasks({
    torrents,
    rule,
    store,
    films: await loadTaskFilms(taskFilmStore(db, folders.list)),
    engine,
    magnets,
    folders,
    events,
    now,
    elapsed,
    onFault,
    maxRunning: () => (config.limits().pausedUntil === null ? config.now().max_running : 0),
    downLimit: () => config.limits().down_limit_bytes,
    pausedUntil: () => config.limits().pausedUntil,
    growing,
    isVideo: deps.isVideo,
  })
  const torrentProgram = own.setting({ folders, whileQuiet: (work) => tasks.changeEngine(own.engine, work) })
  runOnDone({ program: onDone, events, searchPath, pathOf: (task_id) => tasks.pathOf(task_id), warn, onFault })
  const watched = createWatchedFolder({
    folder: () => config.watched(),
    start: async (what, id) => void (await startByItself(what, { id, category: '' })),
    warn,
    onFault,
  })

  /** As a start from an app, with the box's own settings for where it lies; the same id is the same start. */
  async function startByItself(what: { url: string } | { torrent: Buffer }, { id, category }: OwnStart): Promise<string> {
    const named = chooseFolder({ name: '', folder_id: '', folder_path: '', category }, config.now())
    const chosenFolder = { ...named, folder_id: folders.idOf(named.folder_id) }
    const accepted = 'url' in what ? await acceptLink(what.url, { rule, kinds: engine.kinds }) : await torrents.keep(what.torrent)
    const started = await tasks.start({ id, accepted, select: undefined, chosenFolder, withinMs: startWithinMs })
    return started.task_id
  }

  return {
    /** By the clock: the schedule, what a program of the owner's has, and the watched folder. */
    async tick(): Promise<void> {
      await config.tick()
      await own.withLibrary(tasks.adopt)
      await watched.look()
    },
    startByItself,
    engine,
    torrentProgram,
    aria2Version: () => program?.version ?? '',
    folders,
    magnets,
    tasks,
    config,
    media: createTaskFiles({ store, folders, engine, growing, canPlay: tasks.canPlay }),
    torrents,
    list: createFileList({ putBlob, onFault }),
    linkSize: createLinkSize({ rule }),
    rule,
    start: () => engine.start(),
    async stop(): Promise<void> {
      await tasks.keepNumbers()
      await tasks.stopMoving()
      await engine.stop()
      await tasks.idle()
      await growing.stop()
      await checker.stop()
      await guard?.stop()
    },
  }
}
