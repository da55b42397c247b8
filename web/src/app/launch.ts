/** How the installed app was opened: by a notification (its language), a shortcut, or with something to download. All of it leaves the address at once. */
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import { lang, setLang } from '../kit/lang.ts'
import { loadUntilThere } from '../kit/lazy-part.ts'
import { forward } from '../kit/nav/nav.ts'
import { onWorker } from '../kit/shell/worker-messages.ts'
import { openRemote } from '../playback/open-remote.ts'

const downloadsPath = '/pages/device/download/list'

/** Call before the first screen. */
export async function takeLaunch(): Promise<void> {
  onWorker('open', (address) => {
    const url = new URL(address, document.baseURI)
    switchTo(url.searchParams)
    forward(url.hash.slice(1) || '/')
  })
  if (location.search === '') return
  const query = new URLSearchParams(location.search)
  history.replaceState(history.state, '', location.pathname + location.hash)
  switchTo(query)
  if (query.has('remote')) openRemote()
  if (!query.has('link') && !query.has('shared')) return
  const { takeSharedInput } = await loadUntilThere(() => import('../kit/shell/shared-input.ts'))
  if (await takeSharedInput(query)) history.replaceState(history.state, '', `${location.pathname}#${downloadsPath}`)
}

function switchTo(query: URLSearchParams): void {
  const next = langs.find((one): one is Lang => one === query.get('lang'))
  if (next && next !== lang.get()) setLang(next)
}
