/** URLs of public pictures by id: avatars, pictures of posts. */
import { hostUrl } from '../kit/hosts.ts'
import { lang } from '../kit/lang.ts'

/** '' for no picture. */
export function pictureUrl(id: string): string {
  return id === '' ? '' : `${hostUrl(lang.get(), 'forum')}/picture/${encodeURIComponent(id)}`
}
