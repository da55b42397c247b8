import { expect, it } from 'vitest'
import { handClock } from '../../../testing/hand-clock.ts'
import { boundPackets } from './bound-packets.ts'

it('P52: packets are read for a tenth of the time, and others are dropped meanwhile; one that throws counts too', () => {
  const clock = handClock()
  const packets: string[] = []
  const inBounds = boundPackets(clock.now)
  const take = (text: string) =>
    inBounds(Buffer.from(text), () => {
      packets.push(text)
      clock.pass(Number(text))
      if (text.length === 3) throw new Error('cannot be read')
    })
  for (const text of ['20', '40', '21']) take(text)
  expect(packets).toEqual(['20', '40'])
  clock.pass(100)
  expect(() => take('200')).toThrow('cannot be read')
  take('1')
  clock.pass(2_000)
  take('1')
  expect(packets).toEqual(['20', '40', '200', '1'])
})

it('P43: a packet that is longer than those of a house is not read', () => {
  const packets: number[] = []
  const inBounds = boundPackets(handClock().now)
  for (const length of [4_096, 4_097, 65_000]) inBounds(Buffer.alloc(length), () => packets.push(length))
  expect(packets).toEqual([4_096])
})
