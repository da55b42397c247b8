/** Whose desk it is, and whether anything waits there to be sent: so little that the shell can ask it at start without the forum's code. */
import * as z from 'zod/mini'
import { readSaved } from '../kit/keep.ts'
import { session } from '../kit/session.ts'

/** '' for a guest. */
export function deskOwner(): string {
  const { lang, token, user } = session.get()
  return token !== '' && user ? `${lang}/forum/${user.user_id}` : ''
}

export const deskKey = (owner: string) => `${owner}/desk`

const Kept = z.object({
  waiting: z.array(z.unknown()),
  drafts: z.array(z.object({ saved_at: z.number(), on_server_at: z.number() })),
})

export async function hasUnsentPosts(): Promise<boolean> {
  return (await kept()).waiting.length > 0
}

/** Words that only this device has: waiting to be sent, or typed in a draft that the server has not heard of. */
export async function hasUnsentWords(): Promise<boolean> {
  const { waiting, drafts } = await kept()
  return waiting.length > 0 || drafts.some((one) => one.saved_at > one.on_server_at)
}

async function kept(): Promise<z.infer<typeof Kept>> {
  const owner = deskOwner()
  const saved = z.safeParse(Kept, owner === '' ? null : await readSaved(deskKey(owner)))
  return saved.success ? saved.data : { waiting: [], drafts: [] }
}
