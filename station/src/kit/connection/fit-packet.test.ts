/** Messages of a box fit into a packet of its cloud. */
import { boxPacketMaxBytes } from '@homeport/contract/kit/connection.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { beforeEach, expect, it } from 'vitest'
import { packetOf } from './fit-packet.ts'

let tooLong: string[] = []
beforeEach(() => {
  tooLong = []
})
const fitting = { onTooLong: (what: string) => void tooLong.push(what) }
const long = '流'.repeat(boxPacketMaxBytes / 3)

it('P43: an answer that is too long is told to whoever waits for it, a push that is too long is left out', () => {
  const frame = { act: 'file_list', dev: '', code: Code.ok, id: 'a', data: { long } }
  const reply = packetOf({ kind: 'reply', id: 'a', frame }, fitting)
  expect(JSON.parse(reply ?? '')).toEqual({
    kind: 'reply',
    id: 'a',
    frame: { act: 'file_list', dev: '', code: Code.fault, id: 'a' },
  })
  expect(packetOf({ kind: 'push', frame }, fitting)).toBeUndefined()
  expect(tooLong).toEqual(['reply file_list', 'push file_list'])
})

it('what fits is sent as it is', () => {
  const push = {
    kind: 'push' as const,
    frame: { act: 'file_list', dev: '', code: Code.ok, data: { long: long.slice(0, -1_000) } },
  }
  expect(packetOf(push, fitting)).toBe(JSON.stringify(push))
  expect(tooLong).toEqual([])
})
