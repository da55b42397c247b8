/** The files feature: looking through the allowed folders, changing them, and files to and from phones. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Db } from '../kit/db.ts'
import type { StationEventBus } from '../shared/event-bus.ts'
import type { Feature } from '../kit/feature.ts'
import type { MetaStore } from '../kit/meta.store.ts'
import { fileActs, type FileActDeps } from './acts.ts'
import { createAllowedFolders, type AllowedFoldersDeps } from './allowed-folders.ts'
import { fileFactQueries } from './file-facts.query.ts'
import { createDiskRoom } from './disk-room.ts'
import { createFileJobs, type FileJobDeps } from './file-jobs.ts'
import { createFolderPages } from './file-list.ts'
import { createFileTickets } from './file-tickets.ts'
import { loadPartFiles, type PartFiles } from './part-files.ts'
import { createTrees } from './trees.ts'
import { uploadStore } from './upload.store.ts'
import { createUploads, type UploadDeps } from './uploads.ts'

export type FilesDeps = AllowedFoldersDeps &
  Pick<FileActDeps, 'putBlob' | 'isMember' | 'address' | 'httpsPort'> &
  Pick<UploadDeps, 'blobOf'> & {
    db: Db
    meta: MetaStore
    events: StationEventBus
    /** Moves into the recycle bin. */
    toBin: (entry: { root: string; path: string; raw: Buffer; size: number }) => Promise<void>
    /** Looks at these paths again. */
    scan: (paths: readonly string[]) => Promise<void>
    now: () => number
    elapsed: () => number
    onFault: (fault: unknown) => void
  }

export type FilesFeature = Feature & {
  /** For files that another feature writes in allowed folders. */
  parts: Pick<PartFiles, 'add' | 'leave'>
  /** Answers a phone that takes a file. */
  download: (request: IncomingMessage, response: ServerResponse, ticket: string) => Promise<void>
  /** An address for a file that another feature gives away, as of file_download; path: absolute. */
  fileAddress: (path: string, isAllowed: () => boolean) => Promise<{ url: string; https_port: number }>
}

export async function filesFeature(deps: FilesDeps): Promise<FilesFeature> {
  const { db, meta, events, toBin, scan, elapsed, onFault } = deps
  const facts = fileFactQueries(db, deps.downloads)
  const folders = createAllowedFolders(deps, facts)
  const onChange: FileJobDeps['onChange'] = (changes) => {
    const moves = changes.filter(({ from, to }) => from !== to)
    if (moves.length > 0) events.emit('file_moves', { moves })
    void scan([...new Set(changes.flatMap(({ from, to }) => [from, to]))]).catch(onFault)
  }
  const room = createDiskRoom()
  const parts = await loadPartFiles({ meta, isConnected: (path) => folders.isConnected(path), onFault })
  const jobs = createFileJobs({
    folders,
    isInUse: (path) => facts.isInUse(path),
    toBin: ({ folder, names, abs }, size) =>
      toBin({ root: folder.path, path: [folder.path, ...names.slice(1)].join('/'), raw: abs, size }),
    onChange,
    trees: createTrees({ parts, room }),
    now: elapsed,
    onFault,
  })
  const tickets = createFileTickets({ now: elapsed })
  events.on('household', () => tickets.endOthers())
  const uploads = createUploads({ ...deps, folders, room, store: uploadStore(db), onChange })
  await uploads.open()
  return {
    parts,
    acts: fileActs({ ...deps, folders, pages: createFolderPages({ folders, facts, now: elapsed }), jobs, tickets, uploads }),
    start: () => void parts.look().catch(onFault),
    slowTick() {
      void parts.look().catch(onFault)
      void uploads.sweep().catch(onFault)
    },
    stop: () => jobs.stop(),
    download: (request, response, ticket) => tickets.answer(request, response, ticket),
    async fileAddress(path, isAllowed) {
      const base = deps.address()
      return { url: base === '' ? '' : base + (await tickets.issueFile(path, isAllowed)), https_port: deps.httpsPort() }
    },
  }
}
