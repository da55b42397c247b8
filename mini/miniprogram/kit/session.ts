/** The sign-in on this phone, per language: each has accounts of its own. */
import { langNow } from '../text'

export type Session = { token: string; name: string; devsn: string }

const key = () => `session.${langNow()}`

/** Null for a guest. */
export function sessionNow(): Session | null {
  const stored: unknown = wx.getStorageSync(key())
  return isSession(stored) ? stored : null
}

export function storeSession(session: Session): void {
  wx.setStorageSync(key(), session)
}

export function dropSession(): void {
  wx.removeStorageSync(key())
}

function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false
  return ['token', 'name', 'devsn'].every((field) => typeof Reflect.get(value, field) === 'string')
}
