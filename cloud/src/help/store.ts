/** Feedback to the operator: one row each, with the number of its pictures. */
import type { Db } from '../kit/db.ts'

declare module '../kit/db.ts' {
  interface Tables {
    feedback: {
      feedback_id: string
      /** '' for a guest. */
      user_id: string
      text: string
      contact: string
      /** The User-Agent of the sender. */
      client: string
      pictures: number
      /** 0 until all its pictures are stored. */
      is_whole: number
      created_at: number
      /** ms; 0 while it is open. */
      done_at: number
    }
  }
}

export type Feedback = {
  feedback_id: string
  user_id: string
  text: string
  contact: string
  client: string
  pictures: number
  created_at: number
  done_at: number
}

const columns = ['feedback_id', 'user_id', 'text', 'contact', 'client', 'pictures', 'created_at', 'done_at'] as const

export async function addFeedback(db: Db, feedback: Omit<Feedback, 'done_at'>): Promise<void> {
  await db
    .insertInto('feedback')
    .values({ ...feedback, done_at: 0, is_whole: feedback.pictures === 0 ? 1 : 0 })
    .execute()
}

export async function makeWhole(db: Db, feedback_id: string): Promise<void> {
  await db.updateTable('feedback').set({ is_whole: 1 }).where('feedback_id', '=', feedback_id).execute()
}

/** For the operator, oldest first; done entries only on request. */
export async function listFeedback(db: Db, { withDone }: { withDone: boolean }): Promise<Feedback[]> {
  return db
    .selectFrom('feedback')
    .select(columns)
    .where('is_whole', '=', 1)
    .$if(!withDone, (query) => query.where('done_at', '=', 0))
    .orderBy('created_at')
    .execute()
}

export async function feedbackOf(db: Db, user_id: string): Promise<Feedback[]> {
  return db.selectFrom('feedback').select(columns).where('user_id', '=', user_id).orderBy('created_at').execute()
}

/** Older than `before` and never complete: the cloud stopped in between. */
export async function halfFeedback(db: Db, before: number): Promise<{ feedback_id: string; pictures: number }[]> {
  return db
    .selectFrom('feedback')
    .select(['feedback_id', 'pictures'])
    .where('is_whole', '=', 0)
    .where('created_at', '<', before)
    .execute()
}

export async function setDone(db: Db, feedback_id: string, now: number): Promise<void> {
  await db.updateTable('feedback').set({ done_at: now }).where('feedback_id', '=', feedback_id).execute()
}

export async function dropFeedback(db: Db, feedback_id: string): Promise<void> {
  await db.deleteFrom('feedback').where('feedback_id', '=', feedback_id).execute()
}
