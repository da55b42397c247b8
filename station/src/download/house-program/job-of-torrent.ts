/** A torrent of the program as a job of the box. */
import type { Job, Swarm } from '../engine/engine.ts'
import { newJob } from '../engine/in-process-engine.ts'
import type { Driver, HouseTorrent } from './driver.ts'

export function jobOf(gid: string, torrent: HouseTorrent): Job {
  return {
    gid,
    state: torrent.state,
    total_bytes: torrent.total_bytes,
    done_bytes: torrent.done_bytes,
    speed_bytes: torrent.speed_bytes,
    peers: torrent.peers,
    error: 0,
    error_text: '',
    is_checking: torrent.isChecking,
    up_bytes: torrent.up_bytes,
    up_speed_bytes: torrent.up_speed_bytes,
  }
}

/** Its owner removed it in the program: the task is stopped, and comes back there when a person starts it. */
export const removedJob = (gid: string): Job => ({ ...newJob(gid, 0), state: 'paused', is_paused_outside: true })

export function swarmOf(swarm: Awaited<ReturnType<Driver['swarm']>>, torrent: HouseTorrent): Swarm {
  // The program's figure counts what is here.
  const isAllSeeds = swarm.peers.every(({ is_seed }) => is_seed)
  const availability = isAllSeeds ? swarm.peers.length : torrent.availability
  return { ...swarm, ...(availability !== undefined && { availability: Math.max(0, availability) }) }
}
