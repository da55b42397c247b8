/** Bullet comments stay with a film, also where that went into another one. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestDb } from '../../testing/db.ts'
import { clear, testFolder } from '../../testing/downloads.ts'
import { addFilm, addFilmFile } from '../../testing/film-rows.ts'
import { bulletStore } from './bullet.store.ts'

it('a film shows the comments of films that went into it, as long as those are not there again', async () => {
  const folder = testFolder()
  const db = await openTestDb(join(folder, 'box.db'))
  const store = bulletStore(db)
  await addFilm(db, { film_id: 'harbour', root: '/films', paths: ['/films/Harbour.mkv'] })
  const from = { color: '#ffffff', mode: 'roll', realm: 'en', user_id: 'u', author: 'Ada' } as const
  for (const [at, movie_id] of ['harbour', 'former', 'other'].entries())
    await store.add({ ...from, bullet_id: movie_id, movie_id, text: movie_id, time_ms: 9 - at, created_at: at })
  const shown = async () => (await store.of('harbour')).map(({ text }) => text)
  expect(await shown()).toEqual(['harbour'])
  await db.insertInto('movie_merged').values({ former_id: 'former', film_id: 'harbour' }).execute()
  expect(await shown()).toEqual(['former', 'harbour'])
  await addFilm(db, { film_id: 'former', root: '/films', paths: [] })
  await addFilmFile(db, { film_id: 'former', root: '/films', path: '/films/Former.mkv' })
  expect(await shown()).toEqual(['harbour'])
  await db.destroy()
  clear(folder)
})
