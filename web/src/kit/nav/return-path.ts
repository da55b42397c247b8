/** The path to return to after sign-in. */
import { redirect } from './nav.ts'

export const loginPath = '/pages/user/login/username'
export const registerPath = '/pages/user/register'
export const homePath = '/pages/index/index'
export const devicePath = '/pages/main/device/index'
export const mePath = '/pages/main/user/index'

let saved: string | null = null

export function rememberReturnPath(path: string): void {
  saved = path
}

export function goToReturnPath(otherwise = devicePath): void {
  const to = saved ?? otherwise
  saved = null
  redirect(to)
}
