/** For tests: a library whose films are identified by the film database's test server. */
import { join } from 'node:path'
import type { Act, In, Lang, Out, Shape } from '@homeport/contract/kit/operation.ts'
import { openFilmDatabase, testKeys } from '../../../testing/film-database/server.ts'
import type { Handler } from '../kit/connection/answer.ts'
import { openIdentification } from '../movie/identify/open-identification.ts'
import { clip, openTestLibrary, tools } from './library.ts'
import { until } from '../../../testing/until.ts'

export type TestIdentification = Awaited<ReturnType<typeof openTestIdentification>>

/** key: '' for a box without a key. answerWithinMs: longer than a box has, so that a busy machine answers too. */
export async function openTestIdentification({ key = testKeys.v3, answerWithinMs = 20_000 } = {}) {
  const server = await openFilmDatabase()
  const library = await openTestLibrary()
  const uploads = new Map<string, Buffer>()
  let skippedMs = 60_000
  let waitMs = answerWithinMs
  let opened = open()

  function open() {
    return openIdentification({
      db: library.db,
      folder: join(library.folder, 'station'),
      tools,
      settings: {
        key,
        url: server.url,
        images: server.images,
        proxy: '',
        timeoutMs: 20_000,
        ownHosts: [new URL(server.url).host],
      },
      answerWithinMs: waitMs,
      blobOf: async (_, id) => uploads.get(id),
      now: () => Date.now() + skippedMs,
      elapsed: () => Date.now() + skippedMs,
      onChange: () => library.movies.changed(),
      onFault: (fault) => library.faults.push(fault),
    })
  }

  const idOf = async (title: string): Promise<string> => {
    const rows = await library.db.selectFrom('movie_film').select('film_id').where('title', '=', title).execute()
    const [row] = rows
    if (!row) throw new Error(`no film is named ${title}`)
    return row.film_id
  }

  return {
    server,
    library,
    uploads,
    idOf,
    /** Time passes for the background search and for what is kept. */
    skip: (ms: number) => void (skippedMs += ms),
    wake: () => opened.wake(),
    useKey: (next: string) => opened.key.useKey(next),
    waiting: () => opened.waiting(),
    wantedFilms: () => opened.wantedFilms,
    idle: () => opened.idle(),
    lookAt: (ids: readonly string[]) => opened.lookAt(ids),
    /** Puts films of these names into the library and lists them. */
    async add(...paths: string[]): Promise<void> {
      for (const path of paths) library.put(await clip(), ...path.split('/'))
      await library.movies.sync()
    },
    async act<I extends Shape, O extends Shape>(one: Act<I, O>, data: In<I>, realm: Lang = 'en'): Promise<Out<O>> {
      const handler = opened.acts.find((each: Handler) => each.act.name === one.name)
      if (!handler) throw new Error(`no handler of ${one.name}`)
      // The reply fits its schema, or this throws.
      const reply: unknown = await handler.run(data, { id: 'a', realm, expiresAt: Infinity })
      return one.output.parse(reply)
    },
    /** The facts that are kept of a film beyond its name. */
    async identityOf(title: string) {
      const row = await library.db
        .selectFrom('movie_identity')
        .selectAll()
        .where('film_id', '=', await idOf(title))
        .executeTakeFirst()
      return row && { ...row, facts: JSON.parse(row.facts), candidates: JSON.parse(row.candidates) }
    },
    async searched(...titles: string[]): Promise<void> {
      for (const title of titles)
        await until(`${title} is searched`, async () => {
          const rows = await library.db
            .selectFrom('movie_identity')
            .select('searched_at')
            .where('film_id', '=', await idOf(title))
            .execute()
          return rows.some(({ searched_at }) => searched_at > 0)
        })
    },
    async restart({ answerWithinMs: nextWaitMs = waitMs } = {}): Promise<void> {
      await opened.stop()
      waitMs = nextWaitMs
      opened = open()
    },
    async stop(): Promise<void> {
      await opened.stop()
      await library.stop()
      await server.stop()
    },
  }
}
