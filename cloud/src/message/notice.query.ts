/** The notices that phones get: replies, quotes, and messages. Likes and followers wait in the app. */
import type { In } from '@homeport/contract/kit/operation.ts'
import { pushNotice, pushTextMax } from '@homeport/contract/push.ts'
import type { User } from '../kit/auth.ts'
import type { Trx } from '../kit/db.ts'
import { shorten } from '@homeport/contract/shape/field/text.ts'

type Notice = In<typeof pushNotice.data>
type Occasion = { user_id: string; key: string; kind: string; by_id: string; subject: string; text: string }

export async function noticeOf(trx: Trx, { user_id, key, kind, by_id, subject, text }: Occasion): Promise<Notice | undefined> {
  if (kind !== 'reply' && kind !== 'quote') return undefined
  const by = await trx.selectFrom('users').where('user_id', '=', by_id).select(['username', 'nickname']).executeTakeFirst()
  return {
    user_id,
    devsn: '',
    key,
    kind: 'reply',
    name: by ? by.nickname || by.username : '',
    text: shorten(text, pushTextMax),
    id: subject,
  }
}

export function messageNotice(from: User, { to, text, id }: { to: string; text: string; id: string }): Notice {
  const name = from.nickname || from.username
  return {
    user_id: to,
    devsn: '',
    key: `message:${id}`,
    kind: 'reply',
    name,
    text: shorten(text, pushTextMax),
    id: `user:${from.user_id}`,
  }
}
