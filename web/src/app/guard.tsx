/** Who may see a page (spec 2): own pages go to login with the way back, pages of a box ask to sign in, to bind, or say that it is off. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { textNow } from '../kit/lang.ts'
import { back, redirect } from '../kit/nav.ts'
import type { PageMeta } from '../kit/page.ts'
import { hasBindInfo, session, useSession } from '../kit/session.ts'
import { devicePath, homePath, loginPath, rememberWay } from '../kit/way-back.ts'
import { question } from '../ui/modal.tsx'
import { toast } from '../ui/toast.tsx'
import { LoadFailed, PageSkeleton } from './faces.tsx'
import { appText } from './text.ts'

/** spec 2 */
export const toLoginMs = 1_000
/** wire.md: presence this fresh is believed. */
const presenceFreshMs = 5_000

export function Guard({ route, meta, children }: { route: string; meta: PageMeta; children: ReactNode }) {
  const { token, device } = useSession()
  const client = useQueryClient()
  const isAllowed = meta.needs === 'anyone' || (token !== '' && (meta.needs === 'user' || device !== null))
  const isOff = isAllowed && meta.needs === 'online' && device?.online !== 1

  const [lost, setLost] = useState(0)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (isAllowed) return
    if (meta.needs === 'user') return sendToLogin(route)
    let isHere = true
    void boxOf(client).then((found) => {
      if (isHere && found === 'none') void refuse(route)
      if (isHere && found === 'unknown') setLost(attempt + 1)
    })
    return () => {
      isHere = false
    }
  }, [isAllowed, route, meta.needs, client, attempt])

  const wasLooked = useRef(false)
  useEffect(() => {
    // asked once a visit: a box that leaves later is told by the page itself
    if (!isAllowed || wasLooked.current) return
    wasLooked.current = true
    if (isOff) void askAboutOffline(client, meta)
  }, [isAllowed, isOff, client, meta])

  if (isAllowed) return children
  return lost > attempt ? <LoadFailed retry={() => setAttempt(lost)} /> : <PageSkeleton />
}

/** A browser that has just signed in does not know its box yet: nobody is told to bind before the cloud was asked. */
async function boxOf(client: QueryClient): Promise<'known' | 'none' | 'unknown'> {
  if (session.get().token === '') return 'none'
  try {
    const { devices } = await import('../device/data.ts')
    await client.fetchQuery({ ...devices(), staleTime: presenceFreshMs })
  } catch {
    return 'unknown'
  }
  return session.get().device ? 'known' : 'none'
}

function sendToLogin(route: string): () => void {
  toast(textNow(appText).pleaseLogin)
  rememberWay(route)
  const timer = setTimeout(redirect, toLoginMs, loginPath)
  return () => clearTimeout(timer)
}

/** No token: asks to sign in; no box: asks to bind. No means back. */
async function refuse(route: string): Promise<void> {
  const words = textNow(appText)
  const isGuest = session.get().token === '' || !hasBindInfo()
  const title = session.get().token === '' ? words.loginNeeded : words.bindInfoGone
  const answer = isGuest
    ? await question({ title, confirm: words.goLogin, cancel: words.cancel })
    : await question({ title: words.notBound, text: words.notBoundText, confirm: words.goBind, cancel: words.cancel })
  if (answer === 'cancel') return back(homePath)
  if (isGuest) rememberWay(route)
  redirect(isGuest ? loginPath : devicePath)
}

/** What is saved stands behind the question: it stays where the person wants it, else one goes back. */
async function askAboutOffline(client: QueryClient, meta: PageMeta): Promise<void> {
  const { devices } = await import('../device/data.ts')
  await client.fetchQuery({ ...devices(), staleTime: presenceFreshMs }).catch(() => null)
  if (session.get().device?.online === 1) return
  const words = textNow(appText)
  const answer = await question({
    title: words.offline,
    text: words.offlineText,
    confirm: words.back,
    ...(meta.hasSaved ? { cancel: words.showSaved } : {}),
  })
  if (answer === 'confirm') back(devicePath)
}
