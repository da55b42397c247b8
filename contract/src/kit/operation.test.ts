/** Type tests of the contract by @ts-expect-error, checked by tsc; and consistency of the table of promises. */
import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import { acts, calls, events, reports } from '../all.ts'
import { bindDevice, listDevices, type Device } from '../device.ts'
import { listTasks, startTask } from '../download/download.ts'
import { act, call, hosts, type In, type Out } from './operation.ts'

const input = z.object({ devid: z.string() })
const output = z.null()

test('wrong use of a promise does not compile', () => {
  const right = call({ host: 'device', path: '/a', needs: 'device', device: 'devid', input, output })
  expect(right).toMatchObject({ kind: 'call', method: 'POST', device: 'devid', files: undefined })
  // @ts-expect-error a call that needs a box says which field names it
  call({ host: 'device', path: '/a', needs: 'device', input, output })
  // @ts-expect-error the field that names the box stands in the input
  call({ host: 'device', path: '/a', needs: 'online', device: 'devsn', input, output })
  // @ts-expect-error a call for anyone names no box
  call({ host: 'device', path: '/a', needs: 'anyone', device: 'devid', input, output })
  // @ts-expect-error there are seven hosts
  call({ host: 'music', path: '/a', needs: 'user', input, output })
  // @ts-expect-error a path begins with a slash
  call({ host: 'device', path: 'a', needs: 'user', input, output })
  // @ts-expect-error there are four needs
  call({ host: 'device', path: '/a', needs: 'admin', input, output })
  // @ts-expect-error every call has an output
  call({ host: 'device', path: '/a', needs: 'user', input })
  // @ts-expect-error an act is for members or owners
  act({ name: 'a', needs: 'anyone', input, output })
  // @ts-expect-error there are two ways to a box
  act({ name: 'a', via: 'pigeon', input, output })
  // @ts-expect-error what the cloud answers goes no way to a box
  act({ name: 'a', at: 'cloud', via: 'frame', input, output })
})

test('an act says whether it goes as a frame, in its type too', () => {
  const frame = act({ name: 'a', via: 'frame', input, output })
  expectTypeOf(frame.via).toEqualTypeOf<'frame'>()
  expect(frame.via).toBe('frame')
  const plain = act({ name: 'a', input, output })
  expectTypeOf(plain.via).toEqualTypeOf<'publish'>()
  expect(plain).toMatchObject({ kind: 'act', needs: 'member', at: 'box', via: 'publish', once: false })
})

test('wire.md: these acts go as frames while the socket is open, and no others', () => {
  expect(
    acts
      .filter(({ via }) => via === 'frame')
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'download_status',
    'exit_player',
    'player_bitrate',
    'player_list',
    'player_next',
    'player_pause',
    'player_resume',
    'player_seek',
    'player_set_tracks',
    'player_sleep',
    'player_speed',
    'player_status',
    'player_stay',
    'player_tracks',
    'player_volume',
    'remote_key',
    'remote_text',
    'task_changes',
  ])
})

test('types follow from the schemas', () => {
  expectTypeOf<Out<typeof listDevices.output>['data']>().toEqualTypeOf<Device[]>()
  expectTypeOf<In<typeof bindDevice.input>>().toEqualTypeOf<{ devsn?: string | undefined; code: string }>()
  expectTypeOf<Out<typeof listTasks.input>['page']>().toEqualTypeOf<number>()
  expectTypeOf(startTask.once).toEqualTypeOf<boolean>()
})

test('a path is unique over all hosts', () => {
  const paths = calls.map((one) => one.path.toLowerCase())
  expect(paths.length).toBeGreaterThan(10)
  expect(new Set(paths).size).toBe(paths.length)
})

test('names of acts, reports and events are unique', () => {
  for (const list of [acts, reports, events]) {
    expect(list.length).toBeGreaterThan(0)
    expect(new Set(list.map((one) => one.name)).size).toBe(list.length)
  }
})

test('every call is on one of the seven hosts', () => {
  expect(hosts).toHaveLength(7)
  for (const one of calls) expect(hosts).toContain(one.host)
})
