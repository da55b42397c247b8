/** For tests: the downloads of a box in a folder of their own, called by acts as from the cloud. */
import { patienceMs, until } from '../../../testing/until.ts'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { Task } from '@homeport/contract/download/download.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { afterEach, beforeEach, expect } from 'vitest'
import { createAnswerer } from '../kit/connection/answer.ts'
import { inboxStore } from '../kit/connection/inbox.store.ts'
import { createEventBus } from '../shared/event-bus.ts'
import { downloadActs } from '../download/acts.ts'
import { controlActs } from '../download/control/control-acts.ts'
import { openDownloads, type OpenDeps } from '../download/open.ts'
import type { Lookup, SourceRule } from '../kit/outside.ts'
import { openTestDb } from './db.ts'
import { searchPath as testSearchPath } from './engine.ts'
import { openTestFiles, type Served } from './file-server.ts'
import { openTestSwarm } from './swarm.ts'
import { programActs } from '../download/torrent-program/program-acts.ts'
import type { TestProgram } from '../../../testing/torrent-program.ts'
import type { PutBlob } from '../download/torrent/file-list.ts'
import type { BlobOf } from '../download/torrent/torrent-fetcher.ts'

export type TestBox = Awaited<ReturnType<typeof openTestBox>>

export function testFolder(): string {
  return mkdtempSync(join(os.tmpdir(), 'homeport-box-'))
}

export type TestBoxDeps = {
  folder: string
  privateSources?: boolean
  port?: number
  tlsPort?: number
  searchPath?: string
  aria2?: string
  ed2kServers?: OpenDeps['ed2kServers']
  packaged?: string
  now?: () => number
  blobOf?: BlobOf
  putBlob?: PutBlob
  silenceMs?: number
  /** Further download folders. */
  folders?: string[]
  onDone?: string
  isVideo?: OpenDeps['isVideo']
  streamWaitsMs?: readonly number[]
  lookup?: Lookup
  mountPointOf?: OpenDeps['mountPointOf']
  probe?: OpenDeps['probe']
  /** False of an aria2 that never comes up; of any other the box is open once it is up. */
  isUp?: boolean
  isPrivate?: SourceRule['isPrivate']
  /** The owner's program in aria2's place, as the box kept it before. */
  program?: TestProgram | undefined
  /** Long, so that a start is answered by what it meets and not by how busy the machine is. */
  startMs?: number
}

export async function openTestBox({
  folder,
  privateSources = true,
  port = 1,
  tlsPort = 0,
  searchPath = testSearchPath,
  aria2 = '',
  ed2kServers = [],
  packaged,
  now = Date.now,
  blobOf = async () => undefined,
  putBlob = async () => {},
  silenceMs,
  folders = [],
  onDone = '',
  isVideo = async () => false,
  streamWaitsMs,
  lookup,
  mountPointOf,
  probe,
  isPrivate,
  isUp = true,
  startMs = 20_000,
  program,
}: TestBoxDeps) {
  const station = join(folder, 'station')
  const root = join(folder, 'downloads')
  mkdirSync(station, { recursive: true })
  for (const folder of [root, ...folders]) mkdirSync(folder, { recursive: true })
  if (program) writeFileSync(join(station, 'torrent-program.json'), JSON.stringify(program.login))
  const warnings: string[] = []
  const gone: string[] = []
  const updates: { task: Task; isState: boolean }[] = []
  const faults: unknown[] = []
  const events = createEventBus()
  events.on('task', (what) => updates.push(what))
  events.on('task_gone', ({ task_id }) => gone.push(task_id))
  const db = await openTestDb(join(station, 'station.db'))
  const downloads = await openDownloads({
    folder: station,
    downloads: [root, ...folders],
    aria2,
    ed2kServers,
    searchPath,
    packaged,
    port,
    tlsPort,
    screenPort: 2,
    privateSources,
    db,
    blobOf,
    putBlob,
    silenceMs,
    onDone,
    isVideo,
    streamWaitsMs,
    lookup,
    mountPointOf,
    probe,
    isPrivate,
    events,
    now,
    onFault: (fault) => faults.push(fault),
    warn: (line) => warnings.push(line),
  })
  const inbox = inboxStore(db)
  const answerer = createAnswerer({
    devsn: 'BOX',
    handlers: [...downloadActs({ ...downloads, startMs }), ...controlActs(downloads), ...programActs(downloads.torrentProgram)],
    inbox,
    now,
    onFault: (_, fault) => faults.push(fault),
  })
  await Promise.race([downloads.start(), downloads.engine.whenUp(isUp ? patienceMs : 1_000)])
  if (isUp) await downloads.engine.whenUp(patienceMs)
  const look = async () => {
    await downloads.tick()
    await downloads.tasks.look()
  }
  const ticker = setInterval(() => void look(), 200)
  let count = 0

  const box = {
    root,
    db,
    events,
    warnings,
    updates,
    gone,
    faults,
    inbox,
    downloads,
    answerer,
    act: (act: string, data: unknown, id = `act ${(count += 1)} of ${now()}`): Promise<FrameIn> => {
      return answerer.take({ id, act, data, realm: 'en', expiresAt: now() + 60_000 }, now())
    },
    task: async (task_id: string): Promise<Task> => {
      return Task.parse((await box.act('download_status', { task_id })).data)
    },
    tasks: async (): Promise<Task[]> => {
      return (await downloads.tasks.list(99, 0)).data
    },
    read: (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path)) : undefined),
    aria2Pid: () => Number(readFileSync(join(station, 'aria2.pid'), 'utf8')),
    stop: async () => {
      clearInterval(ticker)
      await downloads.stop()
      await db.destroy()
    },
  }
  return box
}

export const clear = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

type SetUp = Partial<TestBoxDeps> & { isOpen?: boolean; mayFault?: boolean }

/**
 * A new folder for each test of a file, with a box that the test opens; both are taken away after it, with all that was added to `closing`. A test after
 * which the box has met a fault fails. isOpen: the box is opened before each test. mayFault: its tests make the box meet faults.
 */
export function setUpDownloads({ isOpen = false, mayFault = false, ...defaults }: SetUp = {}) {
  const closing: (() => unknown)[] = []
  let current: { folder: string; box: TestBox | undefined; program?: TestProgram } | undefined
  let swarms = 0

  const test = () => {
    if (!current) throw new Error('a test has a folder only while it runs')
    return current
  }
  const boxNow = () => {
    const { box } = test()
    if (!box) throw new Error('this test has not opened its box yet')
    return box
  }

  async function open(deps: Partial<TestBoxDeps> = {}): Promise<TestBox> {
    const box = await openTestBox({ folder: test().folder, program: test().program, ...defaults, ...deps })
    test().box = box
    return box
  }

  beforeEach(async () => {
    current = { folder: testFolder(), box: undefined }
    if (isOpen) await open()
  })

  afterEach(async () => {
    const { box, folder } = test()
    await box?.stop()
    for (const close of closing.splice(0)) await close()
    clear(folder)
    if (!mayFault) expect(box?.faults ?? []).toEqual([])
  })

  return {
    closing,
    open,
    /** The box that is opened next, and one that is open already, has this program. */
    useProgram: async (program: TestProgram): Promise<void> => {
      test().program = program
      if (!test().box) return
      await boxNow().stop()
      await open()
    },
    get program(): TestProgram | undefined {
      return test().program
    },
    inFolder: (name: string): string => join(test().folder, name),
    get folder(): string {
      return test().folder
    },
    get box(): TestBox {
      return boxNow()
    },
    /** parts: of the box that is opened next. */
    reopen: async (deps: Partial<TestBoxDeps> = {}): Promise<TestBox> => {
      await boxNow().stop()
      return open(deps)
    },
    serve: async (files: Record<string, Served>, options: Parameters<typeof openTestFiles>[1] = {}) => {
      const server = await openTestFiles(files, options)
      closing.push(server.stop)
      return server
    },
    swarm: async (
      name: string,
      files: Record<string, Buffer>,
      how: number | { bytesPerSecond?: number; pieceBytes?: number } = 0,
    ) => {
      swarms += 1
      const made = await openTestSwarm({
        folder: join(test().folder, `seed ${swarms}`),
        name,
        files,
        ...(typeof how === 'number' ? { bytesPerSecond: how } : how),
      })
      closing.push(made.stop)
      return made
    },
    /** The id of a task that was accepted. */
    start: async (request: string | object): Promise<string> => {
      const { code, task_id = '' } = await boxNow().act('start_task', typeof request === 'string' ? { url: request } : request)
      expect(code).toBe(Code.ok)
      return task_id
    },
    isDone: (id: string) => until('the task is done', async () => (await boxNow().task(id)).is_done),
    /** Entries below the download folder, without the work folder. */
    remaining: (): string[] =>
      readdirSync(boxNow().root, { recursive: true })
        .map(String)
        .filter((name) => name !== '.incoming' && !name.startsWith('.incoming/'))
        .toSorted(),
  }
}
