/** The movie feature: the film library, reported to the mirror and to the open apps, and poster uploads. */
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { KeyUser } from '../shared/api-key.ts'
import { findMediaTools, type MediaTools } from '../shared/ffmpeg.ts'
import { later } from '@homeport/contract/kit/later.ts'
import type { Feature } from '../kit/feature.ts'
import type { Mirror } from '../kit/connection/mirror.ts'
import { movieActs } from './acts.ts'
import { matchRelease } from './identify/match-release.ts'
import { openIdentification, type Identification, type IdentificationDeps } from './identify/open-identification.ts'
import { openMovies, type MovieDeps, type Movies } from './open.ts'
import { movieReports } from './reports.ts'
import { binActs } from './recycle-bin/bin-acts.ts'
import { createRecycleBin, type RecycleBin } from './recycle-bin/recycle-bin.ts'
import { recycleBinStore } from './recycle-bin/recycle-bin.store.ts'
import { writeAct } from './write-beside/write-act.ts'
import { createFilmWriter, type FilmWriterDeps } from './write-beside/write-film.ts'
import { writtenFilmQueries } from './write-beside/written-film.query.ts'
import { identityStore } from './film/identity.store.ts'
import { createUpload, type UploadDeps } from './upload.ts'

export type MovieFeatureDeps = Omit<MovieDeps, 'tools' | 'later'> & {
  devsn: string
  /** Searched for ffmpeg and ffprobe. */
  searchPath: string
  mirror: Mirror
  /** Sends to the open apps of all bound users. */
  push: (frame: FrameIn) => void
  /** Realms with a bound user and a connection. */
  realms: () => readonly Lang[]
  putBlob: UploadDeps['put']
  blobOf: IdentificationDeps['blobOf']
  filmDatabase: IdentificationDeps['settings']
  /** Files may be written beside films. */
  writesLibrary: boolean
  parts: FilmWriterDeps['parts']
}

export type MovieFeature = Feature & {
  tools: Promise<MediaTools>
  /** '' if ffmpeg is missing. */
  ffmpegVersion: () => string
  /** The key of the film database. */
  databaseKey: KeyUser
  /** Films and series that somebody wants to see: their entries, and what the library has of them. */
  wantedFilms: Identification['wantedFilms'] & { matchRelease: typeof matchRelease }
  /** Films that the film database has not been asked about. */
  toSearch: () => Promise<number>
  /** Moves into the recycle bin of its allowed folder. */
  toBin: RecycleBin['deletePath']
  /** Looks at these paths again: files came or went. */
  scan: (paths: readonly string[]) => Promise<void>
  films: Pick<
    Movies,
    | 'list'
    | 'film'
    | 'posterPath'
    | 'fileOf'
    | 'firstFileOf'
    | 'partsOf'
    | 'fileAt'
    | 'isVideo'
    | 'searchFacts'
    | 'episodesInOrder'
    | 'onChange'
  > & {
    roots: () => readonly string[]
    catalog: Movies['catalog']
  }
}

export function movieFeature(deps: MovieFeatureDeps): MovieFeature {
  const { searchPath, roots, events, realms, putBlob, onFault, warn } = deps
  const tools = findMediaTools({ searchPath })
  let ffmpegVersion = ''
  void tools.then(({ ffmpeg, ffprobe }) => {
    ffmpegVersion = ffmpeg?.version ?? ''
    if (!ffmpeg || !ffprobe)
      warn(
        'No ffmpeg and ffprobe run on this box: films are listed without length and picture, and some cannot be played. Install ffmpeg.',
      )
  })
  const movies = openMovies({ ...deps, tools, later })
  const reports = movieReports({ ...deps, now: deps.elapsed, movies, later })
  const upload = createUpload({ movies, realms, onFault, put: putBlob })
  const bin = createRecycleBin({ store: recycleBinStore(deps.db), scan: movies.scan, now: deps.now, onFault })
  const writer = createFilmWriter({
    films: writtenFilmQueries(deps.db),
    identities: identityStore(deps.db),
    folder: deps.folder,
    isAllowed: deps.writesLibrary,
    parts: deps.parts,
  })
  movies.onPicture(upload.wake)
  const identification = openIdentification({
    ...deps,
    tools,
    settings: deps.filmDatabase,
    onChange() {
      movies.changed()
      upload.wake()
    },
  })
  movies.onChange(() => identification.wake())
  events.on('household', (household) => upload.household(household.realms))
  events.on('line', ({ isUp }) => isUp && upload.wake())

  function lookAt(ids: readonly string[]): void {
    movies.lookAt(ids)
    identification.lookAt(ids)
  }

  return {
    acts: [...movieActs({ ...movies, lookAt }), ...identification.acts, ...binActs(bin), writeAct(writer)],
    start() {
      void movies.start().catch(onFault)
      void bin.sweep().catch(onFault)
    },
    slowTick() {
      identification.slowTick()
      void bin.sweep().catch(onFault)
    },
    async stop() {
      reports.stop()
      await identification.stop()
      await upload.stop()
      await movies.stop()
    },
    tools,
    ffmpegVersion: () => ffmpegVersion,
    databaseKey: identification.key,
    wantedFilms: { ...identification.wantedFilms, matchRelease },
    toSearch: identification.waiting,
    toBin: bin.deletePath,
    scan: movies.scan,
    films: {
      list: movies.list,
      film: movies.film,
      posterPath: movies.posterPath,
      fileOf: movies.fileOf,
      firstFileOf: movies.firstFileOf,
      partsOf: movies.partsOf,
      fileAt: movies.fileAt,
      isVideo: movies.isVideo,
      searchFacts: movies.searchFacts,
      episodesInOrder: movies.episodesInOrder,
      // The TV shows the catalogue, which follows a little later.
      onChange(listener) {
        movies.onChange(listener)
        movies.catalog.onChange(listener)
      },
      catalog: movies.catalog,
      roots: () => roots,
    },
  }
}
