/** The path to return to after sign-in. */
import { redirect } from './nav.ts'

export const loginPath = '/pages/user/login/username'
export const homePath = '/pages/index/index'
export const devicePath = '/pages/main/device/index'
export const mePath = '/pages/main/user/index'

let wanted: string | null = null

export function rememberReturnPath(path: string): void {
  wanted = path
}

export function goToReturnPath(otherwise = devicePath): void {
  const to = wanted ?? otherwise
  wanted = null
  redirect(to)
}
