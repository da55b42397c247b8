/** Base URLs of each host per language: the same origin, unless an operator's /hosts.json says otherwise. */
import { hosts, langs, type Host, type Lang } from '@homeport/contract/kit/promise.ts'
import * as z from 'zod/mini'

const envs = ['dev', 'pre', 'product'] as const

const Realm = z.partial(z.object(Object.fromEntries(hosts.map((host) => [host, z.string()]))))
const HostsFile = z.object({
  env: z._default(z.enum(envs), 'product'),
  hosts: z.partialRecord(z.enum(envs), z.partialRecord(z.enum(langs), Realm)),
})

let existing: z.infer<typeof HostsFile> = { env: 'product', hosts: {} }

export function hostUrl(lang: Lang, host: Host): string {
  const text = existing.hosts[existing.env]?.[lang]?.[host]
  return text ? text.replace(/\/$/, '') : `/${lang}/${host}`
}

/** The socket's address; on the same origin ws or wss as the page was served. */
export function socketUrl(lang: Lang): string {
  const text = existing.hosts[existing.env]?.[lang]?.['ws']
  return text ?? `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/${lang}/ws`
}

export function takeHosts(file: unknown): void {
  existing = z.parse(HostsFile, file)
}

/** URL of the hosts file, if the page names one: <meta name="hosts" content="hosts.json">. */
export function hostsFile(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name=hosts]')?.content ?? null
}
