/** Access to a page (spec 2): own pages redirect to login with a return path; pages of a box ask to sign in or to bind, and the cloud whether a box that counts as offline is. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { textNow } from '../../kit/lang.ts'
import { loadUntilThere } from '../../kit/lazy-part.ts'
import { addressNow, back, redirect } from '../../kit/nav/nav.ts'
import type { PageMeta } from '../../kit/page.ts'
import { useObservable } from '../../kit/observable.ts'
import { hasBindInfo, session } from '../../kit/session.ts'
import { devicePath, goToReturnPath, homePath, loginPath, mePath, rememberReturnPath } from '../../kit/nav/return-path.ts'
import { question } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { isAskedByPage } from './asked-by-page.ts'
import { LoadFailed, PageSkeleton } from './route-states.tsx'
import { appText } from '../text.ts'

/** spec 2 */
export const toLoginMs = 1_000
/** wire.md: presence this fresh is believed. */
const presenceFreshMs = 5_000

export function Guard({ meta, children }: { meta: PageMeta; children: ReactNode }) {
  // the last known state of the box: while the cloud is unreachable the connection line says so
  const { token, device } = useObservable(session)
  const client = useQueryClient()
  const isAllowed = meta.needs === 'anyone' || (token !== '' && (meta.needs === 'user' || device !== null))
  const isOff = isAllowed && meta.needs === 'device' && device?.online !== 1

  useEffect(() => {
    if (meta.needs !== 'device') return
    isAskedByPage.set(true)
    return () => isAskedByPage.set(false)
  }, [meta.needs])
  const [lost, setLost] = useState(0)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (isAllowed) return
    if (meta.needs === 'user') return sendToLogin()
    let isHere = true
    void boxOf(client).then((box) => {
      if (isHere && box === 'none') void refuse()
      if (isHere && box === 'unknown') setLost(attempt + 1)
    })
    return () => {
      isHere = false
    }
  }, [isAllowed, meta.needs, client, attempt])

  const wasLooked = useRef(false)
  useEffect(() => {
    // Once a visit: the cloud tells each change after that.
    if (!isAllowed || wasLooked.current) return
    wasLooked.current = true
    if (isOff) void askAboutBox(client)
  }, [isAllowed, isOff, client])

  // checked once: signing in on the page itself redirects by itself
  const [isElsewhere] = useState(meta.isForGuests === true && token !== '')
  useEffect(() => {
    if (isElsewhere) goToReturnPath(mePath)
  }, [isElsewhere])

  if (isElsewhere) return <PageSkeleton />
  if (isAllowed) return children
  return lost > attempt ? <LoadFailed onRetry={() => setAttempt(lost)} /> : <PageSkeleton />
}

/** After sign-in the browser does not know its box yet: the cloud is asked before the user is told to bind. */
async function boxOf(client: QueryClient): Promise<'known' | 'none' | 'unknown'> {
  if (session.get().token === '') return 'none'
  try {
    const { devices } = await import('../../device/data.ts')
    await client.fetchQuery({ ...devices(), staleTime: presenceFreshMs })
  } catch {
    return 'unknown'
  }
  return session.get().device ? 'known' : 'none'
}

function sendToLogin(): () => void {
  toast(textNow(appText).pleaseLogin)
  rememberReturnPath(addressNow())
  const timer = setTimeout(redirect, toLoginMs, loginPath)
  return () => clearTimeout(timer)
}

/** No token: asks to sign in; no box: asks to bind. Cancel goes back. */
async function refuse(): Promise<void> {
  const words = textNow(appText)
  const isGuest = session.get().token === '' || !hasBindInfo()
  const guest = session.get().token === '' ? words.loginNeeded : words.bindInfoGone
  const answer = isGuest
    ? await question({ title: guest, confirm: words.goLogin, cancel: words.cancel })
    : await question({ title: words.notBound, confirm: words.goBind, cancel: words.cancel })
  if (answer === 'left') return
  if (answer === 'cancel') return back(homePath)
  if (isGuest) rememberReturnPath(addressNow())
  redirect(isGuest ? loginPath : devicePath)
}

/** Asks the cloud: the app may know of the box what was true before. */
async function askAboutBox(client: QueryClient): Promise<void> {
  const { askPresence } = await loadUntilThere(() => import('../../device/data.ts'))
  await askPresence(client, presenceFreshMs).catch(() => null)
}
