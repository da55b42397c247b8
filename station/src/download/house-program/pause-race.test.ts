/** Stopped and started in the app while the program takes its time: a stop of the box's own is not taken for its owner's. */
import { expect, it, onTestFinished } from 'vitest'
import { until } from '../../../../testing/until.ts'
import type { Driver, HouseTorrent } from './driver.ts'
import { HouseEngine } from './engine.ts'
import type { TorrentTask } from './torrent-tasks.ts'

const hash = 'a'.repeat(40)
const limits = { down_limit: 0, up_limit: 0, seed_ratio: null, seed_minutes: null }
const film: HouseTorrent = {
  name: 'film',
  folder: '/films',
  state: 'active',
  isStopped: false,
  isChecking: false,
  isUnsettled: false,
  isMissing: false,
  hasMetadata: true,
  total_bytes: 400,
  done_bytes: 100,
  speed_bytes: 0,
  up_bytes: 0,
  up_speed_bytes: 0,
  peers: 0,
  availability: undefined,
  seedingSeconds: 0,
  added_at: 0,
  tags: ['homeport'],
}

/** A program with one torrent, which it pauses when the test lets it. staleAnswers: so many after that tell that it runs. */
async function openSlowProgram({ isWanted = true, staleAnswers = 0, settlesWithinMs = 0 } = {}) {
  let isStopped = false
  let stale = 0
  let answers = 0
  let requests = 0
  const gate = Promise.withResolvers<void>()
  const nothing = async () => {}
  const driver: Driver = {
    name: 'Program',
    settlesWithinMs,
    makesEmptyFiles: true,
    writesNeighbours: false,
    connect: async () => ({ version: '1', hasRestarted: false }),
    async changes() {
      answers += 1
      stale -= 1
      const torrent: HouseTorrent = isStopped && stale < 0 ? { ...film, state: 'paused', isStopped } : film
      return { isWhole: true, torrents: new Map([[hash, torrent]]), removed: [], unreadable: 0 }
    },
    torrent: async () => film,
    files: async () => [],
    swarm: async () => ({ has: Buffer.alloc(0), pieces: 0, peers: [] }),
    torrentFile: async () => Buffer.alloc(0),
    add: nothing,
    addMagnet: nothing,
    async pause() {
      requests += 1
      await gate.promise
      isStopped = true
      stale = staleAnswers
    },
    begin: async () => void (isStopped = false),
    verify: async () => void (isStopped = false),
    remove: nothing,
    removeMagnet: nothing,
    setFolder: nothing,
    renamesOf: () => [],
    rename: nothing,
    choose: nothing,
    trackers: async () => [],
    changeTrackers: nothing,
    limitTorrent: nothing,
    limitAll: nothing,
    leftOvers: () => [],
    stop: () => {},
  }
  const task: TorrentTask = { gid: 'film', limits, isWanted, isDone: false, isPart: false }
  const faults: unknown[] = []
  const engine = new HouseEngine({
    driver,
    tasks: {
      hashOf: async () => hash,
      byHashes: async () => new Map([[hash, task]]),
      indexesOf: async () => [1],
    },
    warn: () => {},
    onFault: (fault) => faults.push(fault),
  })
  onTestFinished(async () => {
    await engine.stop()
    expect(faults).toEqual([])
  })
  const started = engine.start()
  return {
    engine,
    started,
    pause: (): void => gate.resolve(),
    pauseByOwner: (): void => void (isStopped = true),
    isAsked: () => until('it is asked to pause', () => requests > 0),
    looked: async (count: number): Promise<void> => {
      const before = answers
      await until('it has looked', () => answers >= before + count)
    },
  }
}

it('S121: a stop in the app that takes a while is the box’s own, however often the program is looked at meanwhile', async () => {
  const { engine, started, pause, looked } = await openSlowProgram()
  await started
  await until('it is seen to run', async () => (await engine.job('film'))?.state === 'active')
  await looked(2)
  const paused = engine.pause('film')
  await looked(2)
  pause()
  await paused
  await looked(2)
  const job = await engine.job('film')
  expect(job).toMatchObject({ state: 'paused' })
  expect(job?.is_paused_outside).toBeUndefined()
})

it('S121: so is a stop of what was stopped in the app while the program was away', async () => {
  const { engine, started, pause, looked, isAsked } = await openSlowProgram({
    isWanted: false,
    staleAnswers: 2,
    settlesWithinMs: 60_000,
  })
  await isAsked()
  pause()
  await started
  await looked(4)
  expect(await engine.job('film')).toMatchObject({ state: 'paused' })
  expect((await engine.job('film'))?.is_paused_outside).toBeUndefined()
})

it('S124: while the box stops one it is not taken for one that its owner has begun in the program', async () => {
  const { engine, started, pause, looked } = await openSlowProgram()
  await started
  await looked(2)
  expect(await engine.library.torrents()).toMatchObject([{ hash, state: 'active' }])
  const paused = engine.pause('film')
  await looked(2)
  expect(await engine.library.torrents()).toMatchObject([{ hash, state: 'paused' }])
  pause()
  await paused
  expect(await engine.library.torrents()).toMatchObject([{ hash, state: 'paused' }])
})

it('a pause by its owner in the program itself still is one', async () => {
  const { engine, started, looked, pauseByOwner } = await openSlowProgram()
  await started
  await looked(2)
  pauseByOwner()
  await looked(2)
  expect(await engine.job('film')).toMatchObject({ state: 'paused', is_paused_outside: true })
})
