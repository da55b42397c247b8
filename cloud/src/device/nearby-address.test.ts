/** Which addresses are of one house. */
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { houseOf, sameHouse } from './nearby-address.ts'

const own = new Set(['192.168.1.2', '203.0.113.1'])
const networks = [ipaddr.parseCIDR('192.168.1.2/24'), ipaddr.parseCIDR('fd00:1::2/64')]
test.each<[string, [string, string], boolean]>([
  ['the same public address', ['203.0.113.7', '203.0.113.7'], true],
  ['another public address', ['203.0.113.7', '203.0.113.8'], false],
  ['the same private network as the cloud', ['192.168.1.30', '192.168.1.20'], true],
  ['a private network that the cloud is not in', ['192.168.7.30', '192.168.7.20'], false],
  ['a box on the machine of the cloud', ['192.168.1.30', '127.0.0.1'], true],
  ['a browser on that machine, by its address', ['203.0.113.1', '127.0.0.1'], true],
  ['the same by IPv6', ['fd00:1:0:0::', '0:0:0:0::'], true],
  ['a box on that machine, a phone outside', ['203.0.113.7', '127.0.0.1'], false],
  ['addresses that are not known', ['', ''], false],
])('%s', (_, [one, other], isOne) => {
  expect([sameHouse(one, { own, networks })(other), sameHouse(other, { own, networks })(one)]).toEqual([isOne, isOne])
})

test('of this machine’s networks only private ones count', () => {
  const card = { netmask: '', mac: '', internal: false, family: 'IPv4' } as const
  const { networks: ofHouse } = houseOf({
    lo: [{ ...card, internal: true, address: '127.0.0.1', cidr: '127.0.0.1/8' }],
    eth0: [{ ...card, address: '203.0.113.9', cidr: '203.0.113.9/24' }],
    eth1: [{ ...card, address: '10.1.2.3', cidr: '10.1.2.3/16' }],
    wwan0: [{ ...card, address: '100.64.1.2', cidr: '100.64.1.2/10' }],
  })
  expect(ofHouse.map(([address, bits]) => `${address.toString()}/${bits}`)).toEqual(['10.1.2.3/16'])
})
