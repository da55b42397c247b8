/** Demo threads with past dates, replies and likes; written by the same functions as real ones, so that all counters are correct (P40). */
import { blankDetails } from '@homeport/contract/forum.ts'
import type { Picture } from '@homeport/contract/shape/picture.ts'
import type { Place } from '@homeport/contract/shape/place.ts'
import type { Trx } from '../../kit/db.ts'
import type { Realm } from '../../kit/realm.ts'
import { boardPath } from './board.store.ts'
import { attachPictures } from './image.store.ts'
import { addLike } from './like.store.ts'
import { setRole, lockMember } from './person.store.ts'
import { saveReadPosition } from './read-position.store.ts'
import { addReply } from './reply.store.ts'
import { addThread, hasThreads, lockThread, setThread } from './thread.store.ts'

export type ThreadSeed = {
  /** Board id in the realm. */
  board: number
  by: string
  title: string
  content: string
  tags: readonly string[]
  /** Pictures of the author. */
  images: readonly Picture[]
  place?: Place
  hoursAgo: number
  pinned?: boolean
  featured?: boolean
  /** Author, text, and the floor that it answers. */
  replies: readonly (readonly [by: string, text: string, toFloor?: number])[]
}

type Sown = { ids: ReadonlyMap<string, string>; seeds: readonly ThreadSeed[]; now: number }

const hourMs = 60 * 60_000

/** ids: account ids by name; the first one becomes moderator. All or nothing; false if the realm has threads already. */
export async function seedThreads(realm: Realm, { ids, seeds, now }: Sown): Promise<boolean> {
  const oldestFirst = [...seeds].sort((a, b) => b.hoursAgo - a.hoursAgo)
  return realm.change(async (trx) => {
    if (await hasThreads(trx)) return false
    const [moderatorId] = ids.values()
    if (moderatorId !== undefined) await setRole(trx, moderatorId, 'moderator')
    for (const [index, seed] of oldestFirst.entries()) await addSeedThread(trx, seed, { index, ids, now })
    return true
  })
}

async function addSeedThread(
  trx: Trx,
  seed: ThreadSeed,
  { index, ids, now }: { index: number; ids: Sown['ids']; now: number },
): Promise<void> {
  const { title, content, tags, images, place = null, hoursAgo, pinned, featured, replies } = seed
  const fullPath = await boardPath(trx, seed.board)
  const author_id = ids.get(seed.by)
  if (!fullPath || author_id === undefined) return
  const { isClosed: _, ...path } = fullPath
  const beganAt = now - hoursAgo * hourMs
  await lockMember(trx, author_id)
  const thread_id = await addThread(
    trx,
    {
      title,
      content,
      tags,
      images,
      ...blankDetails,
      place,
      author_id,
      sender_id: `demo-thread-${String(index).padStart(8, '0')}`,
      boardPath: path,
    },
    beganAt,
  )
  await attachPictures(trx, { user_id: author_id, thread_id, draft_id: '' }, images)
  for (const [at, [by, text, to_floor = 0]] of replies.entries()) {
    const thread = await lockThread(trx, thread_id)
    const user_id = ids.get(by)
    if (!thread || user_id === undefined) continue
    await lockMember(trx, user_id)
    await addReply(trx, thread, {
      sender_id: `demo-reply-${index}-${String(at).padStart(8, '0')}`,
      author_id: user_id,
      text,
      to_floor,
      quote_floor: 0,
      // spread between the start and now, denser at first
      now: beganAt + Math.round(hoursAgo * hourMs * 0.8 * ((at + 1) / (replies.length + 1)) ** 2),
    })
  }
  for (const user_id of [...ids.values()].slice(0, replies.length + 2)) {
    const thread = await lockThread(trx, thread_id)
    if (thread && user_id !== author_id) await addLike(trx, { thread, floor: 0, user_id }, now)
  }
  // only those who replied or like it have read it: views are counted (P40)
  const readers = new Set([seed.by, ...replies.map(([by]) => by), ...[...ids.keys()].slice(0, replies.length + 2)])
  for (const user_id of [...readers].flatMap((by) => ids.get(by) ?? [])) {
    const thread = await lockThread(trx, thread_id)
    if (thread) await saveReadPosition(trx, thread, { user_id, floor: thread.last_floor })
  }
  const thread = await lockThread(trx, thread_id)
  const marks = { is_pinned: pinned ? 1 : 0, is_featured: featured ? 1 : 0 }
  if (thread) await setThread(trx, thread, marks)
}
