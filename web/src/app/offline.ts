/** Offline cache of queries: this user's saved responses in this realm are restored at start and deleted at sign-out (P13, P39). */
import { dehydrate, hydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query'
import { forgetCaches, forgetSaved, readSaved, writeSaved } from '../kit/storage.ts'
import { onSessionEnd, session } from '../kit/session.ts'
import { closeNotifications } from '../kit/shell/worker-messages.ts'

const saveAfterMs = 1_000
const oldestMs = 30 * 86_400_000

type Saved = { at: number; state: DehydratedState }

/** Resolves once the saved responses are restored, and saves from then on. */
export async function startOffline(client: QueryClient): Promise<void> {
  await restore(client)
  let timer: ReturnType<typeof setTimeout> | undefined
  let owner = ownerOf()
  const save = () => {
    timer = undefined
    if (owner && owner === ownerOf()) void writeSaved(owner, { at: Date.now(), state: stateOf(client) } satisfies Saved)
  }
  client.getQueryCache().subscribe(() => (timer ??= setTimeout(save, saveAfterMs)))
  onSessionEnd((realm) => {
    client.clear()
    void forgetSaved(`${realm}/`)
    void forgetCaches(realm)
    void closeNotifications()
  })
  session.watch(() => {
    const now = ownerOf()
    if (now === owner) return
    owner = now
    // A page shows more to a person than to the guest who saw it before.
    if (owner !== '') void client.invalidateQueries()
    void restore(client)
  })
}

function ownerOf(): string {
  const { lang, token, user } = session.get()
  return token && user ? `${lang}/${user.user_id}` : ''
}

async function restore(client: QueryClient): Promise<void> {
  const owner = ownerOf()
  if (!owner) return
  // NOTE: only this file writes there; a shape of an older version fails to hydrate and is skipped.
  const saved = (await readSaved(owner)) as Saved | undefined
  if (!saved || Date.now() - saved.at > oldestMs || owner !== ownerOf()) return
  try {
    hydrate(client, saved.state)
    // Even if fresh: it may have been saved before the last change, and the cloud may have newer data.
    void client.invalidateQueries({ refetchType: 'active' })
  } catch {
    await forgetSaved(owner)
  }
}

function stateOf(client: QueryClient): DehydratedState {
  const { lang } = session.get()
  return dehydrate(client, {
    shouldDehydrateQuery: (query) =>
      query.meta?.isSaved === true && query.state.status === 'success' && query.queryKey[0] === lang,
    shouldDehydrateMutation: () => false,
  })
}
