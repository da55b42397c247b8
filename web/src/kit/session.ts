/** The session (user, token) and the current box, per realm. Ending it deletes all private data of that realm (spec 4, P13). */
import type { Profile, SignedIn } from '@homeport/contract/account.ts'
import type { Device } from '@homeport/contract/device.ts'
import { type Env, type Lang, langs } from '@homeport/contract/kit/operation.ts'
import { observable, derived, useObservable } from './observable.ts'
import { storageKeys, watchOtherTabs, type StoredValues } from './storage.ts'
import { lang } from './lang.ts'
import { isLanOpen } from './lan-open.ts'
import { reach } from './reachability.ts'

export type Session = { lang: Lang; token: string; user: Profile | null; device: Device | null }

export const session = observable<Session>(storedSession(lang.get()))
lang.watch(() => session.set(storedSession(lang.get())))

/** expired: by itself, while somebody used the app. ended: by a person, here or elsewhere. */
type Ending = 'expired' | 'ended'

const endings = new Set<(lang: Lang, ending: Ending) => void>()

/** Runs whenever a session ends, with the realm it ended in: caches are cleared here. */
export function onSessionEnd(listener: (lang: Lang, ending: Ending) => void): () => void {
  endings.add(listener)
  return () => endings.delete(listener)
}

/** P46: while the cloud is unreachable the box's presence is unknown, so it counts as offline; by the direct socket it is reached whatever the cloud knows. */
const seenSession = derived([session, reach.unreached, isLanOpen], () => {
  const existing = session.get()
  if (existing.device === null) return existing
  const online = isLanOpen.get() ? 1 : reach.unreached.get() === null ? existing.device.online : 0
  return online === existing.device.online ? existing : { ...existing, device: { ...existing.device, online } }
})

/** Whether the current box can be reached now, by the cloud or directly. */
export const isBoxReached = derived([seenSession], () => seenSession.get().device?.online === 1)

/** The session for screens; `session` itself holds the last known state. */
export function useSession(): Session {
  return useObservable(seenSession)
}

export function startSession(signedIn: SignedIn): void {
  const realm = lang.get()
  const before = session.get()
  // The previous user's data is deleted before another user signs in; a new session of the same user keeps what is saved.
  if (before.token === '' || before.user?.user_id !== signedIn.user.user_id) {
    if (before.token !== '') for (const listener of endings) listener(realm, 'ended')
    storageKeys.clearRealm(realm)
  }
  storageKeys.realm(realm, 'token').set(signedIn.token)
  storageKeys.realm(realm, 'userInfo').set(signedIn.user)
  storageKeys.realm(realm, 'bindInfo').set(signedIn.bind)
  session.set(storedSession(realm))
}

export function endSession(ending: Ending = 'ended'): void {
  endIn(lang.get(), ending)
}

/** In both realms: the hosts are others from now on, and know none of these sessions. */
export function endAllSessions(): void {
  for (const realm of langs) endIn(realm, 'ended')
}

/** A token is never sent to hosts of another environment, as when the operator's file no longer names the chosen one. */
export function endSessionsOfOther(env: Env): void {
  const before = storageKeys.app('session_env').get()
  if (before !== null && before !== env) endAllSessions()
  if (before !== env) storageKeys.app('session_env').set(env)
}

function endIn(realm: Lang, ending: Ending): void {
  storageKeys.clearRealm(realm)
  for (const listener of endings) listener(realm, ending)
  if (realm === lang.get()) session.set(storedSession(realm))
}

/** Whether this token is still the one of the realm's session. */
export function isSession(realm: Lang, token: string): boolean {
  return storageKeys.realm(realm, 'token').get() === token
}

/** Stores what was requested in this session, only if it is still the same: a late response restores nothing (P13). */
export function storeForSession(): <K extends Parameters<typeof storageKeys.realm>[1]>(name: K, value: StoredValues<K>) => void {
  const { lang: realm, token } = session.get()
  return (name, value) => {
    if (session.get().token === token && session.get().lang === realm) storageKeys.realm(realm, name).set(value)
  }
}

/** False if the browser holds a token but not the bind info (spec 8): signing in again brings it. */
export function hasBindInfo(): boolean {
  return storageKeys.realm(lang.get(), 'bindInfo').get() !== null
}

/** Updates the user's own profile; ignored if the session has ended. */
export function setUser(user: Profile): void {
  const before = session.get()
  if (before.token === '' || (before.user && before.user.user_id !== user.user_id)) return
  storageKeys.realm(before.lang, 'userInfo').set(user)
  session.set({ ...before, user })
}

/** Spec 3: the default box, or the first in the list, is the current one. */
export function setCurrentDevice(device: Device | null): void {
  const before = session.get()
  if (JSON.stringify(before.device) === JSON.stringify(device)) return
  if (before.device?.devsn !== device?.devsn) storageKeys.clearBox(before.lang)
  storageKeys.realm(before.lang, 'currentDevice').set(device)
  session.set({ ...before, device })
}

function storedSession(realm: Lang): Session {
  return {
    lang: realm,
    token: storageKeys.realm(realm, 'token').get() ?? '',
    user: storageKeys.realm(realm, 'userInfo').get(),
    device: storageKeys.realm(realm, 'currentDevice').get(),
  }
}

watchOtherTabs(() => {
  const before = session.get()
  const now = storedSession(before.lang)
  if (now.token === before.token && now.device?.devid === before.device?.devid) return
  if (before.token !== '' && now.token !== before.token) for (const listener of endings) listener(before.lang, 'ended')
  session.set(now)
})
