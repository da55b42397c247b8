/** The next film is looked up while people press Stop or Next: it starts once, or not at all. */
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clear, testFolder } from '../../testing/downloads.ts'
import { openTestDb } from '../../testing/db.ts'
import { by, filmFile, openTestPlayer, type TestPlayer } from '../../testing/player.ts'
import type { PlayableFile } from '../delivery/delivery.ts'
import type { PlayableFilm } from '../delivery/parts.ts'
import { noRooms, type Followed } from '../player-state.ts'
import { createQueue, type Queue } from './play-queue.ts'
import { queueStore } from './queue.store.ts'

let folder: string
let films: PlayableFile[]
let tv: TestPlayer
let queue: Queue
let closeDb: () => Promise<void>
let following: Promise<Followed> | undefined
/** Lookups that wait for the disk, until it answers. */
let lookups: (() => void)[]
let isAnswering: boolean
/** How often it was asked whether stills are hidden. */
let stillsAsked: number

beforeEach(async () => {
  folder = testFolder()
  films = ['one', 'two', 'three'].map((id) => filmFile(folder, id))
  tv = await openTestPlayer({ folder, library: films })
  const db = await openTestDb(join(folder, 'queue.db'))
  closeDb = () => db.destroy()
  lookups = []
  isAnswering = false
  stillsAsked = 0
  following = undefined
  const filmOf = (id: string): PlayableFilm => {
    const file = films.find((one) => one.id === id || one.movie_id === id)
    if (!file) throw new Error(id)
    return { file, parts: [file] }
  }
  queue = createQueue({
    player: tv.player.state,
    store: queueStore(db),
    films: { episodesInOrder: async () => [] },
    finder: {
      find: async ({ movie_id }) => filmOf(movie_id),
      filmOf: async ({ id }) => filmOf(id),
      async again({ id }) {
        if (!isAnswering) await new Promise<void>((resolve) => lookups.push(resolve))
        return filmOf(id)
      },
    },
    playsNext: async () => true,
    hidesUnseen: async () => (stillsAsked += 1) < 0,
    onChange: () => {},
  })
  tv.player.state.rooms = { ...noRooms, ...queue.rooms, follow: (...of) => (following = queue.rooms.follow(...of)) }
  await tv.begin(filmOf('one').file, 0)
  for (const movie_id of ['m-two', 'm-three']) await queue.add('tv', { movie_id, path: '', from_id: '', at: 'end' }, by)
})
afterEach(async () => {
  await tv.kill()
  await closeDb()
  clear(folder)
})

const lookedUp = (count: number) => expect.poll(() => lookups.length).toBe(count)
function release(): void {
  isAnswering = true
  lookups.forEach((answer) => answer())
}
const queued = async () => (await queue.view('tv')).queue.map(({ movie_id }) => movie_id)

test('stopped meanwhile, nothing follows, and the queue stays as it is', async () => {
  await tv.report(600_000, 'ended')
  await lookedUp(1)
  await tv.player.exit()
  release()
  expect(await following).toBe('nothing')
  expect(tv.loads()).toHaveLength(1)
  expect(tv.player.view('en').status).toBe(-1)
  expect(await queued()).toEqual(['m-two', 'm-three'])
})

test('Next that is pressed twice starts one film, and keeps the one after it', async () => {
  const presses = [1, 2].map(() => queue.next('tv', { back: false, id: '' }))
  await lookedUp(2)
  release()
  await expect.poll(() => tv.loads().length).toBe(2)
  await tv.report(0)
  await Promise.all(presses)
  expect(tv.load().path).toBe('two')
  expect(await queued()).toEqual(['m-three'])
})

test('whether stills of unseen episodes are hidden is asked of nobody where a film follows, or nothing', async () => {
  await queue.remove('tv', { ids: [], is_all: true })
  expect(stillsAsked).toBe(0)
})
