/** For tests: a process of its own with the box's ed2k client, to be killed. Arguments: its folder, the job's folder, the link. */
import { Ed2kClient } from '../download/ed2k/client/ed2k-client.ts'

const [folder = '', dir = '', url = ''] = process.argv.slice(2)
const rule = { allowPrivate: true, ownPorts: () => [] }
const client = new Ed2kClient({ folder, downloads: folder, servers: [], rule, silenceMs: 5_000, now: Date.now })
await client.addLink({ gid: '0123456789abcdef', kind: 'ed2k', url, dir, name: '' })
setInterval(() => {}, 1_000)
