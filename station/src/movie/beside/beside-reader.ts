/** Reads what lies beside films: their NFO files, and which pictures there are. */
import { open } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { MediaTools } from '../../shared/ffmpeg.ts'
import {
  besideEpisode,
  besideFilm,
  besideSeries,
  besideStems,
  foldersUpTo,
  pathOfSignature,
  signatureOf,
  fileStem,
  type Beside,
} from '../folder/beside-names.ts'
import type { BesideStore, TakenBeside } from './beside.store.ts'
import type { WholeFilm } from '../film/film.query.ts'
import { maxNfoBytes, readNfo, type Nfo } from '../nfo/read-nfo.ts'
import { keepPoster, pictureOfArt } from '../picture/picture.ts'
import { mainFiles } from '../film/playing-order.ts'
import type { PutOff } from './put-off.ts'

const filmsAtOnce = 50
const nothingBeside = { nfo: undefined, art: undefined, backdrop: undefined }
const innerFolder = /^(?:video_ts|bdmv|stream|(?:cd|dis[ck]|dvd)[\s._-]?\d{1,2})$/i

export type BesideReaderDeps = {
  store: Pick<BesideStore, 'besideChanged' | 'besideIn' | 'loneNfo' | 'episodeFolders' | 'hasOthers' | 'keepTaken'>
  folder: string
  tools: Promise<MediaTools>
  /** A picture was made. */
  onPicture: () => void
  onFault: (fault: unknown) => void
  warn: (line: string) => void
}

/** of: films and series on a screen, undefined for all. */
export type BesideJob = { of: readonly string[] | undefined; late: PutOff; signal: AbortSignal }
export type BesideReader = ReturnType<typeof createBesideReader>

export function createBesideReader({ store, folder, tools, onPicture, onFault, warn }: BesideReaderDeps) {
  /** One batch; false if there is nothing left to do. */
  async function readSome({ of, late, signal }: BesideJob): Promise<boolean> {
    const films = await store.besideChanged({ of, skipped: late.ids(), limit: filmsAtOnce })
    for (const film of films) {
      if (signal.aborted) return false
      const taken = await take(film, of !== undefined)
      if (taken === 'late') late.add(film.film_id)
      else await store.keepTaken(film, taken)
    }
    return films.length > 0
  }

  async function take(film: WholeFilm, isSeen: boolean): Promise<TakenBeside | 'late'> {
    const beside = await besideOf(film)
    const nfo = signatureOf(beside.nfo)
    const read = nfo === film.nfo ? undefined : await nfoAt(beside.nfo?.path)
    const backdrop_art = signatureOf(beside.backdrop)
    const backdrop = backdrop_art === film.backdrop_art ? film.backdrop : await backdropOf(backdrop_art, isSeen)
    if (backdrop === undefined) return 'late'
    const facts = nfo === film.nfo ? undefined : (read?.facts ?? null)
    return { nfo, art: signatureOf(beside.art), backdrop, backdrop_art, facts, episodes: episodesFor(film, read) }
  }

  async function besideOf(film: WholeFilm): Promise<Beside> {
    if (film.kind === 'series') return besideOfSeries(film)
    const [file] = mainFiles(film.files)
    if (!file) return nothingBeside
    const stems = [...new Set(film.files.map(({ path }) => fileStem(path)))].slice(0, 20)
    const inner = dirname(file.path)
    if (film.kind === 'episode')
      return besideEpisode(await store.besideIn([inner], besideStems(stems)), { folders: [inner], stems, isAlone: false })
    const folders = withOuter(file.root, inner)
    const own = folders.at(-1) ?? inner
    const isAlone = own !== file.root && !(await store.hasOthers(own, film))
    const names = isAlone ? [...stems, basename(own).toLowerCase()] : stems
    const beside = besideFilm(await store.besideIn(folders, besideStems(names)), { folders, stems: names, isAlone })
    return isAlone && !beside.nfo ? { ...beside, nfo: await store.loneNfo(own) } : beside
  }

  async function besideOfSeries(film: WholeFilm): Promise<Beside> {
    const files = await store.episodeFolders(film.film_id)
    const inner = new Map(files.map(({ path, root }) => [dirname(path), root]))
    const chains = [...inner].map(([from, root]) => foldersUpTo(root, from))
    const folders = [...new Set(chains.flat())]
    const own = await ownFolder(film, chains)
    return besideSeries(await store.besideIn(folders, besideStems([])), folders, own)
  }

  /** The outermost folder that holds this series and nothing else; of a series that lies in several the first. */
  async function ownFolder(film: WholeFilm, chains: readonly string[][]): Promise<string | undefined> {
    let own: string | undefined
    for (const folderAbove of chains[0] ?? []) {
      if (await store.hasOthers(folderAbove, film)) break
      own = folderAbove
    }
    return own
  }

  /** undefined: not drawn in time. */
  async function backdropOf(signature: string, isSeen: boolean): Promise<string | undefined> {
    const { ffmpeg } = await tools
    const path = pathOfSignature(signature)
    if (!ffmpeg || path === undefined) return ''
    const jpeg = await pictureOfArt(ffmpeg, { path, shape: 'backdrop', isSeen })
    if (jpeg === 'late') return undefined
    if (!jpeg) return ''
    const id = await keepPoster(folder, jpeg)
    onPicture()
    return id
  }

  /** undefined: there is none, it cannot be read, or it is refused. */
  async function nfoAt(path: string | undefined): Promise<Nfo | undefined> {
    if (path === undefined) return undefined
    try {
      const nfo = readNfo(await startOf(path))
      if (!nfo) warn(`The NFO file ${path} is larger than 1 MB or declares entities of its own: it is not read.`)
      return nfo
    } catch (fault) {
      onFault(fault)
      return undefined
    }
  }

  return { readSome }
}

/** The folder, and the film's above it where this one is a part or a disc's. */
function withOuter(root: string, folder: string): string[] {
  const folders = [folder]
  for (let at = folder; innerFolder.test(basename(at)) && dirname(at).length > root.length; at = dirname(at))
    folders.push(dirname(at))
  return folders
}

/** The facts of each episode of a file with several, by its number in the NFO, else by its position. */
function episodesFor({ episode, episode_end }: WholeFilm, nfo: Nfo | undefined): TakenBeside['episodes'] {
  if (episode === null || !nfo) return []
  return Array.from({ length: (episode_end ?? episode) - episode + 1 }, (_, at) => {
    const numbered = nfo.episodes.find((one) => one.episode === episode + at)
    return (numbered ?? nfo.episodes[at])?.facts ?? null
  })
}

/** One byte more than is accepted shows that it is too large. */
async function startOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const bytes = Buffer.alloc(maxNfoBytes + 1)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
