/** P37: a queue with every kind of link, and the box and its engines killed meanwhile, as processes with a real broker; e2e/kill.soak.ts is the long form. */
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Code } from '@homeport/contract/kit/codes.ts'
import { taskList, type Task } from '@homeport/contract/download/download.ts'
import { afterEach, expect, it } from 'vitest'
import { openPeer } from '../../../testing/ed2k/peer.ts'
import { linkTo, shareBytes } from '../../../testing/ed2k/shared-file.ts'
import { openFtpServer } from '../../../testing/ftp-server.ts'
import { openTestCloud } from '../testing/cloud.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { until } from '../../../testing/until.ts'
import { hasAria2, noAria2 } from '../testing/engine.ts'
import { openTestFiles } from '../testing/file-server.ts'
import { processesOf } from '../testing/processes.ts'
import { makeFlv, noStreams, openRtmpSource } from '../testing/rtmp-source.ts'
import { freePort } from '../../../testing/free-port.ts'
import { openTestSwarm } from '../testing/swarm.ts'
import { compileCache } from '../../../testing/compile-cache.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const canRun = hasAria2 && noStreams === ''
const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

it.skipIf(!canRun)(
  `P37: one of each kind ends whole and is in the list once after kill -9 of the box and of its engines${noAria2}${noStreams}`,
  async () => {
    const folder = testFolder()
    closing.push(() => clear(folder))
    const { links, bodies, hurry } = await openLinks(folder)
    const box = await openBox(folder)
    for (const [at, url] of links.entries()) void box.act('start_task', { url }, `start-${at}`).catch(() => {})
    await until('some of them began', async () => (await box.tasks()).filter(({ down_size }) => down_size > 0).length > 2)
    await box.restart()
    for (const [at, url] of links.entries())
      expect(await box.act('start_task', { url }, `start-${at}`)).toMatchObject({ code: Code.ok })
    await until('all move', async () => (await box.tasks()).every(({ down_size }) => down_size > 0))
    for (const pid of enginesOf(folder)) end(pid)
    hurry()
    const isStream = ({ kind }: Task) => kind === 'rtmp'
    await until('all but the stream are done', async () => (await box.tasks()).every((task) => isStream(task) || task.is_done))
    const stream = (await box.tasks()).find(isStream)
    await until('the stream stops', async () => {
      await box.act('stop_task', { task_id: stream?.task_id })
      return (await box.tasks()).every(({ is_done }) => is_done)
    })
    expect(await box.tasks()).toHaveLength(links.length)
    const files = readdirSync(join(folder, 'downloads'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    const others = files.filter(({ name }) => name !== 'film.mkv')
    expect(others.map(({ parentPath, name }) => hashOf(readFileSync(join(parentPath, name)))).toSorted()).toEqual(
      bodies.map(hashOf).toSorted(),
    )
    expect(files).toHaveLength(bodies.length + 1)
    expect(readdirSync(folder).toSorted()).toEqual(['downloads', 'servers', 'station'])
  },
)

/** Slow until `hurry`. The stream's file is film.mkv. */
async function openLinks(folder: string) {
  const [http, ftp, ed2k, swarm] = [1_000_000, 700_000, 700_000, 900_000].map((size) => randomBytes(size)) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ]
  const files = await openTestFiles({ '/http.bin': { body: http }, '/wrapped.bin': { body: ftp } }, { bytesPerSecond: 200_000 })
  const server = await openFtpServer({ files: { '/ftp.bin': ftp }, bytesPerSecond: 200_000 })
  const shared = shareBytes('ed2k.bin', ed2k)
  const peer = await openPeer(shared, { pauseMs: 30 })
  const seed = { folder: join(folder, 'servers'), name: 'swarm', files: { 'swarm.bin': swarm }, bytesPerSecond: 400_000 }
  const torrent = await openTestSwarm(seed)
  const port = await freePort()
  const flv = makeFlv(seed.folder, 60)
  const live = openLive(flv, port)
  closing.push(files.stop, server.stop, peer.stop, torrent.stop, live.stop)
  return {
    bodies: [http, ftp, ftp, ed2k, swarm],
    links: [
      live.url,
      `${files.url}/http.bin`,
      `thunder://${Buffer.from(`AA${files.url}/wrapped.binZZ`).toString('base64')}`,
      `ftp://127.0.0.1:${server.port}/ftp.bin`,
      linkTo(shared, [peer]),
      torrent.magnet,
    ],
    hurry: () => {
      files.hurry()
      peer.hurry()
    },
  }
}

/** Its server serves one connection after the other. */
function openLive(file: string, port: number) {
  const stopping = new AbortController()
  let current = openRtmpSource(file, port)
  const serve = async () => {
    while (!stopping.signal.aborted) {
      const { ended } = await current
      await ended
      if (!stopping.signal.aborted) current = openRtmpSource(file, port)
    }
  }
  const serving = serve()
  return {
    url: `rtmp://127.0.0.1:${port}/live/film`,
    stop: async () => {
      stopping.abort()
      await (await current).kill()
      await serving
    },
  }
}

async function openBox(folder: string) {
  const cloud = await openTestCloud()
  closing.push(() => cloud.stop())
  const env = {
    ...compileCache,
    PATH: process.env.PATH,
    HOMEPORT_MDNS: '0',
    HOMEPORT_DLNA: '0',
    HOMEPORT_MPV: '0',
    HOMEPORT_DATA: folder,
    HOMEPORT_PRIVATE_SOURCES: '1',
  }
  let lives = 0
  let child: ChildProcess
  let devsn = ''

  async function start(): Promise<void> {
    child = spawn(process.execPath, [main], {
      env: { ...env, HOMEPORT_CLOUD: cloud.url },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await cloud.hello((lives += 1))
    devsn = cloud.signs.at(-1)?.clientId ?? ''
  }

  async function kill(): Promise<void> {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  await start()
  closing.push(kill)
  const act = (name: string, data: unknown, id?: string) => cloud.act(devsn, name, data, { id })
  return {
    act,
    tasks: async (): Promise<Task[]> => taskList.output.parse((await act('task_list', {})).data).data,
    restart: async () => {
      await kill()
      await start()
    },
  }
}

/** aria2 and the ffmpeg that copies the stream. */
function enginesOf(folder: string): number[] {
  return [...processesOf(`--conf-path=${folder}/`), ...processesOf(`${folder}/downloads/.incoming`, 'ffmpeg')]
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It ended by itself since it was looked for.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
