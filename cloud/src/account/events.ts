/** P36: when an account is erased, its avatars and its WeChat link are deleted. */
import { userErased } from '@homeport/contract/account.ts'
import { listener, type Listener } from '../kit/events.ts'
import type { Pictures } from '../media/pictures.ts'
import { dropAvatars } from './avatar.ts'
import { dropWechat } from './wechat/wechat.store.ts'

export function accountListeners(pictures: Pictures): Listener[] {
  return [
    listener(userErased, 'once', async ({ user_id }, realm) => {
      await dropAvatars(pictures, realm, { user_id, but: '' })
      await realm.change(async (trx) => void (await dropWechat(trx, user_id)))
    }),
  ]
}
