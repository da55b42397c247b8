/** Whether the outbox has entries, and of which user: small enough for the shell to check at start without the forum's code. */
import { readSaved } from '../../kit/storage.ts'
import { session } from '../../kit/session.ts'

/** '' for a guest. */
export function localPostsOwner(): string {
  const { lang, token, user } = session.get()
  return token !== '' && user ? `${lang}/forum/${user.user_id}` : ''
}

export const localPostsKey = (owner: string) => `${owner}/desk`

export async function hasUnsentPosts(): Promise<boolean> {
  const owner = localPostsOwner()
  const saved = owner === '' ? undefined : await readSaved(localPostsKey(owner))
  return (
    typeof saved === 'object' && saved !== null && 'waiting' in saved && Array.isArray(saved.waiting) && saved.waiting.length > 0
  )
}
