/** Hot words of a box's library: whose searches they are made of, and who sees them; on both databases. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hotFilmSearches, searchFilms } from '@homeport/contract/movie/movie.ts'
import { bind, eachCloud, type TestCloud } from '../../testing/app-socket.ts'
import { addUser, eachDb, type TestDb } from '../../testing/db.ts'
import type { Trx } from '../../kit/db.ts'
import type { Emit } from '../../kit/realm.ts'
import { silent } from '../../kit/log.ts'
import { openLibraryBox } from '../../testing/library-box.ts'
import { reportedFilm } from '../../testing/reported-film.ts'
import { dropSearches, maxHotSearches, hotQueries, hotSearchMs, noteSearch, searchesBy, maxSearches } from './hot-search.store.ts'
import { createSearchLog } from './search-log.ts'

const devsn = 'ABCDEFGH234567AB'

eachDb('hot words', (open) => {
  let opened: TestDb
  let clock = 1_800_000_000_000
  beforeEach(async () => {
    opened = await open()
    for (const user_id of ['ann', 'ben', 'cat']) await addUser(opened.db, user_id)
  })
  afterEach(() => opened.drop())

  const search = (user_id: string, q: string, box = devsn) =>
    opened.db.transaction().execute((trx) => noteSearch(trx, { devsn: box, user_id, q }, (clock += 1)))
  const hot = (user_id: string, box = devsn) => hotQueries(opened.db, { devsn: box, user_id, since: clock - hotSearchMs })

  test('what one person searched for is shown to nobody else; to themselves the third time', async () => {
    await search('ann', 'Secret')
    await search('ann', 'secret')
    expect(await hot('ann')).toEqual([])
    await search('ann', 'SECRET')
    expect(await hot('ann')).toEqual(['SECRET'])
    expect(await hot('ben')).toEqual([])
  })

  test('what two people searched for is shown to all of the household, the most frequent first, on that box alone', async () => {
    for (const user of ['ann', 'ben']) await search(user, '重庆森林')
    for (const user of ['ann', 'ben', 'ben']) await search(user, 'Heat')
    expect(await hot('cat')).toEqual(['Heat', '重庆森林'])
    expect(await hot('cat', 'OTHER')).toEqual([])
    await search('cat', '重慶森林', 'OTHER')
    expect(await hot('cat', 'OTHER')).toEqual([])
  })

  test('no more than ten, none older than 30 days, and of each person a bounded number', async () => {
    for (let at = 0; at < maxHotSearches + 3; at += 1) for (const user of ['ann', 'ben']) await search(user, `film ${at}`)
    expect((await hot('ann')).length).toBe(maxHotSearches)
    for (let at = 0; at < maxSearches + 5; at += 1) await search('cat', `own ${at}`)
    const stored = await searchesBy(opened.db, 'cat')
    expect([stored.length, stored[0]?.query, stored.at(-1)?.query]).toEqual([maxSearches, `own ${maxSearches + 4}`, 'own 5'])
    clock += hotSearchMs + 1_000
    expect(await hot('ann')).toEqual([])
    await dropSearches(opened.db, { before: clock - hotSearchMs })
    expect(await searchesBy(opened.db, 'cat')).toEqual([])
  })

  test('of what is typed the last query counts, and only with hits', async () => {
    const log = createSearchLog({ now: () => clock, log: silent, settle: 60_000 })
    const realm = {
      lang: 'en' as const,
      db: opened.db,
      change: <T>(work: (trx: Trx, emit: Emit) => Promise<T>) =>
        opened.db.transaction().execute((trx) => work(trx, () => Promise.resolve())),
    }
    for (const q of ['h', 'hea', 'heat']) log.note(realm, { devsn, user_id: 'ann', q }, true)
    for (const q of ['heat', 'heatx']) log.note(realm, { devsn, user_id: 'ben', q }, q === 'heat')
    await log.stop()
    expect((await searchesBy(opened.db, 'ann')).map(({ query }) => query)).toEqual(['heat'])
    expect(await searchesBy(opened.db, 'ben')).toEqual([])
  })

  test('P36: they go with the person’s binding, and with their account', async () => {
    for (const user of ['ann', 'ben']) await search(user, 'Heat')
    await search('ann', 'Heat', 'OTHER')
    await dropSearches(opened.db, { devsn, user_id: 'ann' })
    expect(await hot('ben')).toEqual([])
    expect((await searchesBy(opened.db, 'ann')).map((one) => one.devsn)).toEqual(['OTHER'])
    await opened.db.deleteFrom('users').where('user_id', '=', 'ann').execute()
    expect(await searchesBy(opened.db, 'ann')).toEqual([])
  })
})

eachCloud('hot words of a library', (start) => {
  let cloud: TestCloud
  afterEach(() => cloud.stop())

  test('of what is typed only the last query with hits counts', async () => {
    cloud = await start()
    const { box, devid, user, reportFilms } = await openLibraryBox(cloud)
    await reportFilms([reportedFilm('a', { title: 'Metropolis' })])
    box.code = 'WXYZ6789'
    const member = await cloud.signUp('member')
    const theirs = await bind(cloud, box, member)
    const type = async (queries: readonly string[], asker: { token: string }, of: string) => {
      for (const q of queries) await cloud.ask(searchFilms, { devid: of, q, is_exact: true }, asker)
    }
    await type(['m', 'metro', 'metropolis'], user, devid)
    await type(['me', 'metro', 'metropolis'], member, theirs)
    const hot = async () => (await cloud.ask(hotFilmSearches, { devid }, user)).data.data
    await expect.poll(hot, { timeout: 20_000 }).toEqual(['metropolis'])
    await box.stop()
  })
})
