/** A check for a newer version of the app that the user wants now; its answer is told in any case. */
import type { QueryClient } from '@tanstack/react-query'
import { textNow } from '../kit/lang.ts'
import { toast } from '../ui/toast.tsx'
import { newerVersion, shownUpdate } from './app-update.ts'
import { appUpdateText } from './app-update-text.ts'

/** The user checks: the popup is shown whatever was cancelled before. */
export async function checkByHand(client: QueryClient): Promise<void> {
  const words = textNow(appUpdateText)
  try {
    const update = await client.fetchQuery({ ...newerVersion(), staleTime: 0 })
    if (update) shownUpdate.set(update)
    else toast(words.newest)
  } catch {
    toast(words.checkFailed)
  }
}
