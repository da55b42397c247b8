/** Inbox of acts: written before their effect and kept 24 hours; an id seen before gets its stored reply. */
import { Sender } from '@homeport/contract/kit/connection.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Db } from '../db.ts'

declare module '../db.ts' {
  interface Tables {
    /** sender: JSON of who sent it, '' where nobody did or it has its reply. */
    inbox: {
      id: string
      realm: string
      act: string
      data: string
      state: string
      tries: number
      reply: string | null
      begun_at: number
      sender: string
    }
  }
}

export const inboxKeepMs = 24 * 3_600_000

export type InboxEntry = { id: string; realm: Lang; act: string; data: unknown; tries: number; from?: Sender }
export type InboxStore = ReturnType<typeof inboxStore>

export function inboxStore(db: Db) {
  return {
    /** The stored reply, if there is one. */
    async replyOf(id: string): Promise<string | undefined> {
      const row = await db.selectFrom('inbox').select('reply').where('id', '=', id).executeTakeFirst()
      return row?.reply ?? undefined
    },
    /** Records that the effect is about to run; a repeat counts the tries. */
    async begin({ id, realm, act, data, from }: Omit<InboxEntry, 'tries'>, now: number): Promise<void> {
      await db
        .deleteFrom('inbox')
        .where('begun_at', '<', now - inboxKeepMs)
        .execute()
      await db
        .insertInto('inbox')
        .values({
          id,
          realm,
          act,
          data: JSON.stringify(data ?? null),
          state: 'begun',
          tries: 1,
          reply: null,
          begun_at: now,
          sender: from ? JSON.stringify(from) : '',
        })
        .onConflict((c) => c.column('id').doUpdateSet((eb) => ({ tries: eb('inbox.tries', '+', 1) })))
        .execute()
    },
    /** Its data and its sender are not needed any more. */
    async finish(id: string, reply: string): Promise<void> {
      await db.updateTable('inbox').set({ state: 'done', reply, data: 'null', sender: '' }).where('id', '=', id).execute()
    },
    /** Acts begun before a restart and never answered. */
    async unfinished(): Promise<InboxEntry[]> {
      const rows = await db.selectFrom('inbox').selectAll().where('state', '=', 'begun').orderBy('begun_at').execute()
      return rows.map(({ id, realm, act, data, tries, sender }) => ({
        id,
        realm: realm === 'zh' ? 'zh' : 'en',
        act,
        data: JSON.parse(data),
        tries,
        ...(sender !== '' && { from: Sender.parse(JSON.parse(sender)) }),
      }))
    },
  }
}
