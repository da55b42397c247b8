/** Avatar upload: the picture is redrawn as a square and replaces the previous one. */
import { avatar, avatarPx } from '@homeport/contract/account.ts'
import type { Pictures } from '../media/pictures.ts'
import type { Realm } from '../kit/realm.ts'
import { invalid } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/http/serve.ts'
import { profileOf, setAvatar } from './store.ts'

export function avatarRoutes(pictures: Pictures): Route[] {
  return [
    serve(avatar, async ({ remove }, { realm, db, user: { user_id }, now, files: [file] }) => {
      if (!file && !remove) throw invalid('file', 'image_filled')
      const of = { user_id, purpose: 'avatar' as const, options: { maxPx: avatarPx, fit: 'square' as const }, now }
      const picture = file ? await pictures.add(realm, file, of) : undefined
      const id = picture?.picture_id ?? ''
      const isKept = await realm.change((trx) => setAvatar(trx, user_id, id))
      await dropAvatars(pictures, realm, { user_id, but: isKept ? id : '' })
      return profileOf(db, user_id)
    }),
  ]
}

export function dropAvatars(pictures: Pictures, realm: Realm, { user_id, but }: { user_id: string; but: string }): Promise<void> {
  return pictures.removeAll(realm, user_id, { purpose: 'avatar', but })
}
