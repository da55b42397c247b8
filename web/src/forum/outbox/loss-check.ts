/** Checks for unsent work on this device before sign-out. */
import * as z from 'zod/mini'
import { readSaved } from '../../kit/storage.ts'
import { localPostsKey, localPostsOwner } from './pending-check.ts'

const Kept = z.object({
  waiting: z.array(z.unknown()),
  drafts: z.array(z.object({ saved_at: z.number(), on_server_at: z.number() })),
})

/** True for posts in the outbox, or drafts that the server does not have. */
export async function hasUnsavedWork(): Promise<boolean> {
  const owner = localPostsOwner()
  const stored = z.safeParse(Kept, owner === '' ? null : await readSaved(localPostsKey(owner)))
  if (!stored.success) return false
  const { waiting, drafts } = stored.data
  return waiting.length > 0 || drafts.some((one) => one.saved_at > one.on_server_at)
}
