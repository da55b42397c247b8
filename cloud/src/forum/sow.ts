/** Threads of a tour, begun in the past, with replies and likes; by the same steps as real ones, so that every counter is right (P40). */
import type { Realm } from '../kit/realm.ts'
import { wayTo } from './board.store.ts'
import { addLike } from './like.store.ts'
import { takeTurn } from './person.store.ts'
import { addReply } from './reply.store.ts'
import { addThread, lockThread, setThread } from './thread.store.ts'

export type Seed = {
  /** In the realm. */
  board: number
  title: string
  content: string
  tags: readonly string[]
  hoursAgo: number
  pinned?: boolean
  featured?: boolean
  replies: readonly string[]
}

const hourMs = 60 * 60_000

/** people: ids of accounts; who writes what follows from the place in the list alone. */
export async function sowThreads(
  realm: Realm,
  { people, seeds, now }: { people: readonly string[]; seeds: readonly Seed[]; now: number },
): Promise<void> {
  const personAt = (index: number) => people[index % people.length] ?? ''
  const oldestFirst = [...seeds].sort((a, b) => b.hoursAgo - a.hoursAgo)
  for (const [index, { board, title, content, tags, hoursAgo, pinned, featured, replies }] of oldestFirst.entries()) {
    const way = await wayTo(realm.db, board)
    if (!way) continue
    const { isClosed: _, ...place } = way
    const beganAt = now - hoursAgo * hourMs
    await realm.change(async (trx) => {
      const author_id = personAt(index)
      const options = { reverse: false, author_only: false, notify: true }
      await takeTurn(trx, author_id)
      const id = await addThread(
        trx,
        {
          title,
          content,
          tags,
          images: [],
          options,
          place: null,
          author_id,
          sender_id: `demo-thread-${String(index).padStart(8, '0')}`,
          way: place,
        },
        beganAt,
      )
      for (const [at, text] of replies.entries()) {
        const by = personAt(index + at + 1)
        await takeTurn(trx, by)
        const thread = await lockThread(trx, id)
        const fresh = {
          sender_id: `demo-reply-${index}-${String(at).padStart(8, '0')}`,
          author_id: by,
          text,
          to_floor: 0,
          quote_floor: 0,
        }
        // between the beginning and now, the last a little while ago
        if (thread)
          await addReply(trx, thread, {
            ...fresh,
            now: beganAt + Math.round((hoursAgo * hourMs * (at + 1)) / (replies.length + 1)),
          })
      }
      for (const user_id of people.slice(0, replies.length + 1)) {
        const thread = await lockThread(trx, id)
        if (thread && user_id !== author_id) await addLike(trx, { thread, floor: 0, user_id }, now)
      }
      const thread = await lockThread(trx, id)
      if (thread)
        await setThread(trx, thread, {
          is_pinned: pinned ? 1 : 0,
          is_featured: featured ? 1 : 0,
          views: (replies.length + 1) * 37,
        })
    })
  }
}
