/** Writes NFO, poster and backdrop beside a film or series at a person's wish, and only where the operator allows writing. */
import { readFile } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, sep } from 'node:path'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { WriteRefusal } from '@homeport/contract/movie/identify.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { FilmIdentity, identityStore } from '../film/identity.store.ts'
import { discOf } from '../recycle-bin/moves.ts'
import { findPoster } from '../picture/picture.ts'
import { judgeBeside, writeBeside, type BesideFile, type PartFiles } from './beside-file.ts'
import { episodeNfo, filmNfo } from './nfo-text.ts'
import type { writtenFilmQueries, WrittenFilm } from './written-film.query.ts'

export type FilmWriterDeps = {
  films: ReturnType<typeof writtenFilmQueries>
  identities: Pick<ReturnType<typeof identityStore>, 'identities' | 'episodeFacts'>
  folder: string
  isAllowed: boolean
  parts: PartFiles
}
export type FilmWriter = ReturnType<typeof createFilmWriter>

const seasonFolder = /^(?:season|staffel|saison|series|s)[\s._]?\d{1,4}$|^specials?$|^第\s?[\d一二三四五六七八九十]+\s?季$/iu

export function createFilmWriter({ films, identities, folder, isAllowed, parts }: FilmWriterDeps) {
  /** Paths of the written files, relative to their library folder. */
  async function write(filmId: string, { overwrite, lang }: { overwrite: boolean; lang: Lang }): Promise<string[]> {
    const film = await films.film(filmId)
    if (!film || film.kind === 'episode') throw new Refusal(Code.notFound)
    if (!isAllowed) throw refusal({ reason: 'off', file: '' })
    const identity = (await identities.identities([filmId])).get(filmId)
    if (!identity || identity.source === 'no') throw refusal({ reason: 'unidentified', file: '' })
    const files = film.kind === 'series' ? await seriesFiles(film, identity, lang) : await filmFiles(film, identity, lang)
    // All are looked at first: nothing is written where one is in the way.
    const replaced = new Set<BesideFile>()
    for (const file of files) {
      const verdict = await judgeBeside(file, { folder, overwrite })
      if (verdict === 'replaces') replaced.add(file)
      else if (verdict) throw refusal(verdict)
    }
    for (const file of files) {
      const error = await writeBeside(file, { isReplacing: replaced.has(file), parts })
      if (error) throw refusal(error)
    }
    return files.map(({ root, path }) => relative(root, path))
  }

  async function filmFiles(film: WrittenFilm, identity: FilmIdentity, lang: Lang): Promise<BesideFile[]> {
    const [first] = film.files
    if (!first) throw new Refusal(Code.notFound)
    const { root, path } = first
    const disc = discOf(root, path)
    const stem = join(dirname(path), basename(path, extname(path)))
    const names =
      disc === undefined
        ? { nfo: `${stem}.nfo`, poster: `${stem}-poster.jpg`, fanart: `${stem}-fanart.jpg` }
        : inFolder(dirname(disc), 'movie.nfo')
    return ofFilm({ film, identity, root, names }, lang)
  }

  async function seriesFiles(film: WrittenFilm, identity: FilmIdentity, lang: Lang): Promise<BesideFile[]> {
    const episodes = await films.episodes(film.film_id)
    const [first] = episodes
    const home =
      first &&
      seriesFolder(
        first.root,
        episodes.map(({ path }) => path),
      )
    if (!first || home === undefined) throw refusal({ reason: 'no_folder', file: '' })
    const { root } = first
    const facts = await identities.episodeFacts(film.film_id)
    const nfos = episodes.flatMap(({ season, episode, path }) => {
      const episodeFacts = facts.get(`${season}/${episode}`)
      if (!episodeFacts || (episodeFacts.texts[lang].title === '' && episodeFacts.texts[lang].overview === '')) return []
      const text = episodeNfo({ season, episode, facts: episodeFacts }, { lang, series: titleOf(film, identity, lang) })
      return [{ root, path: `${path.slice(0, path.length - extname(path).length)}.nfo`, bytes: Buffer.from(text) }]
    })
    return [...(await ofFilm({ film, identity, root, names: inFolder(home, 'tvshow.nfo') }, lang)), ...nfos]
  }

  type Target = {
    film: WrittenFilm
    identity: FilmIdentity
    root: string
    names: { nfo: string; poster: string; fanart: string }
  }

  async function ofFilm({ film, identity, root, names }: Target, lang: Lang): Promise<BesideFile[]> {
    const { facts } = identity
    const kind = film.kind === 'series' ? 'series' : 'film'
    const text = filmNfo({ kind, title: titleOf(film, identity, lang), year: facts.year ?? film.year, facts }, lang)
    const [poster, fanart] = await Promise.all([bytesOf(facts.poster), bytesOf(facts.backdrop)])
    return [
      { root, path: names.nfo, bytes: Buffer.from(text) },
      ...(poster ? [{ root, path: names.poster, bytes: poster }] : []),
      ...(fanart ? [{ root, path: names.fanart, bytes: fanart }] : []),
    ]
  }

  async function bytesOf(picture: string): Promise<Buffer | undefined> {
    const path = await findPoster(folder, picture)
    return path === undefined ? undefined : readFile(path)
  }

  return { write }
}

function inFolder(folder: string, nfo: string) {
  return { nfo: join(folder, nfo), poster: join(folder, 'poster.jpg'), fanart: join(folder, 'fanart.jpg') }
}

function titleOf(film: WrittenFilm, { facts }: FilmIdentity, lang: Lang): string {
  return facts.texts[lang].title || film.title
}

/** The folder of all episodes, above those of seasons; undefined if they lie directly in the library folder. */
function seriesFolder(root: string, paths: readonly string[]): string | undefined {
  const steps = paths.map((path) => relative(root, dirname(path)).split(sep))
  const [first = []] = steps
  const shared = first.findIndex((step, at) => steps.some((other) => other[at] !== step))
  const common = shared < 0 ? first : first.slice(0, shared)
  const last = common.at(-1)
  const own = last !== undefined && seasonFolder.test(last) ? common.slice(0, -1) : common
  return own.length === 0 || own[0] === '' ? undefined : join(root, own.join(sep))
}

function refusal(data: WriteRefusal): Refusal {
  return new Refusal(Code.notAllowed, data)
}
