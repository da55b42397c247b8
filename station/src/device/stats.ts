/** System measurements: CPU, memory, and the disks that downloads go to. */
import { stat, statfs } from 'node:fs/promises'
import os from 'node:os'
import type { DeviceInfo, DeviceStatus, StorageEntry } from '@homeport/contract/device.ts'
import { maxOf } from '@homeport/contract/kit/extremes.ts'
import { answersWithin, glanceMs } from '../kit/disk-answers.ts'
import { spaceOf } from '../kit/disk-space.ts'

/** Averaging interval of the CPU usage. */
const intervalMs = 3_000

type Sample = { at: number; idle: number; total: number }
export type Stats = ReturnType<typeof createStats>

export function createStats({
  now,
  folders,
  isDamaged,
}: {
  now: () => number
  folders: readonly string[]
  isDamaged: () => boolean
}) {
  let samples: Sample[] = [sampleAt(now())]
  /** Keeps samples of the last few seconds; call it every second. */
  function tick(): void {
    samples = [...samples.filter((sample) => now() - sample.at <= intervalMs), sampleAt(now())]
  }

  async function storage(): Promise<StorageEntry[]> {
    const disks = (await Promise.all(folders.map(diskOf))).filter((disk) => disk !== undefined)
    // Two folders on one disk are one entry.
    return disks.filter((disk, at) => disks.findIndex((other) => other.dev === disk.dev) === at).map((disk) => disk.entry)
  }

  async function status(): Promise<DeviceStatus> {
    const [first] = await storage()
    const [from, to] = [samples[0], sampleAt(now())]
    const total = to.total - (from?.total ?? 0)
    const memTotal = os.totalmem()
    const memUsed = memTotal - os.freemem()
    return {
      cpu: total > 0 ? percent(total - (to.idle - (from?.idle ?? 0)), total) : 0,
      storage: first?.value ?? 0,
      mem: percent(memUsed, memTotal),
      mem_used_bytes: memUsed,
      mem_total_bytes: memTotal,
      storage_used_bytes: first?.used ?? 0,
      storage_total_bytes: first?.total ?? 0,
      is_damaged: isDamaged(),
    }
  }

  return { tick, storage, status }
}

/** The static part of the device info. */
export function stillInfo(
  devsn: string,
  version: string,
): Omit<DeviceInfo, 'status' | 'engines' | 'link_kinds' | 'lan' | 'writes_library'> {
  const cpus = os.cpus()
  const speeds = cpus.map(({ speed }) => speed)
  return {
    devsn,
    version,
    hostname: os.hostname(),
    platform: os.platform(),
    arch: os.arch(),
    cpu_model: cpus[0]?.model.trim() ?? '',
    cpu_max_freq: maxOf(speeds, 0),
  }
}

async function diskOf(path: string): Promise<{ dev: number; entry: StorageEntry } | undefined> {
  if (!(await answersWithin(path, glanceMs))) return undefined
  try {
    const [disk, { dev }] = await Promise.all([statfs(path), stat(path)])
    const space = spaceOf(disk)
    return { dev, entry: { ...space, path, value: percent(space.used, space.total) } }
  } catch {
    return undefined
  }
}

function sampleAt(at: number): Sample {
  const times = os.cpus().map((cpu) => cpu.times)
  const total = times.reduce((sum, time) => sum + time.user + time.nice + time.sys + time.idle + time.irq, 0)
  return { at, total, idle: times.reduce((sum, time) => sum + time.idle, 0) }
}

/** One decimal. */
function percent(part: number, whole: number): number {
  return whole > 0 ? Math.round((1000 * part) / whole) / 10 : 0
}
