/** Leads a page of http to its address by https: where this browser has been there before, and from the trust page, which hands the session over. */
import { webviewCode } from '@homeport/contract/account.ts'
import { reachedPath, readHttps } from '@homeport/contract/https.ts'
import { ask, isReached } from '../kit/call/http.ts'
import { readHash } from '../kit/nav/nav.ts'
import { goOnTo } from '../kit/browser-features.ts'
import { forgetHttps, newProof, rememberedHttps } from '../kit/shell/secure-address.ts'
import { session } from '../kit/session.ts'

/** As the trust page sends people on. */
const handOver = '?https'
/** The first page waits for it. */
const maxWaitMs = 3_000

/** True if the page is left. */
export async function goSecure(): Promise<boolean> {
  const isHandOver = location.search === handOver
  if (isHandOver) history.replaceState(history.state, '', location.pathname + location.hash)
  const signal = AbortSignal.timeout(maxWaitMs)
  const origin = isHandOver ? await originOf(signal) : rememberedHttps()
  if (origin === '') return false
  if (!(await isReached(origin + reachedPath, signal))) {
    forgetHttps()
    return false
  }
  const hash = isHandOver ? await hashWithCode() : location.hash
  goOnTo(origin + location.pathname + location.search + hash)
  return true
}

const originOf = (signal: AbortSignal) =>
  ask(readHttps, {}, { signal }).then(
    ({ origin }) => origin,
    () => '',
  )

/** Without a session, or where no code is given, one signs in there. */
async function hashWithCode(): Promise<string> {
  if (session.get().token === '') return location.hash
  const code = await ask(webviewCode, {}).then(
    (answer) => answer.code,
    () => '',
  )
  if (code === '') return location.hash
  const [path, search] = readHash(location.hash)
  const params = new URLSearchParams(search)
  params.set('webview', code)
  params.set('proof', newProof())
  return `#${path}?${params}`
}
