/** Addresses of the app's pages (hash mode). */
import { cloudAddress } from '../settings'
import { langNow } from '../text'

const homePath = '/pages/index/index'

/** The code stands after the #, which no server sees; the app takes it out of its address at once. */
export function signedInAddress(code: string): string {
  return `${cloudAddress}/?lang=${langNow()}#${homePath}?webview=${encodeURIComponent(code)}`
}

export function legalAddress(page: string): string {
  return `${cloudAddress}/?lang=${langNow()}#/pages/main/web_view/index?page=${encodeURIComponent(page)}`
}
