/** The entry of the app. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { takePairing } from '../device/bind/pairing.ts'
import { later } from '../kit/time/clock.ts'
import { whenIdle } from '../kit/time/idle.ts'
import { watchInstall } from '../kit/shell/install.ts'
import { pathOfApp, savesData } from '../kit/platform.ts'
import { isNative } from '../kit/native-shell.ts'
import { loadUntilThere, watchStyles } from '../kit/lazy-part.ts'
import { rememberedHttps, rememberHttps } from '../kit/shell/secure-address.ts'
import { takeWebviewCode } from '../kit/shell/webview-code.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/shared-styles.ts'
import { createClient, type FailureHandler } from './client.ts'
import { healQueries, watchReach } from './refetch-on-reconnect.ts'
import { takeLaunch } from './launch.ts'
import { startOffline } from './offline.ts'
import { firstPage, prepareAllPages, Shell } from './shell.tsx'

const failureModuleAfterMs = 1_500
/** Until then what the first page itself loads has the network. */
const otherPagesAfterMs = 4_000
/** At the latest: usually the check whether the cloud answers begins once the first page is there, whose first paint it would delay. */
const reachAfterMs = 1_500

void start()

async function start(): Promise<void> {
  history.scrollRestoration = 'manual'
  watchStyles()
  watchForcedColors()
  const path = pathOfApp()
  const root = document.getElementById('root')
  if (path !== '/' && root) return (await loadUntilThere(() => import('./own-address.tsx'))).showOwnAddress(root, path)
  if (location.search === '?https' || rememberedHttps() !== '') {
    const { goSecure } = await loadUntilThere(() => import('./go-secure.ts'))
    if (await goSecure()) return
  }
  rememberHttps()
  const webviewCode = takeWebviewCode()
  takePairing()
  addEventListener('hashchange', takePairing)
  watchInstall()
  await takeLaunch()
  if (isNative()) await (await loadUntilThere(() => import('./native-start.ts'))).startNative()
  // failure handler and connection load on demand: a guest's first screen stays light
  const client = createClient((error, from) => void handleLater(error, from))
  await startOffline(client)
  if (webviewCode !== '') await signIn(webviewCode)
  show(client)
  healQueries(client)
  void Promise.race([firstPage, wait(reachAfterMs)]).then(() =>
    whenIdle(() => {
      watchReach()
      void startWorker()
    }),
  )
  // Before the network may be gone: the failure handler, then all pages, unless the person saves data.
  void firstPage.then(() => later(failureModuleAfterMs, () => void failureModule()))
  if (!savesData()) void firstPage.then(() => later(otherPagesAfterMs, () => void prepareAllPages()))
}

/** The system's high contrast, also where it is switched on later. */
function watchForcedColors(): void {
  const forced = matchMedia('(forced-colors: active)')
  const load = () => forced.matches && void loadUntilThere(() => import('../ui/forced-colors.module.css'))
  load()
  forced.addEventListener('change', load)
}

const wait = (ms: number) => new Promise<void>((resolve) => later(ms, resolve))

async function handleLater(...came: Parameters<FailureHandler>): Promise<void> {
  const { handleFailure } = await failureModule()
  handleFailure(...came)
}

/** Where it fails, the app opens as it would have without the code, and says why. */
async function signIn(webviewCode: string): Promise<void> {
  const { signInByWebview } = await loadUntilThere(() => import('../account/sign-in/webview.ts'))
  await signInByWebview(webviewCode).catch((error: unknown) => handleLater(error, { isQuiet: false }))
}

/** After the first page: the files kept for a start offline must not delay it. */
async function startWorker(): Promise<void> {
  const { registerWorker } = await loadUntilThere(() => import('./worker-link.ts'))
  await registerWorker()
}

const failureModule = () => loadUntilThere(() => import('./failure.tsx'))

function show(client: QueryClient): void {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Shell />
      </QueryClientProvider>
    </StrictMode>,
  )
}
