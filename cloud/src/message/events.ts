/** Event listeners for messages: system messages, notifications, cleanup after a block or an erasure, and unread notices to apps. */
import { accountChanged, userErased } from '@homeport/contract/account.ts'
import type { Notice } from '@homeport/contract/device.ts'
import { postGone } from '@homeport/contract/forum.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { remind, unreadChanged } from '@homeport/contract/message.ts'
import { userBlocked, userFollowed } from '@homeport/contract/people.ts'
import { pushNotice } from '@homeport/contract/push.ts'
import type { Trx } from '../kit/db.ts'
import { listener, type Listener } from '../kit/events.ts'
import type { Realm } from '../kit/realm.ts'
import { newId } from '../kit/auth.ts'
import { unreadOf } from './count.store.ts'
import { closeFor, eraseConversation, eraseReminders, erasePost, partTwo } from './erase.store.ts'
import { noticeOf } from './notice.query.ts'
import { addReminder } from './reminder.store.ts'
import { sendSystemMessage } from './store.ts'
import { text } from './text.ts'

export type MessageListenerDeps = {
  now: () => number
  /** Sends a notice to the user's open apps in this process; `read` is not called if there are none. */
  notify: (lang: Lang, userId: string, read: () => Promise<Notice>) => Promise<void>
}

type Occasion = Parameters<typeof addReminder>[1]

export function messageListeners({ now, notify }: MessageListenerDeps): Listener[] {
  async function remindOf(realm: Realm, occasion: Occasion): Promise<void> {
    await realm.change(async (trx, emit) => {
      if (!(await addReminder(trx, occasion, { id: newId(), now: now() }))) return
      await emit(unreadChanged, { user_id: occasion.user_id })
      const notice = await noticeOf(trx, occasion)
      if (notice) await emit(pushNotice, notice)
    })
  }

  /** One recipient after the other, each in its own transaction; each gets a notice. */
  async function untilNone(realm: Realm, erase: (trx: Trx) => Promise<string | undefined>): Promise<void> {
    let notifiedId: string | undefined
    do {
      notifiedId = await realm.change(async (trx, emit) => {
        const changedId = await erase(trx)
        if (changedId !== undefined) await emit(unreadChanged, { user_id: changedId })
        return changedId
      })
    } while (notifiedId !== undefined)
  }

  return [
    listener(accountChanged, 'once', async ({ user_id, what, at }, realm) => {
      await realm.change(async (trx, emit) => {
        const message = { to: user_id, id: `${what}-${at}`, text: text[what][realm.lang] }
        if (await sendSystemMessage(trx, message, at)) await emit(unreadChanged, { user_id })
      })
    }),

    listener(userFollowed, 'once', ({ user_id, by }, realm) =>
      remindOf(realm, { user_id, key: `follow:${by}`, kind: 'follow', by_id: by, subject: '', text: '' }),
    ),
    listener(remind, 'once', ({ by, ...occasion }, realm) => remindOf(realm, { ...occasion, by_id: by })),

    listener(userBlocked, 'once', async ({ user_id, by }, realm) => {
      await realm.change(async (trx, emit) => {
        for (const notifiedId of await partTwo(trx, by, user_id)) await emit(unreadChanged, { user_id: notifiedId })
      })
    }),

    listener(userErased, 'once', async ({ user_id }, realm) => {
      await realm.change((trx) => closeFor(trx, user_id))
      for (const erase of [eraseConversation, eraseReminders]) await untilNone(realm, (trx) => erase(trx, user_id))
    }),
    listener(postGone, 'once', ({ id }, realm) => untilNone(realm, (trx) => erasePost(trx, id))),

    listener(unreadChanged, 'everywhere', ({ user_id }, { lang, db }) =>
      notify(lang, user_id, async () => ({ unread: await unreadOf(db, user_id) })),
    ),
  ]
}
