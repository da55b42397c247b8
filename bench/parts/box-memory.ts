/** Memory of a box's process, and acts sent to it as the app sends them. Linux only. */
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import { publish } from '@homeport/contract/device.ts'
import type { Act, In, Shape } from '@homeport/contract/kit/operation.ts'
import { until } from '../../testing/until.ts'
import { ask } from './programs.ts'

export const canMeasureMemory = existsSync('/proc/self/status')
const samples = 6
const sampleEveryMs = 1_000

/** MB of real memory of a process that rests: the least of some seconds. */
export async function restingMb(pid: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let taken = 0; taken < samples; taken += 1) {
    await after(sampleEveryMs)
    least = Math.min(least, residentMb(pid))
  }
  return least
}

export function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kb) * 1024) / 1_000_000
}

type Caller = { port: number; token: string; devsn: string }

/** Throws on any code but 200. */
export async function askBox<I extends Shape>({ port, token, devsn }: Caller, promise: Act<I>, data: In<I>): Promise<unknown> {
  const payload = JSON.stringify({ request: promise.name, timestamp: 0, code: 200, data, fd: '' })
  const frame = await ask({ port, token }, publish, { client_id: devsn, payload })
  if (!('act' in frame) || frame.code !== 200) throw new Error(`${promise.name}: ${JSON.stringify(frame)}`)
  return frame.data
}

/** ms until `isDone` says so; what throws is not done yet. */
export async function msUntil(isDone: () => Promise<boolean>, withinMs: number): Promise<number> {
  const began = performance.now()
  await until('it is done', isDone, withinMs)
  return performance.now() - began
}
