/** Who asks, and what of the forum they may see: what they may not is as if it were not (4004, P16). */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Db, Trx } from '../../kit/db.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { GuestContext } from '../../kit/serve.ts'
import { sightOf, type Sight } from '../query/thread-detail.query.ts'
import { isSeen } from '../query/reply-list.query.ts'
import { askerOf, guest, sightOf as personSight, takeTurn, type Asker } from '../model/person.store.ts'
import { replyRow, type ReplyColumns } from '../model/reply.store.ts'
import { lockThread, type ThreadColumns } from '../model/thread.store.ts'
import { threadIdOf, type Thing } from '../post/post-ref.ts'

export async function askerIn({ db, asker }: Pick<GuestContext, 'db' | 'asker'>): Promise<Asker> {
  const user = await asker()
  return user ? askerOf(db, user.user_id) : guest
}

export async function seenThread(db: Db, asker: Asker, id: string): Promise<Sight> {
  const sight = await sightOf(db, asker, threadIdOf(id))
  if (!sight) throw new Refusal(Code.notFound)
  return sight
}

/** A thread (floor 0) or a reply in it. */
export async function seenThing(db: Db, asker: Asker, { thread_id, floor }: Thing): Promise<Sight> {
  const thread = await seenThread(db, asker, String(thread_id))
  if (floor > 0 && !(await isSeen(db, asker, { thread, floor }))) throw new Refusal(Code.notFound)
  return thread
}

/** '' is the asker; a guest has no self. */
export async function seenPerson(db: Db, asker: Asker, userId: string): Promise<string> {
  const wanted = userId || asker.user_id
  if (wanted === '') throw new Refusal(Code.noToken)
  if (!(await personSight(db, asker, wanted))) throw new Refusal(Code.notFound)
  return wanted
}

/** The person's turn, then the thread's, in the one order of all writers. 4004 where it went meanwhile. */
export async function lockFor(trx: Trx, { user_id, thread_id }: { user_id: string; thread_id: number }): Promise<ThreadColumns> {
  await takeTurn(trx, user_id)
  const thread = await lockThread(trx, thread_id)
  if (!thread || thread.is_removed === 1) throw new Refusal(Code.notFound)
  return thread
}

/** After the thread's lock. */
export async function standingFloor(trx: Trx, thing: Thing): Promise<ReplyColumns> {
  const reply = await replyRow(trx, thing)
  if (!reply || reply.is_removed === 1) throw new Refusal(Code.notFound)
  return reply
}
