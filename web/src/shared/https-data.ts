/** Whether this cloud has https of its own, and the page by which a phone trusts it. */
import { readHttps, trustPath } from '@homeport/contract/https.ts'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../kit/call/http.ts'
import { hostUrl } from '../kit/hosts.ts'
import { lang } from '../kit/lang.ts'
import { isNative } from '../kit/native-shell.ts'
import { session } from '../kit/session.ts'

export const https = () =>
  queryOptions({
    queryKey: [session.get().lang, 'settings', 'https'],
    queryFn: ({ signal }) => ask(readHttps, {}, { signal }),
    staleTime: Infinity,
    meta: { isQuiet: true },
  })

export function trustAddress(): string {
  const now = lang.get()
  return new URL(`${trustPath}?lang=${now}`, new URL(hostUrl(now, 'version'), location.href)).href
}

/** On plain http a browser installs nothing, notifies nobody and has no camera; an app of a store brings its own connection. */
export function needsHttps(): boolean {
  return !globalThis.isSecureContext && !isNative()
}
