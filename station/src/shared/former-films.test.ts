/** Comments and choices stay with a film, also where that went into another one. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestDb } from '../testing/db.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { addFilm, addFilmFile } from '../testing/film-rows.ts'
import { bulletStore } from '../playback/bullet/bullet.store.ts'
import { noChoice } from '../playback/tracks/choose-tracks.ts'
import { trackChoiceStore } from '../playback/tracks/track-choice.store.ts'

it('a film has the comments and the chosen tracks of films that went into it, as long as those are not there again', async () => {
  const folder = testFolder()
  const db = await openTestDb(join(folder, 'box.db'))
  const store = bulletStore(db)
  await addFilm(db, { film_id: 'harbour', root: '/films', paths: ['/films/Harbour.mkv'] })
  const from = { color: '#ffffff', mode: 'roll', realm: 'en', user_id: 'u', author: 'Ada' } as const
  for (const [at, movie_id] of ['harbour', 'former', 'other'].entries())
    await store.add({ ...from, bullet_id: movie_id, movie_id, text: movie_id, time_ms: 9 - at, created_at: at })
  const shown = async () => (await store.of('harbour')).map(({ text }) => text)
  const tracks = trackChoiceStore(db)
  const chosen = { ...noChoice, subtitle: 'off' } as const
  await tracks.keepChoice('', { film: 'former', choice: chosen, updated_at: 5 })
  expect(await shown()).toEqual(['harbour'])
  expect(await tracks.choice('', 'harbour')).toEqual(noChoice)
  await db.insertInto('movie_merged').values({ former_id: 'former', film_id: 'harbour' }).execute()
  expect(await shown()).toEqual(['former', 'harbour'])
  expect(await tracks.choice('', 'harbour')).toEqual(chosen)
  await addFilm(db, { film_id: 'former', root: '/films', paths: [] })
  await addFilmFile(db, { film_id: 'former', root: '/films', path: '/films/Former.mkv' })
  expect(await shown()).toEqual(['harbour'])
  expect(await tracks.choice('', 'harbour')).toEqual(noChoice)
  await db.destroy()
  clear(folder)
})
