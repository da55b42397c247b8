/** For tests: the box's own ed2k client in a folder of its own, with peers and servers that are closed after the test. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { openPeer, type PeerOptions } from '../../../testing/ed2k/peer.ts'
import { openServer, type KnownSource } from '../../../testing/ed2k/server.ts'
import type { SharedFile } from '../../../testing/ed2k/shared-file.ts'
import { Ed2kClient, type Ed2kClientDeps } from '../download/ed2k/client/ed2k-client.ts'
import type { Job } from '../download/engine/engine.ts'
import { clear, testFolder } from './downloads.ts'
import { until } from '../../../testing/until.ts'

export const gid = '0123456789abcdef'

export function setUpEd2k() {
  const closing: (() => unknown)[] = []
  let folder = ''
  let aheadMs = 0

  beforeEach(() => {
    folder = testFolder()
    aheadMs = 0
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
    clear(folder)
  })

  function openClient(deps: Partial<Ed2kClientDeps> = {}): Ed2kClient {
    const rule = { allowPrivate: true, ownPorts: () => [] }
    const now = () => Date.now() + aheadMs
    const [own, downloads] = [join(folder, 'station'), join(folder, 'downloads')]
    const client = new Ed2kClient({ folder: own, downloads, servers: [], rule, silenceMs: 5_000, now, ...deps })
    closing.push(() => client.stop())
    return client
  }

  return {
    openClient,
    get folder(): string {
      return folder
    },
    dir: (): string => {
      mkdirSync(join(folder, 'work'), { recursive: true })
      return join(folder, 'work')
    },
    /** The clock of the clients goes on by this much. */
    pass: (ms: number): void => void (aheadMs += ms),
    peer: async (file: SharedFile, options: PeerOptions = {}) => {
      const peer = await openPeer(file, options)
      closing.push(peer.stop)
      return peer
    },
    server: async (sources: Map<string, KnownSource[]>, options: { isSilent?: boolean } = {}) => {
      const server = await openServer(sources, options)
      closing.push(server.stop)
      return server
    },
    /** The job as the box sees it. */
    job: async (client: Ed2kClient): Promise<Job> => {
      const job = await client.job(gid)
      if (!job) throw new Error('the client has no job')
      return job
    },
    isDone: async (client: Ed2kClient): Promise<void> => {
      await until('the file is complete', async () => (await client.job(gid))?.state === 'complete')
    },
    names: (): string[] => (existsSync(join(folder, 'work')) ? readdirSync(join(folder, 'work')).toSorted() : []),
    read: (name: string): Buffer => readFileSync(join(folder, 'work', name)),
  }
}
