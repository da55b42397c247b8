/** Whether there is a newer version of the app, and when the popup is shown for it (spec 4 and 5). */
import { appVersion } from '@homeport/contract/kit/version.ts'
import { checkForUpdates, updateTipSeconds, type AppUpdate } from '@homeport/contract/update.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '../kit/call/http.ts'
import { now } from '../kit/time/clock.ts'
import { appPlatform, packageName } from '../kit/native-shell.ts'
import { observable } from '../kit/observable.ts'
import { session } from '../kit/session.ts'
import { storageKeys } from '../kit/storage.ts'

/** A check on return to the app is due after so long. */
export const checkEveryMs = 60 * 60 * 1000

/** null: no newer version. */
export const newerVersion = () =>
  queryOptions({
    queryKey: [session.get().lang, 'update', 'app'],
    queryFn: ({ signal }) =>
      ask(
        checkForUpdates,
        {
          version: appVersion.version_name,
          version_code: appVersion.version_code,
          app_platform: appPlatform(),
          package_name: packageName,
        },
        { signal },
      ),
    staleTime: checkEveryMs,
    refetchOnWindowFocus: false,
    retry: false,
    meta: { isQuiet: true },
  })

/** The version that the popup shows. */
export const shownUpdate = observable<AppUpdate | null>(null)

/** Unless Cancel was pressed within the last 24 hours. */
export async function checkQuietly(client: QueryClient): Promise<void> {
  if (isSuppressed()) return
  const update = await client.fetchQuery(newerVersion()).catch(() => null)
  if (update && !isSuppressed()) shownUpdate.set(update)
}

export function cancelUpdate(): void {
  storageKeys.app('update_tip_time').set(Math.floor(now() / 1000))
  shownUpdate.set(null)
}

function isSuppressed(): boolean {
  const cancelledAt = storageKeys.app('update_tip_time').get()
  if (cancelledAt === null) return false
  const passed = now() / 1000 - cancelledAt
  // a clock that was set back must not suppress it for ever
  return passed < updateTipSeconds && passed > -updateTipSeconds
}
