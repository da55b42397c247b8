/** The address by https under which a browser that came by some host reaches this server. */
import { isIP } from 'node:net'

/** host: as in the Host header. names: those of the certificate; undefined: any. '' if the port is not open. */
export function secureOrigin(host: string | undefined, port: number, names: readonly string[] | undefined): string {
  if (port === 0) return ''
  return `https://${certifiedHost(hostnameOf(host), names)}:${port}`
}

/** A Host header that is none counts as absent: it gets into a header of ours. */
export function hostnameOf(host = ''): string {
  const address = `http://${host}`
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(address) ? new URL(address).hostname : '127.0.0.1'
}

/** The host of the request if the certificate names it, otherwise this machine's first address in its network. */
function certifiedHost(hostname: string, names: readonly string[] | undefined): string {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (!names || names.includes(bare)) return hostname
  return names.find((name) => isIP(name) === 4 && !name.startsWith('127.')) ?? names[0] ?? hostname
}
