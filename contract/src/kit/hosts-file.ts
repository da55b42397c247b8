/** The hosts file: base URLs of the seven hosts for each environment and language (spec 1); an operator's, served as /hosts.json. */
import * as z from 'zod/mini'
import { envs, hosts, langs } from './operation.ts'

const isBaseUrl = (protocols: readonly string[]) => (text: string) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).search === '' && new URL(text).hash === ''

const HttpUrl = z.string().check(z.refine(isBaseUrl(['http:', 'https:']), 'http_url'))
const SocketUrl = z.string().check(z.refine(isBaseUrl(['ws:', 'wss:']), 'ws_url'))

/** A host that is left out lies on the origin that served the page. */
const Realm = z.partial(z.object(Object.fromEntries(hosts.map((host) => [host, host === 'ws' ? SocketUrl : HttpUrl] as const))))

/** env: the environment of a browser where no other was chosen. */
export const HostsFile = z.object({
  env: z._default(z.enum(envs), 'product'),
  hosts: z.partialRecord(z.enum(envs), z.partialRecord(z.enum(langs), Realm)),
})
export type HostsFile = z.infer<typeof HostsFile>

/** Origins of all addresses in the file, each once; sockets as http(s). */
export function originsOf({ hosts: byEnv }: HostsFile): string[] {
  const urls = Object.values(byEnv).flatMap((byLang) =>
    Object.values(byLang ?? {}).flatMap((realm) => Object.values(realm ?? {})),
  )
  return [...new Set(urls.filter((url) => url !== undefined).map((url) => new URL(url.replace(/^ws/, 'http')).origin))]
}
