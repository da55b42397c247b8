/** Base URLs of each host per language: the same origin, unless an operator's /hosts.json says otherwise. */
import type { HostsFile } from '@homeport/contract/kit/hosts-file.ts'
import { envs, type Env, type Host, type Lang } from '@homeport/contract/kit/operation.ts'
import { storageKeys } from './storage.ts'

let existing: HostsFile = { env: 'product', hosts: {} }

/** The chosen environment, if the file still names hosts of it; the file's own otherwise. */
export function environment(): Env {
  const chosen = storageKeys.app('env').get()
  return chosen !== null && existing.hosts[chosen] ? chosen : existing.env
}

/** The environments whose hosts the file names, and the one in use. */
export function environments(): Env[] {
  return envs.filter((env) => env === environment() || existing.hosts[env] !== undefined)
}

export function hostUrl(lang: Lang, host: Host): string {
  const text = existing.hosts[environment()]?.[lang]?.[host]
  return text ? text.replace(/\/$/, '') : `/${lang}/${host}`
}

/** The socket's address; on the same origin ws or wss as the page was served. */
export function socketUrl(lang: Lang): string {
  const text = existing.hosts[environment()]?.[lang]?.['ws']
  return text ?? `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/${lang}/ws`
}

export function takeHosts(file: HostsFile): void {
  existing = file
}

/** URL of the hosts file, if the page names one: <meta name="hosts" content="hosts.json">. */
export function hostsFile(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name=hosts]')?.content ?? null
}
