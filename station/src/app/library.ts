/** Wires the film library to folders, downloads, mirror, open apps and poster uploads. */
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { blobPath } from '@homeport/contract/kit/link.ts'
import type { Lang } from '@homeport/contract/kit/promise.ts'
import type { Db } from '../kit/db.ts'
import { findMediaTools } from '../kit/ffmpeg.ts'
import type { Identity } from '../kit/identity.ts'
import type { Mirror } from '../kit/mirror.ts'
import { putBlob } from '../kit/outside.ts'
import type { StationEventBus } from '../kit/event-bus.ts'
import { movieActs } from '../movie/acts.ts'
import { openMovies, type Claim } from '../movie/open.ts'
import { movieReports } from '../movie/reports.ts'
import { createUpload } from '../movie/upload.ts'
import type { StationConfig } from './config.ts'

export type LibraryParts = {
  config: StationConfig
  db: Db
  tell: StationEventBus
  mirror: Mirror
  identity: Identity
  now: () => number
  onFault: (fault: unknown) => void
  warn: (line: string) => void
  claimOf: (path: string) => Promise<Claim>
  /** Realms with a bound user and a connection. */
  realms: () => readonly Lang[]
  cloudNow: () => number
  push: (frame: FrameIn) => void
}

export function openLibrary(parts: LibraryParts) {
  const { config, tell, mirror, identity, now, onFault, warn, realms, cloudNow, push } = parts
  const tools = findMediaTools(config)
  let ffmpegVersion = ''
  void tools.then(({ ffmpeg, ffprobe }) => {
    ffmpegVersion = ffmpeg?.version ?? ''
    if (!ffmpeg || !ffprobe)
      warn(
        'No ffmpeg and ffprobe run on this box: films are listed without length and picture, and some cannot be played. Install ffmpeg.',
      )
  })
  const movies = openMovies({ ...parts, folder: config.folder, roots: [config.downloads, ...config.library], tools })
  const reports = movieReports({ devsn: identity.devsn, movies, tell, mirror, now, onFault, push })
  const upload = createUpload({
    movies,
    realms,
    onFault,
    async put(realm, id, bytes) {
      const path = blobPath(realm, id)
      await putBlob(config.cloud + path, bytes, `Box ${await identity.blobToken(path, Math.floor(cloudNow() / 1000))}`)
    },
  })
  movies.onPicture(upload.wake)
  tell.on('household', (said) => upload.household(said.realms))
  tell.on('line', ({ isUp }) => isUp && upload.wake())
  const roots = [config.downloads, ...config.library]
  return {
    movies,
    tools,
    /** The library functions that the TV needs. */
    films: {
      list: movies.list,
      film: movies.film,
      posterPath: movies.posterPath,
      fileOf: movies.fileOf,
      firstFileOf: movies.firstFileOf,
      fileAt: movies.fileAt,
      roots: () => roots,
    },
    acts: movieActs(movies),
    ffmpegVersion: () => ffmpegVersion,
    start: () => void movies.start().catch(onFault),
    async stop(): Promise<void> {
      reports.stop()
      await upload.stop()
      await movies.stop()
    },
  }
}
