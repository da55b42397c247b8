/** The one-time code with which WeChat's mini-program opens the app, or this browser's page of http its address by https: it leaves the address before anything else happens, and stands in no storage (P12). */
import { readHash, rewriteAddress } from '../nav/nav.ts'
import { isMiniProgram } from '../platform.ts'
import { takeProof } from './secure-address.ts'

/** '' if there is none. Outside of a mini-program, and without this browser's own proof, the code is dropped: a link that somebody sent must not sign a browser in to the sender's account. */
export function takeWebviewCode(): string {
  const [path, search] = readHash(location.hash)
  const params = new URLSearchParams(search)
  const code = params.get('webview')
  if (code === null) return ''
  const isOwn = takeProof(params.get('proof'))
  params.delete('webview')
  params.delete('proof')
  rewriteAddress(params.size > 0 ? `${path}?${params}` : path)
  return isOwn || isMiniProgram() ? code : ''
}
