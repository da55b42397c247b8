/** Draws samples of a running cloud and box: resident memory, what is left after a collection, and the longest turn of the event loop. */
import { readdir, readFile } from 'node:fs/promises'
import type { World } from '../../world.ts'
import { probe } from '../probe.ts'

/** MB by the kernel's count; turns in ms of processor time, since the sample before. */
export type Sample = {
  atSeconds: number
  cloudMb: number
  boxMb: number
  engineMb: number
  cloudTurnMs: number
  boxTurnMs: number
}

export type Retained = { cloudMb: number; boxMb: number }

export function openMeter(world: World, everyMs: number) {
  const samples: Sample[] = []
  const began = performance.now()
  let faults = 0

  async function sample(): Promise<Sample> {
    const [cloud, box] = [world.cloud.child, world.station.child]
    const one = {
      atSeconds: (performance.now() - began) / 1000,
      cloudMb: await memoryMb(cloud.pid),
      boxMb: await memoryMb(box.pid),
      engineMb: await engineMb(box.pid),
      cloudTurnMs: await probe(cloud, 'longestTurn'),
      boxTurnMs: await probe(box, 'longestTurn'),
    }
    samples.push(one)
    return one
  }

  let pending = Promise.resolve()
  const timer = setInterval(() => {
    pending = pending.then(sample).then(
      () => {},
      () => {
        faults += 1
      },
    )
  }, everyMs)

  return {
    samples,
    retained: async (): Promise<Retained> => ({
      cloudMb: await probe(world.cloud.child, 'retainedMb'),
      boxMb: await probe(world.station.child, 'retainedMb'),
    }),
    async stop(): Promise<number> {
      clearInterval(timer)
      await pending
      return faults
    },
  }
}

async function memoryMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
}

/** The memory of all children of the box. */
async function engineMb(box: number | undefined): Promise<number> {
  let sum = 0
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    if (status.includes(`PPid:\t${box}\n`)) sum += await memoryMb(Number(name))
  }
  return sum
}
