/** Which addresses are public, in all spellings (P34). */
import { BlockList, isIP } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bareHost, isAddress, isPrivateAddress, plainAddress } from './private-address.ts'

const inner = [
  '127.0.0.1',
  '10.1.2.3',
  '192.168.1.1',
  '172.31.0.1',
  '169.254.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
]
const inner6 = [
  '::1',
  '::',
  '0:0:0:0:0:0:0:1',
  'fe80::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::FFFF:8.8.8.8',
  '64:ff9b::a00:1',
  '2002:0a00:0001::',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2001:10::1',
  '3fff::1',
  '::127.0.0.1',
]
const open = ['1.1.1.1', '93.184.216.34', '172.32.0.1', '100.128.0.1']
const open6 = ['2606:4700::1111', '2A00:1450:4001:82b::200e', '2001:4860:4860:0:0:0:0:8888']

describe('P34: an address', () => {
  it.each([
    ...inner,
    ...inner6,
    ...inner6.map((one) => `[${one}]`),
    'fe80::1%eth0',
    'not an address',
    '',
    '1.2.3',
    '1.2.3.256',
    'example.org',
  ])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true))
  it.each([...open, ...open6, ...open6.map((one) => `[${one}]`)])('%s is public', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  )

  it('is one text, whatever its spelling, and a name is none', () => {
    expect(['0:0:0:0:0:0:0:1', '[::1]', '::ffff:7f00:1', '2A00::0:1', '10.0.0.1', 'box.local'].map(plainAddress)).toEqual([
      '::1',
      '::1',
      '127.0.0.1',
      '2a00::1',
      '10.0.0.1',
      'box.local',
    ])
    expect(['[fe80::1%eth0]', '::1'].map(bareHost)).toEqual(['fe80::1', '::1'])
    expect(['[::1]', '10.0.0.1', 'fe80::1%eth0', 'example.org', '1::2::3', ':::', ''].map(isAddress)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('is read as Node reads it', () => {
    const ranges = new BlockList()
    for (const [net, prefix] of [
      ['10.0.0.0', 8],
      ['172.16.0.0', 12],
      ['192.168.0.0', 16],
      ['127.0.0.0', 8],
      ['169.254.0.0', 16],
      ['100.64.0.0', 10],
      ['224.0.0.0', 3],
      ['0.0.0.0', 8],
    ] as const)
      ranges.addSubnet(net, prefix, 'ipv4')
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        if (ranges.check(address, 'ipv4')) expect(isPrivateAddress(address)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        expect(isAddress(address)).toBe(isIP(address) === 6)
        const isGlobal = /^\[?[23]/.test(plainAddress(address)) && plainAddress(address).split(':')[0]?.length === 4
        if (!isGlobal) expect(isPrivateAddress(address)).toBe(true)
      }),
    )
  })
})
