/** Links with a server: ftp, sftp, rtmp, mms, and their user and password. */
import { percentDecoded } from './link-text.ts'

/** Default ports by scheme. */
const schemes = {
  ftp: { kind: 'ftp', port: 21 },
  sftp: { kind: 'sftp', port: 22 },
  rtmp: { kind: 'rtmp', port: 1935 },
  rtmps: { kind: 'rtmp', port: 443 },
  rtmpe: { kind: 'rtmp', port: 1935 },
  mms: { kind: 'mms', port: 0 },
  mmst: { kind: 'mms', port: 1755 },
  mmsu: { kind: 'mms', port: 1755 },
  mmsh: { kind: 'mms', port: 80 },
} as const
type Scheme = keyof typeof schemes

export const isServerScheme = (scheme: string): scheme is Scheme => Object.hasOwn(schemes, scheme)

/** url: percent-encoded, with user and password. path: as in it, with its query. port 0: mms without one, whose protocol decides. name: '' if it has none. */
export type ServerLink = {
  kind: 'ftp' | 'sftp' | 'rtmp' | 'mms'
  scheme: Scheme
  url: string
  host: string
  port: number
  user: string
  password: string
  path: string
  name: string
}

/** A reason if it has no host or names no file. */
export function parseServerLink(text: string, scheme: Scheme): ServerLink | 'no_host' | 'no_file' {
  const [, authority = '', rest = ''] = /^[^:]*:\/\/([^/?#]*)(.*)$/s.exec(text) ?? []
  // A browser treats only its own schemes as having a host name, and drops their default ports.
  const probe = `http://${authority}/`
  const parsed = authority !== '' && URL.canParse(probe) ? new URL(probe) : undefined
  if (!parsed?.hostname) return 'no_host'
  const { kind, port: usualPort } = schemes[scheme]
  const port = Number(/:(\d+)$/.exec(authority)?.[1] ?? usualPort)
  const path = pathOf(rest)
  const isFile = kind === 'ftp' || kind === 'sftp'
  if (!/^\/[^/?]/.test(path) || (isFile && path.endsWith('/'))) return 'no_file'
  const [user, password] = [percentDecoded(parsed.username), percentDecoded(parsed.password)]
  const shownPort = port === usualPort ? '' : `:${port}`
  const host = parsed.hostname
  const url = `${scheme}://${loginText(user, password)}${host}${shownPort}${path}`
  return { kind, scheme, url, host, port, user, password, path, name: lastName(isFile ? path : path.replace(/\?.*$/s, '')) }

  /** ftp has no query: '?' and '#' are part of a name. */
  function pathOf(tail: string): string {
    const marks = kind === 'ftp' || kind === 'sftp' ? /[?#]/g : /#.*$/gs
    const encoded = tail.replaceAll(marks, (mark) =>
      mark.length === 1 && kind !== 'rtmp' && kind !== 'mms' ? encodeURIComponent(mark) : '',
    )
    return encodeURI(encoded.replaceAll(/%(?![0-9a-f]{2})/gi, '%25')).replaceAll(/%25([0-9a-f]{2})/gi, '%$1')
  }
}

function loginText(user: string, password: string): string {
  if (user === '' && password === '') return ''
  return `${encodeURIComponent(user)}${password === '' ? '' : `:${encodeURIComponent(password)}`}@`
}

/** With this user and password in place of its own. */
export function withLogin(url: string, { user, password }: { user: string; password: string }): string {
  return withoutLogin(url).replace('://', `://${loginText(user, password)}`)
}

/** As it is, but for user and password. */
export function withoutLogin(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1')
}

/** Decoded; '' if the path ends with a slash. */
export function lastName(path: string): string {
  return percentDecoded(path.split('/').at(-1) ?? '')
}
