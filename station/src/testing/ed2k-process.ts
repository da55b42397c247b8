/**
 * For tests: a process of its own with the box's ed2k client, to be killed. Arguments: its folder, the job's folder, the link. With 'ipc' in its stdio it tells its job at each message,
 * and by how many bytes its memory has grown at most.
 */
import { readFileSync } from 'node:fs'
import { Ed2kClient } from '../download/ed2k/client/ed2k-client.ts'

const [folder = '', dir = '', url = ''] = process.argv.slice(2)
const gid = '0123456789abcdef'
const rule = { allowPrivate: true, ownPorts: () => [] }
const client = new Ed2kClient({ folder, downloads: folder, servers: [], rule, silenceMs: 5_000, now: Date.now })
const before = memoryBytes('VmRSS')
await client.addLink({ gid, kind: 'ed2k', url, dir, name: '' })
process.on('message', async () => {
  process.send?.({ job: await client.job(gid), grownBytes: memoryBytes('VmHWM') - before })
})
setInterval(() => {}, 1_000)

/** Linux only: 0 elsewhere. */
function memoryBytes(of: 'VmRSS' | 'VmHWM'): number {
  if (process.platform !== 'linux') return 0
  return Number(new RegExp(`^${of}:\\s+(\\d+) kB`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
}
