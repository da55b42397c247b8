/** The tables of films and their files. A film is marked as changed in the transaction that changes it, so that table and mirror stay consistent after a kill. */
import { createHash } from 'node:crypto'
import { dirname, sep } from 'node:path'
import type { Kysely } from 'kysely'
import type { Db } from '../kit/db.ts'
import type { FilmFileRow, FilmRow, Tables } from '../kit/tables.ts'
import type { MediaFacts } from './probe.ts'

export type { FilmFileRow, FilmRow }
export type MovieStore = ReturnType<typeof movieStore>
/** A file with the film it belongs to, derived from its name. */
export type NewFile = Pick<FilmFileRow, 'file_id' | 'path' | 'root' | 'size' | 'modified_at' | 'inode' | 'part' | 'quality'> & {
  film: Pick<FilmRow, 'film_id' | 'group_key' | 'title' | 'original_title' | 'year' | 'added_at'>
}
export type KnownFile = Pick<FilmFileRow, 'file_id' | 'film_id' | 'path' | 'size' | 'modified_at' | 'inode'>
export type WholeFilm = FilmRow & { files: FilmFileRow[] }
/** of: film ids, undefined for all. */
export type ProbeJob = { of: readonly string[] | undefined; skipped: readonly string[]; limit: number }
type Tx = Kysely<Tables>

const fileColumns = ['file_id', 'film_id', 'path', 'size', 'modified_at', 'inode'] as const
const noFacts = {
  duration_ms: null,
  width: null,
  height: null,
  video: '',
  audio: '',
  pix_fmt: '',
  container: '',
  subtitles: '[]',
}
/** Values per statement that SQLite handles quickly. */
const idsAtOnce = 500

export function movieStore(db: Db) {
  const newest = (tx: Tx) => tx.selectFrom('movie_film').orderBy('added_at', 'desc').orderBy('film_id', 'desc')

  async function withFiles(films: FilmRow[]): Promise<WholeFilm[]> {
    if (films.length === 0) return []
    const ids = films.map(({ film_id }) => film_id)
    const files = await db
      .selectFrom('movie_file')
      .selectAll()
      .where('film_id', 'in', ids)
      .where('state', '!=', 'other')
      .execute()
    const byFilm = Map.groupBy(files, ({ film_id }) => film_id)
    return films.map((film) => ({ ...film, files: (byFilm.get(film.film_id) ?? []).toSorted(inOrder) }))
  }

  async function mark(tx: Tx, filmIds: readonly string[]): Promise<void> {
    for (const ids of slices([...new Set(filmIds)])) {
      const shown = tx
        .selectFrom('movie_file')
        .select('film_id')
        .where('film_id', 'in', ids)
        // A .ts may be TypeScript source: it is listed once ffprobe has found video.
        .where((eb) => eb.or([eb('state', '=', 'film'), eb.and([eb('state', '=', 'new'), eb('path', 'not like', '%.ts')])]))
        .distinct()
      const listed = (await shown.execute()).map(({ film_id }) => film_id)
      await tx
        .updateTable('movie_film')
        .set((eb) => ({ changed: eb('changed', '+', 1), is_listed: 0 }))
        .where('film_id', 'in', ids)
        .execute()
      if (listed.length > 0) await tx.updateTable('movie_film').set({ is_listed: 1 }).where('film_id', 'in', listed).execute()
    }
  }

  return {
    /** Listed films, newest first. */
    async list(limit: number, offset: number): Promise<WholeFilm[]> {
      return withFiles(await newest(db).selectAll().where('is_listed', '=', 1).limit(limit).offset(offset).execute())
    },
    async film(filmId: string): Promise<WholeFilm | undefined> {
      const row = await db.selectFrom('movie_film').selectAll().where('film_id', '=', filmId).executeTakeFirst()
      return row && (await withFiles([row]))[0]
    },
    file: (fileId: string) => db.selectFrom('movie_file').selectAll().where('file_id', '=', fileId).executeTakeFirst(),
    fileAt: (path: string) => db.selectFrom('movie_file').selectAll().where('path', '=', path).executeTakeFirst(),
    async count(): Promise<{ films: number; unprobed: number }> {
      const of = (query: { n: number } | undefined) => query?.n ?? 0
      const films = await db
        .selectFrom('movie_film')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('is_listed', '=', 1)
        .executeTakeFirst()
      const unprobed = await db
        .selectFrom('movie_file')
        .select((eb) => eb.fn.count<number>('film_id').distinct().as('n'))
        .where('state', '=', 'new')
        .executeTakeFirst()
      return { films: of(films), unprobed: of(unprobed) }
    },
    /** The file at a path and those below it. */
    under: (path: string): Promise<KnownFile[]> =>
      db
        .selectFrom('movie_file')
        .select(fileColumns)
        .where((eb) => eb.or([eb('path', '=', path), eb.and([eb('path', '>=', path + sep), eb('path', '<', path + after(sep))])]))
        .execute(),
    /** Files whose root is not in this list. */
    outside: (roots: readonly string[]): Promise<KnownFile[]> =>
      db
        .selectFrom('movie_file')
        .select(fileColumns)
        .$if(roots.length > 0, (query) => query.where('root', 'not in', [...roots]))
        .execute(),
    async byInodes(inodes: readonly string[]): Promise<KnownFile[]> {
      const rows: KnownFile[] = []
      for (const some of slices(inodes))
        rows.push(...(await db.selectFrom('movie_file').select(fileColumns).where('inode', 'in', some).execute()))
      return rows
    },
    /** Adds new files to the film of their group, or to a new film; films that lost or gained a file are marked as changed. */
    add(files: readonly NewFile[]): Promise<void> {
      return db.transaction().execute(async (tx) => {
        const keys = [...new Set(files.map(({ film }) => film.group_key))]
        const there = await tx.selectFrom('movie_film').select(['film_id', 'group_key']).where('group_key', 'in', keys).execute()
        const filmOf = new Map(there.map(({ group_key, film_id }) => [group_key, film_id]))
        const free = await freeIds(tx, files)
        const added: FilmRow[] = []
        for (const { film } of files) {
          if (filmOf.has(film.group_key)) continue
          const film_id = free(film.film_id, film.group_key)
          filmOf.set(film.group_key, film_id)
          added.push({ ...film, film_id, poster: '', picture_state: 'new', is_listed: 0, changed: 1 })
        }
        if (added.length > 0) await tx.insertInto('movie_film').values(added).execute()
        const rows = files.map(({ film, ...file }) => ({
          ...file,
          ...noFacts,
          file_id: free(file.file_id, file.path),
          film_id: filmOf.get(film.group_key) ?? film.film_id,
          state: 'new' as const,
        }))
        await tx
          .insertInto('movie_file')
          .values(rows)
          .onConflict((on) =>
            on.column('file_id').doUpdateSet((eb) => ({
              film_id: eb.ref('excluded.film_id'),
              size: eb.ref('excluded.size'),
              modified_at: eb.ref('excluded.modified_at'),
              inode: eb.ref('excluded.inode'),
              part: eb.ref('excluded.part'),
              quality: eb.ref('excluded.quality'),
              ...noFacts,
              state: 'new',
            })),
          )
          .execute()
        await mark(
          tx,
          rows.map(({ film_id }) => film_id),
        )
      })
    },
    /** Renames a file: it keeps its id and facts; a film with no other file keeps its id too. */
    move(file: KnownFile, to: NewFile): Promise<void> {
      return db.transaction().execute(async (tx) => {
        const { film, file_id: _, ...place } = to
        const there = await tx
          .selectFrom('movie_film')
          .select('film_id')
          .where('group_key', '=', film.group_key)
          .executeTakeFirst()
        const others = await tx
          .selectFrom('movie_file')
          .select('file_id')
          .where('film_id', '=', file.film_id)
          .where('file_id', '!=', file.file_id)
          .executeTakeFirst()
        await tx.deleteFrom('movie_file').where('path', '=', place.path).where('file_id', '!=', file.file_id).execute()
        let filmId = there?.film_id
        if (filmId === undefined && !others) {
          filmId = file.film_id
          const { film_id: __, added_at: ___, ...said } = film
          await tx.updateTable('movie_film').set(said).where('film_id', '=', filmId).execute()
        }
        if (filmId === undefined) {
          filmId = (await freeIds(tx, [to]))(film.film_id, film.group_key)
          await tx
            .insertInto('movie_film')
            .values({ ...film, film_id: filmId, poster: '', picture_state: 'new', is_listed: 0, changed: 1 })
            .execute()
        }
        await tx
          .updateTable('movie_file')
          .set({ ...place, film_id: filmId })
          .where('file_id', '=', file.file_id)
          .execute()
        await mark(tx, [filmId, file.film_id])
      })
    },
    drop(files: readonly KnownFile[]): Promise<void> {
      return db.transaction().execute(async (tx) => {
        for (const some of slices(files)) {
          const ids = some.map(({ file_id }) => file_id)
          await tx.deleteFrom('movie_file').where('file_id', 'in', ids).execute()
        }
        await mark(
          tx,
          files.map(({ film_id }) => film_id),
        )
      })
    },
    /** Files that are not probed; `of`: of these films only. */
    unread({ of, skipped, limit }: ProbeJob): Promise<FilmFileRow[]> {
      return db
        .selectFrom('movie_file')
        .selectAll()
        .where('state', '=', 'new')
        .$if(of !== undefined, (query) => query.where('film_id', 'in', [...(of ?? [])]))
        .$if(skipped.length > 0, (query) => query.where('file_id', 'not in', [...skipped]))
        .limit(limit)
        .execute()
    },
    keepFacts(read: readonly { file: FilmFileRow; facts: MediaFacts | null }[]): Promise<void> {
      return db.transaction().execute(async (tx) => {
        for (const { file, facts } of read) {
          const change = facts
            ? { ...facts, subtitles: JSON.stringify(facts.subtitles), state: 'film' as const }
            : { state: 'other' as const }
          await tx
            .updateTable('movie_file')
            .set(change)
            .where('file_id', '=', file.file_id)
            .where('modified_at', '=', file.modified_at)
            .execute()
        }
        await mark(
          tx,
          read.map(({ file }) => file.film_id),
        )
      })
    },
    /** Listed films without a poster, newest first. */
    async unpictured({ of, skipped, limit }: ProbeJob): Promise<WholeFilm[]> {
      const films = await newest(db)
        .selectAll()
        .where('picture_state', '=', 'new')
        .where('is_listed', '=', 1)
        .$if(of !== undefined, (query) => query.where('film_id', 'in', [...(of ?? [])]))
        .$if(skipped.length > 0, (query) => query.where('film_id', 'not in', [...skipped]))
        .limit(limit)
        .execute()
      return withFiles(films)
    },
    async keepPicture(filmId: string, poster: string): Promise<void> {
      const picture_state = poster === '' ? 'none' : 'made'
      await db
        .updateTable('movie_film')
        .set((eb) => ({ poster, picture_state, changed: eb('changed', '+', 1) }))
        .where('film_id', '=', filmId)
        .execute()
    },
    /** The poster file is missing: it is made again. */
    async lostPicture(poster: string): Promise<void> {
      await db.updateTable('movie_film').set({ picture_state: 'new' }).where('poster', '=', poster).execute()
    },
    /** Films that changed since they were last mirrored. */
    async changed(limit: number): Promise<WholeFilm[]> {
      return withFiles(await db.selectFrom('movie_film').selectAll().where('changed', '>', 0).limit(limit).execute())
    },
    /** Clears the mark of these films unless they changed again since they were read. A film without files is deleted. */
    settled(films: readonly WholeFilm[]): Promise<void> {
      return db.transaction().execute(async (tx) => {
        for (const [changed, same] of Map.groupBy(films, (film) => film.changed)) {
          const ids = same.map(({ film_id }) => film_id)
          const these = tx.updateTable('movie_film').where('film_id', 'in', ids).where('changed', '=', changed)
          await these.set({ changed: 0 }).execute()
          await tx
            .deleteFrom('movie_film')
            .where('film_id', 'in', ids)
            .where('changed', '=', 0)
            .where('film_id', 'not in', tx.selectFrom('movie_file').select('film_id').where('film_id', 'in', ids))
            .execute()
        }
      })
    },
    /** Number of films with a file directly in this folder. */
    async filmsIn(folder: string): Promise<number> {
      const rows = await db
        .selectFrom('movie_file')
        .select(['film_id', 'path'])
        .where('path', '>=', folder + sep)
        .where('path', '<', folder + after(sep))
        .where('state', '!=', 'other')
        .execute()
      return new Set(rows.filter(({ path }) => dirname(path) === folder).map(({ film_id }) => film_id)).size
    },
    async posters(): Promise<string[]> {
      const rows = await db.selectFrom('movie_film').select('poster').distinct().where('poster', '!=', '').execute()
      return rows.map(({ poster }) => poster)
    },
    /** Posters that are not uploaded to a realm. */
    async unsent(realm: string, limit: number): Promise<string[]> {
      const sent = db.selectFrom('movie_picture').select('poster').where('realm', '=', realm)
      const rows = await db
        .selectFrom('movie_film')
        .select('poster')
        .distinct()
        .where('poster', '>', '')
        .where('poster', 'not in', sent)
        .limit(limit)
        .execute()
      return rows.map(({ poster }) => poster)
    },
    async sent(realm: string, poster: string): Promise<void> {
      await db
        .insertInto('movie_picture')
        .values({ realm, poster })
        .onConflict((on) => on.doNothing())
        .execute()
    },
    /** The cloud deletes the posters of a realm without bound users. */
    async forgetSent(bound: readonly string[]): Promise<void> {
      await db
        .deleteFrom('movie_picture')
        .$if(bound.length > 0, (query) => query.where('realm', 'not in', [...bound]))
        .execute()
    },
  }
}

/** An id is derived from a name; if a renamed entry still has it, another one is derived. */
async function freeIds(tx: Tx, files: readonly NewFile[]): Promise<(id: string, owner: string) => string> {
  const films = await tx
    .selectFrom('movie_film')
    .select(['film_id as id', 'group_key as owner'])
    .where(
      'film_id',
      'in',
      files.map(({ film }) => film.film_id),
    )
    .execute()
  const rows = await tx
    .selectFrom('movie_file')
    .select(['file_id as id', 'path as owner'])
    .where(
      'file_id',
      'in',
      files.map(({ file_id }) => file_id),
    )
    .execute()
  const ownerOf = new Map([...films, ...rows].map(({ id, owner }) => [id, owner]))
  return (id, owner) => ((ownerOf.get(id) ?? owner) === owner ? id : idOf(`${id}\n${owner}\n${ownerOf.get(id)}`))
}

/** Orders parts by number, versions by picture size, and by file size before they are probed. */
export function inOrder(one: FilmFileRow, other: FilmFileRow): number {
  return (
    one.part - other.part ||
    (other.height ?? 0) * (other.width ?? 0) - (one.height ?? 0) * (one.width ?? 0) ||
    other.size - one.size ||
    (one.path < other.path ? -1 : 1)
  )
}

/** A 16-character hash of the name. */
export function idOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 16)
}

function after(separator: string): string {
  return String.fromCharCode(separator.charCodeAt(0) + 1)
}

function slices<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / idsAtOnce) }, (_, index) =>
    all.slice(index * idsAtOnce, (index + 1) * idsAtOnce),
  )
}
