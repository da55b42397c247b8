/** A torrent of the program as a job of the box. */
import type { Job } from '../engine/engine.ts'
import type { HouseTorrent } from './driver.ts'

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
