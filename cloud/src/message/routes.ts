/** Routes for conversations, notifications (wire name: reminder) and unread counts. */
import { unread } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import {
  conversation,
  conversations,
  readMessages,
  readReminders,
  notifications,
  sendMessage,
  unreadChanged,
} from '@homeport/contract/message.ts'
import { pushNotice } from '@homeport/contract/push.ts'
import type { Limits } from '../kit/rate-limit.ts'
import type { Realm } from '../kit/realm.ts'
import { invalid, Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/http/serve.ts'
import { unreadOf } from './count.store.ts'
import { messageNotice } from './notice.query.ts'
import { hasReminder, readReminder, remindersOf } from './reminder.store.ts'
import { conversationsOf, correspondentOf, isSomebody, messagesOf, readAll, send } from './store.ts'
import { text } from './text.ts'

/** Faster than people type. */
const sendRate = { points: 60, seconds: 60 }

export type MessageDeps = {
  limits: Limits
  /** The user's boxes, and which of them are online. */
  devicesOf: (realm: Realm, userId: string) => Promise<{ devsn: string; online: number }[]>
}

export function messageRoutes({ limits, devicesOf }: MessageDeps): Route[] {
  const sending = limits.open('message', sendRate)
  return [
    serve(conversations, async ({ page, limit }, { db, user }) => ({
      ...(await conversationsOf(db, user.user_id, { limit, offset: (page - 1) * limit })),
      page,
      limit,
    })),

    serve(conversation, async ({ with: withId, ...slice }, { db, user }) => {
      const other = withId === '' ? null : await correspondentOf(db, user.user_id, withId)
      if (other === undefined) throw new Refusal(Code.notFound)
      return { with: other, ...(await messagesOf(db, { userId: user.user_id, withId }, slice)) }
    }),

    serve(sendMessage, async ({ to, ...written }, { realm, db, user, now }) => {
      if (to === user.user_id) throw invalid('to', 'oneself')
      const key = `${realm.lang}:${user.user_id}`
      if ((await sending.waitMs(key)) > 0) throw new Refusal(Code.tooMany, text.tooFast)
      if (!(await isSomebody(db, to))) throw new Refusal(Code.notFound)
      const { message, isNew } = await realm.change(async (trx, emit) => {
        const sent = await send(trx, { from: user.user_id, to, ...written }, now)
        // The sender's other windows refresh too.
        if (sent.isNew) {
          for (const user_id of [to, user.user_id]) await emit(unreadChanged, { user_id })
          await emit(pushNotice, messageNotice(user, { to, text: written.text, id: written.id }))
        }
        return sent
      })
      if (isNew) await sending.count(key)
      return message
    }),

    serve(readMessages, async ({ with: withId }, { realm, user }) => {
      await realm.change(async (trx, emit) => {
        if (await readAll(trx, user.user_id, withId)) await emit(unreadChanged, { user_id: user.user_id })
      })
      return null
    }),

    serve(unread, async (_, { realm, db, user }) => ({
      ...(await unreadOf(db, user.user_id)),
      devices: await devicesOf(realm, user.user_id),
    })),

    serve(notifications, async ({ page, limit }, { db, user }) => ({
      ...(await remindersOf(db, user.user_id, { limit, offset: (page - 1) * limit })),
      page,
      limit,
    })),

    serve(readReminders, async ({ id }, { realm, db, user }) => {
      if (id !== '' && !(await hasReminder(db, user.user_id, id))) throw new Refusal(Code.notFound)
      await realm.change(async (trx, emit) => {
        if ((await readReminder(trx, user.user_id, id)) > 0) await emit(unreadChanged, { user_id: user.user_id })
      })
      return null
    }),
  ]
}
