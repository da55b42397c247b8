/** Whether marks wait to be sent: small, since the app asks at each start. */
import { session } from '../kit/session.ts'
import { readSaved } from '../kit/storage.ts'

/** Storage key of mark-outbox.ts; '' for a guest. Deleted with the session like all data of its realm (P13). */
export function marksKey(): string {
  const { lang, token, user } = session.get()
  return token !== '' && user ? `${lang}/marks/${user.user_id}` : ''
}

export async function hasPendingMarks(): Promise<boolean> {
  const key = marksKey()
  return key !== '' && (await readSaved(key)) !== undefined
}
