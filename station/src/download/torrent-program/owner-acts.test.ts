/** The owner pauses and removes torrents of the box in the program itself, and the app shows it. None of them needs peers. */
import { randomBytes } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { Code } from '@homeport/contract/kit/codes.ts'
import { describe, expect, it } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { torrentOf } from '../../testing/swarm.ts'
import { openProgramOf, programs } from '../../testing/torrent-programs.ts'

const blobs: Record<string, Buffer> = {}
const fixture = setUpDownloads({ blobOf: async (_, id) => blobs[id] })
const act = (name: string, data: object) => fixture.box.act(name, data)
const job = (id: string) => fixture.box.downloads.engine.job(id)
const nobody = 'http://127.0.0.1:9/announce'

describe.each(programs)('in $name itself$why', (kind) => {
  const itHere = it.skipIf(kind.isMissing)

  /** A task of the box that runs and has no peers. */
  async function openTask() {
    const program = await openProgramOf(fixture, kind)
    await fixture.useProgram(program)
    await fixture.open()
    const { bytes, infoHash } = torrentOf({ name: 'film', files: { 'film.mkv': randomBytes(300_000) }, announce: nobody })
    blobs['film'] = bytes
    const id = await fixture.start({ torrent: 'film' })
    await isThere(program, infoHash, 'loading')
    await until('it is seen to run', async () => (await job(id))?.state === 'active')
    // For so long a qBittorrent may still tell the states of before.
    await after(4_500)
    const task = () => fixture.box.task(id)
    return { program, hash: infoHash, id, task }
  }
  const start = async (id: string) =>
    expect(await act('start_task', { task_id: id, url: (await fixture.box.task(id)).url })).toMatchObject({ code: Code.ok })
  /** The box has looked at the program again, some times over. */
  async function looked(): Promise<void> {
    for (let look = 0; look < 3; look += 1) {
      await fixture.box.downloads.tasks.look()
      await after(1_100)
    }
  }
  type Program = Awaited<ReturnType<typeof openTask>>['program']
  const isThere = (program: Program, hash: string, state: string) =>
    until(`it is ${state}`, async () => (await program.torrents()).some((one) => one.hash === hash && one.state === state))

  itHere('S73: paused there it is stopped, and a start in the app begins it again', async () => {
    const { program, hash, id, task } = await openTask()
    await program.pause(hash)
    await until('it is stopped', async () => (await task()).status === 0)
    await start(id)
    await isThere(program, hash, 'loading')
    await looked()
    expect(await task()).toMatchObject({ status: 1, reason: '' })
  })

  itHere('S74: removed there it is stopped and does not come back by itself; a start in the app brings it back', async () => {
    const { program, hash, id, task } = await openTask()
    await program.remove(hash)
    await until('it is stopped', async () => (await task()).status === 0)
    await looked()
    expect(await program.torrents()).toEqual([])
    expect(await task()).toMatchObject({ status: 0, reason: '' })
    await start(id)
    await isThere(program, hash, 'loading')
    await looked()
    expect(await task()).toMatchObject({ status: 1, reason: '' })
    // Stopped in the app, removed there, and started in the app.
    await act('stop_task', { task_id: id })
    await isThere(program, hash, 'paused')
    await program.remove(hash)
    await looked()
    await start(id)
    await isThere(program, hash, 'loading')
    expect(await task()).toMatchObject({ status: 1 })
  })
})
