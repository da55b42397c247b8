/** The client address of a connection: its own, or the one that a trusted proxy forwards. */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { addressOf } from '../kit/http/mount.ts'

export function addressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = new BlockList()
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (isIP(address) === 0) continue
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return (request) => {
    const named = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((one) => plain(one.trim()))
    let address = plain(request.socket.remoteAddress ?? '')
    while (isTrusted(address)) {
      const before = named.pop()
      if (!before) break
      address = before
    }
    return addressOf(address)
  }
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')
