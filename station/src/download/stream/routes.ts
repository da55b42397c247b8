/** How ffmpeg reaches a stream: through which connection, by which of its protocols. */
import type { ServerLink } from '@homeport/contract/shape/link/link-address.ts'

export type Way = {
  port: number
  isTls: boolean
  isHttp: boolean
  /** ffmpeg's own arguments before its input. The format is fixed: of another one, a list of further addresses, ffmpeg would open them. */
  args: readonly string[]
  /** For a server on this port of loopback. */
  input: (port: number) => string
}

/** In the order in which they are tried. */
export function waysOf({ scheme, host, port, path }: ServerLink): Way[] {
  if (scheme.startsWith('rtmp')) {
    const app = path.split('/')[1]?.replace(/\?.*$/s, '') ?? ''
    const isCrypt = scheme === 'rtmpe'
    const allowed = ['-protocol_whitelist', isCrypt ? 'tcp,ffrtmpcrypt,rtmpe' : 'tcp,rtmp']
    const args = [...allowed, '-rtmp_tcurl', `${scheme}://${host}:${port}/${app}`, '-f', 'flv']
    const input = (near: number) => `${isCrypt ? 'rtmpe' : 'rtmp'}://127.0.0.1:${near}${path}`
    return [{ port, isTls: scheme === 'rtmps', isHttp: false, args, input }]
  }
  const overTcp: Way = {
    port: port || 1755,
    isTls: false,
    isHttp: false,
    args: ['-protocol_whitelist', 'tcp,mmst', '-f', 'asf'],
    input: (near) => `mmst://127.0.0.1:${near}${path}`,
  }
  const overHttp: Way = {
    port: port || 80,
    isTls: false,
    isHttp: true,
    args: ['-protocol_whitelist', 'tcp,http,mmsh', '-f', 'asf'],
    input: (near) => `mmsh://127.0.0.1:${near}${path}`,
  }
  if (scheme === 'mmsh') return [overHttp]
  return scheme === 'mms' ? [overTcp, overHttp] : [overTcp]
}
