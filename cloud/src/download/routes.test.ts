/** The list of downloads as the app requests it, and the mirror that the box fills. */
import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listDevices, unbindDevice } from '@homeport/contract/device.ts'
import { listTasks, type Task } from '@homeport/contract/download/download.ts'
import type { MirrorRow } from '@homeport/contract/kit/connection.ts'
import type { In, Lang } from '@homeport/contract/kit/operation.ts'
import { bind, eachCloud, type TestCloud } from '../testing/app-socket.ts'
import { TestBox } from '../testing/box.ts'
import { testTask } from '../testing/test-task.ts'

const row = (rev: number, task: Task): MirrorRow => ({ report: 'download.task', key: task.task_id, rev, value: task })

eachCloud('the list of downloads', (start) => {
  let cloud: TestCloud
  let box: TestBox
  let alice: { token: string }
  let devid: string
  let at = Date.now()

  beforeEach(async () => {
    cloud = await start({}, { now: () => at })
    box = await new TestBox(cloud.url).start()
    alice = await cloud.signUp('alice')
    devid = await bind(cloud, box, alice)
    await expect.poll(() => box.receivedOf('mirror_from', 'en').length).toBe(1)
  })
  afterEach(async () => {
    await box.stop()
    await cloud.stop()
  })

  const list = async (input: Partial<In<typeof listTasks.input>> = {}, asker: { token: string; lang?: Lang } = alice) =>
    cloud.ask(listTasks, { devid, ...input }, asker)
  const ids = async () => (await list()).data.data.map(({ task_id }) => task_id)

  /** Sends rows as a box does and waits for their acknowledgement. */
  async function report(
    rows: MirrorRow[],
    { lang = 'en', first = false, epoch = box.mirrorEpoch }: { lang?: Lang; first?: boolean; epoch?: string } = {},
  ): Promise<void> {
    const rev = rows.at(-1)?.rev ?? 0
    await box.send(lang, { kind: 'mirror', epoch, first, rev, rows })
    await expect.poll(() => box.receivedOf('mirror_ack', lang).some((ack) => ack.epoch === epoch && ack.rev >= rev)).toBe(true)
  }
  const isOff = () => expect.poll(async () => (await cloud.ask(listDevices, {}, alice)).data.data[0]?.online).toBe(0)

  test('tasks come newest first, by state and by page, with counts over all of them', async () => {
    await report(
      [
        row(1, testTask('a')),
        row(2, testTask('b', { created_at: 1_700_000_500 })),
        row(3, testTask('c', { status: 2, is_done: true, created_at: 1_700_000_100 })),
      ],
      { first: true },
    )
    expect((await list()).data).toMatchObject({ total: 3, page: 1, counts: { all: 3, progress: 2, done: 1 }, stale_at: null })
    expect(await ids()).toEqual(['b', 'c', 'a'])
    expect((await list({ is_done: true })).data).toMatchObject({ total: 1, data: [{ task_id: 'c', is_done: true }] })
    expect((await list({ is_done: false, page: 2, limit: 1 })).data).toMatchObject({
      total: 2,
      page: 2,
      limit: 1,
      data: [{ task_id: 'a' }],
    })
    expect((await list()).data.data[0]).toEqual(testTask('b', { created_at: 1_700_000_500 }))
  })

  test('a finished task bears the film that its box says, at once by a push and from the mirror while the box is off', async () => {
    const film = { movie_id: 'm', title: 'Metropolis', poster: '' }
    const done = testTask('a', { status: 2, is_done: true })
    await report([row(1, done)], { first: true })
    await box.send('en', {
      kind: 'push',
      frame: { act: 'download_status', dev: box.devsn, code: Code.ok, data: { ...done, film } },
    })
    await expect.poll(async () => (await list()).data.data[0]?.film).toEqual(film)
    await report([row(2, { ...done, film: { ...film, title: 'Metropolis 1927', poster: 'p' } })])
    await box.stop()
    await isOff()
    expect((await list()).data.data[0]?.film).toEqual({ movie_id: 'm', title: 'Metropolis 1927', poster: 'p' })
  })

  test('a box, and a mirror, of a version that knew no films of tasks is understood', async () => {
    const { film: _, ...old } = testTask('a')
    await report([{ report: 'download.task', key: 'a', rev: 1, value: old }], { first: true })
    expect((await list()).data.data).toEqual([testTask('a')])
  })

  test('a list for nobody, for a stranger or for no box is refused', async () => {
    const bob = await cloud.signUp('bob')
    expectCode(await list({}, bob), 'notBound')
    expectCode(await list({}, { token: '' }), 'noToken')
    expectCode(await list({ devid: 'nothing' }), 'notBound')
  })

  test('progress that the box pushes is in the list at once and survives its going, with the age of what is shown', async () => {
    await report([row(1, testTask('a'))], { first: true })
    await box.send('en', {
      kind: 'push',
      frame: { act: 'download_status', dev: box.devsn, code: Code.ok, data: testTask('a', { progress: 40 }) },
    })
    await expect.poll(async () => (await list()).data.data[0]?.progress).toBe(40)
    await box.send('en', {
      kind: 'push',
      frame: { act: 'download_status', dev: box.devsn, code: Code.ok, data: testTask('a', { progress: 55 }) },
    })
    await expect.poll(async () => (await list()).data.data[0]?.progress).toBe(55)
    at += 5_000
    await box.stop()
    await isOff()
    await expect.poll(async () => (await list()).data.data[0]?.progress).toBe(55)
    expect((await list()).data.stale_at).toBe(Math.floor(at / 1000))
  })

  test('a report is newer than the progress before it, and a removed task stays removed', async () => {
    await report([row(1, testTask('a'))], { first: true })
    await box.send('en', {
      kind: 'push',
      frame: { act: 'download_status', dev: box.devsn, code: Code.ok, data: testTask('a', { progress: 40 }) },
    })
    await expect.poll(async () => (await list()).data.data[0]?.progress).toBe(40)
    await report([row(2, testTask('a', { progress: 100, status: 2, is_done: true }))])
    expect((await list()).data).toMatchObject({ data: [{ progress: 100 }], counts: { done: 1 } })
    await report([{ report: 'download.task', key: 'a', rev: 3, value: null }])
    await box.send('en', {
      kind: 'push',
      frame: { act: 'download_status', dev: box.devsn, code: Code.ok, data: testTask('a', { progress: 41 }) },
    })
    await report([row(4, testTask('b'))])
    expect(await ids()).toEqual(['b'])
  })

  test('a lower revision is ignored; what was acknowledged is not asked for again', async () => {
    await report([row(5, testTask('a', { progress: 50 }))], { first: true })
    await box.send('en', {
      kind: 'mirror',
      epoch: box.mirrorEpoch,
      first: false,
      rev: 4,
      rows: [row(4, testTask('a', { progress: 10 }))],
    })
    await report([row(6, testTask('b'))])
    expect((await list()).data.data.find(({ task_id }) => task_id === 'a')?.progress).toBe(50)
    box.received.length = 0
    await box.stop()
    await box.start()
    await expect
      .poll(() => box.receivedOf('mirror_from', 'en'))
      .toEqual([{ kind: 'mirror_from', epoch: box.mirrorEpoch, rev: 6 }])
  })

  test('a new epoch forgets the rows of the old one; without its first chunk it is asked for from the start', async () => {
    await report([row(1, testTask('a')), row(2, testTask('b'))], { first: true })
    const old = box.mirrorEpoch
    await box.stop()
    box.mirrorEpoch = 'a new life'
    await box.start()
    await expect.poll(() => box.receivedOf('mirror_from', 'en').length).toBe(2)
    await box.send('en', { kind: 'mirror', epoch: 'a new life', first: false, rev: 2, rows: [row(2, testTask('x'))] })
    await expect.poll(() => box.receivedOf('mirror_from', 'en').length).toBe(3)
    expect((await ids()).toSorted()).toEqual(['a', 'b'])
    await report([row(1, testTask('c'))], { first: true })
    expect(await ids()).toEqual(['c'])
    await box.send('en', { kind: 'mirror', epoch: old, first: true, rev: 9, rows: [row(9, testTask('late'))] })
    await report([row(2, testTask('d'))])
    expect((await ids()).toSorted()).toEqual(['c', 'd'])
  })

  test('a row that is not understood never stops those behind it', async () => {
    await report(
      [
        { report: 'download.task', key: 'bad', rev: 1, value: { task_id: 7 } },
        { report: 'movie.film', key: 'f', rev: 2, value: {} },
        row(3, testTask('good')),
      ],
      { first: true },
    )
    expect(await ids()).toEqual(['good'])
  })

  test('P18: each realm mirrors the box for itself; a realm where it is not bound keeps nothing of it', async () => {
    const zoe = { ...(await cloud.signUp('zoe', 'zh')), lang: 'zh' as const }
    await box.send('zh', { kind: 'mirror', epoch: box.mirrorEpoch, first: true, rev: 1, rows: [row(1, testTask('hidden'))] })
    await report([row(1, testTask('a'))], { first: true })
    expectCode(await list({}, zoe), 'notBound')
    expectCode(await list({}, { token: alice.token, lang: 'zh' }), 'unknownToken')
    box.code = 'ZHZH2345'
    const zhDevid = await bind(cloud, box, zoe)
    await expect.poll(() => box.receivedOf('mirror_from', 'zh')).toEqual([{ kind: 'mirror_from', epoch: '', rev: 0 }])
    expect((await list({ devid: zhDevid }, zoe)).data.data).toEqual([])
    await report([row(1, testTask('both'))], { lang: 'zh', first: true })
    expect((await list({ devid: zhDevid }, zoe)).data.data.map(({ task_id }) => task_id)).toEqual(['both'])
    expect(await ids()).toEqual(['a'])
  })

  test('what a box says of itself shows on its device, and nothing stays of it once nobody is bound', async () => {
    const status = {
      cpu: 3,
      storage: 41,
      mem: 52,
      mem_used_bytes: 1,
      mem_total_bytes: 2,
      storage_used_bytes: 1,
      storage_total_bytes: 2,
    }
    const info = {
      devsn: box.devsn,
      version: '2.7.0',
      hostname: 'h',
      platform: 'linux',
      arch: 'x64',
      cpu_model: 'c',
      cpu_max_freq: 3200,
      engines: { aria2: '1.37', ffmpeg: '' },
      status,
    }
    await report([{ report: 'device.info', key: 'info', rev: 1, value: info }, row(2, testTask('a'))], { first: true })
    expect((await cloud.ask(listDevices, {}, alice)).data.data[0]).toMatchObject({ cpu_max_freq: 3200, storage: 41, mem: 52 })
    await cloud.ask(unbindDevice, { devsn: box.devsn }, alice)
    await expect.poll(() => box.receivedOf('household', 'en').at(-1)?.members).toEqual([])
    box.code = 'AGAN2345'
    devid = await bind(cloud, box, alice)
    await expect.poll(() => box.receivedOf('mirror_from', 'en').at(-1)).toEqual({ kind: 'mirror_from', epoch: '', rev: 0 })
    expect(await ids()).toEqual([])
    expect((await cloud.ask(listDevices, {}, alice)).data.data[0]).toMatchObject({ cpu_max_freq: null, storage: null })
  })
})
