/** New versions of the app while it is open: the popup, and a new build that is taken at a quiet moment. */
import { appVersion } from '@homeport/contract/kit/version.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { later, now } from '../kit/time/clock.ts'
import { getText } from '../kit/get-text.ts'
import { textNow } from '../kit/lang.ts'
import { hasLayers } from '../kit/nav/layers.ts'
import { lazyPart, loadUntilThere, setPartFailed } from '../kit/lazy-part.ts'
import { usePath } from '../kit/nav/nav.ts'
import { useObservable } from '../kit/observable.ts'
import { isShown, restartApp, watchShown } from '../kit/platform.ts'
import { tabText } from '../kit/storage.ts'
import { hasTyped } from '../kit/keep/unsent-forms.ts'
import { isUploading } from '../kit/call/uploading.ts'
import { hasUnsavedWork } from '../forum/outbox/loss-check.ts'
import { toast } from '../ui/toast.tsx'
import { checkQuietly, checkEveryMs, shownUpdate } from '../update/app-update.ts'
import { createNewBuild, lookEveryMs, ownBuild, type NewBuild } from '../update/new-build.ts'
import { hasReloadFailed } from '../update/reload-mark.ts'
import { isPageQuiet } from './quiet-moment.ts'

const buildFile = './build.json'
const readTimeoutMs = 10_000
const arrivedMs = 800
const triedBuild = 'tried_build'

const UpdatePopup = lazyPart(async () => (await import('../update/update-popup.tsx')).UpdatePopup)

export function Updates() {
  const client = useQueryClient()
  const path = usePath()
  useEffect(() => watch(client), [client])
  const hasUpdate = useObservable(shownUpdate) !== null
  return (
    <>
      <Arrival key={path} />
      {hasUpdate && (
        <Suspense>
          <UpdatePopup />
        </Suspense>
      )}
    </>
  )
}

/** A change of page. */
function Arrival() {
  useEffect(() => {
    void builds?.moment()
    // The page before, with what stood in it, is gone by then.
    return later(arrivedMs, () => void builds?.moment())
  }, [])
  return null
}

let builds: NewBuild | undefined

function watch(client: QueryClient): () => void {
  const own = createNewBuild({
    own: ownBuild(),
    read: () => getText(buildFile, AbortSignal.timeout(readTimeoutMs)),
    isQuiet: async () => isPageQuiet() && !isBusy(client) && !(await hasUnsavedWork()),
    reload: restartApp,
    tried: { get: () => tabText.get(triedBuild), set: (build) => tabText.set(triedBuild, build) },
    isShown,
    now,
  })
  builds = own
  setPartFailed(own.partFailed)
  if (hasReloadFailed(appVersion.version_code)) void tellFailed()
  void checkQuietly(client)
  let checkedAt = now()
  const stopShown = watchShown((shown) => {
    if (!shown) return void own.moment()
    void own.look()
    if (now() - checkedAt < checkEveryMs) return
    checkedAt = now()
    void checkQuietly(client)
  })
  const stopLooking = every(lookEveryMs, () => isShown() && void own.look())
  return () => {
    stopShown()
    stopLooking()
    builds = undefined
  }
}

async function tellFailed(): Promise<void> {
  const { appUpdateText } = await loadUntilThere(() => import('../update/app-update-text.ts'))
  toast(textNow(appUpdateText).failed)
}

function isBusy(client: QueryClient): boolean {
  return hasLayers() || hasTyped() || isUploading() || client.isMutating() > 0
}

function every(ms: number, run: () => void): () => void {
  let stop = later(ms, turn)
  function turn(): void {
    run()
    stop = later(ms, turn)
  }
  return () => stop()
}
