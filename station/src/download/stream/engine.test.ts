/** rtmp and mms streams from real servers: copied to the end or to the stop, tried again, playable, and within the rules for addresses (promises 34, 37 and 41). */
import { join } from 'node:path'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { expect, it } from 'vitest'
import { setUpDownloads } from '../../testing/downloads.ts'
import { until } from '../../../../testing/until.ts'
import { openMmsSource } from '../../testing/mms-source.ts'
import { processesOf } from '../../testing/processes.ts'
import { makeFlv, noStreams, openRtmpSource, playedSeconds } from '../../testing/rtmp-source.ts'
import { freePort } from '../../../../testing/free-port.ts'

const fixture = setUpDownloads({ streamWaitsMs: [200, 500, 1_500] })
const streamTest = (title: string, test: () => Promise<void>) => it.skipIf(noStreams !== '')(title + noStreams, test)

async function source(seconds: number, port: number, options?: { isSlow: boolean }) {
  const made = await openRtmpSource(makeFlv(fixture.folder, seconds), port, options)
  fixture.closing.push(() => made.kill())
  return made
}
const moves = (id: string, bytes: number) => until('it has so much', async () => (await fixture.box.task(id)).down_size > bytes)
/** The processes that write to this test's folder. */
function copying(): number[] {
  return processesOf(`${fixture.box.root}/.incoming`)
}
const fileOf = (name: string) => join(fixture.box.root, name)

streamTest('a stream that its server ends is done with all of it, and plays', async () => {
  await fixture.open()
  const { url } = await source(3, await freePort(), { isSlow: false })
  const id = await fixture.start(url)
  await fixture.isDone(id)
  expect(await fixture.box.task(id)).toMatchObject({ kind: 'rtmp', name: 'film.mkv', progress: 100, url })
  expect(playedSeconds(fileOf('film.mkv'))).toBeGreaterThanOrEqual(2.9)
  expect(fixture.remaining()).toEqual(['film.mkv'])
})

streamTest('mms: TCP is tried first, then http, and the stream is done with all of it', async () => {
  await fixture.open()
  const server = await openMmsSource(fixture.folder, 3)
  fixture.closing.push(server.stop)
  const id = await fixture.start(server.url)
  await fixture.isDone(id)
  expect(await fixture.box.task(id)).toMatchObject({ kind: 'mms', name: 'film.mkv', progress: 100, url: server.url })
  expect(server.requests).toContain('play')
  expect(playedSeconds(fileOf('film.mkv'))).toBeGreaterThanOrEqual(2.9)
  expect(fixture.remaining()).toEqual(['film.mkv'])
})

streamTest('a live one says so, and stopping it completes it with what has come', async () => {
  await fixture.open()
  const { url } = await source(60, await freePort())
  const id = await fixture.start({ url, name: 'my show.mkv' })
  await until('it is live', async () => (await fixture.box.task(id)).is_live)
  await moves(id, 5_000)
  expect(await fixture.box.act('stop_task', { task_id: id })).toMatchObject({ code: TaskCode.added })
  await fixture.isDone(id)
  expect(await fixture.box.task(id)).toMatchObject({ is_done: true, reason: '' })
  expect(playedSeconds(fileOf('my show.mkv'))).toBeGreaterThan(0)
})

streamTest('P41: a server that dies is tried again with a new part, ffmpeg that is killed too, and nothing is lost', async () => {
  await fixture.open()
  const port = await freePort()
  const first = await source(60, port)
  const id = await fixture.start(first.url)
  await moves(id, 5_000)
  await first.kill()
  const before = (await fixture.box.task(id)).down_size
  const second = await source(60, port)
  await moves(id, before + 5_000)
  // P37: the copying ffmpeg itself.
  await until('it copies again', () => copying().length > 0)
  for (const pid of copying()) process.kill(pid, 'SIGKILL')
  await second.ended
  const later = (await fixture.box.task(id)).down_size
  await source(2, port, { isSlow: false })
  await fixture.isDone(id)
  const task = await fixture.box.task(id)
  expect(task.total_size).toBeGreaterThan(later * 0.8)
  expect(playedSeconds(fileOf('film.mkv'))).toBeGreaterThan(2)
  expect(fixture.remaining()).toEqual(['film.mkv'])
})

streamTest(
  'a live one that is stopped after a restart of the box, before it comes again, is complete with what had come',
  async () => {
    await fixture.open({ streamWaitsMs: [60_000] })
    const made = await source(60, await freePort())
    const id = await fixture.start(made.url)
    await until('it is live', async () => (await fixture.box.task(id)).is_live)
    await moves(id, 5_000)
    await fixture.box.stop()
    await made.kill()
    await fixture.open({ streamWaitsMs: [0, 60_000] })
    await until(
      'what had come counts',
      async () => ((await fixture.box.downloads.engine.job(id, 'rtmp'))?.done_bytes ?? 0) > 5_000,
    )
    expect(await fixture.box.act('stop_task', { task_id: id })).toMatchObject({ code: TaskCode.added })
    await fixture.isDone(id)
    expect(playedSeconds(fileOf('film.mkv'))).toBeGreaterThan(0)
    expect(fixture.remaining()).toEqual(['film.mkv'])
  },
)

streamTest('P34: a stream at a private address or one of Homeport’s own ports is never connected to', async () => {
  const port = await freePort()
  const server = await fixture.serve({ '/': { body: Buffer.from('x') } })
  await fixture.open({ privateSources: false })
  expect(await fixture.box.act('start_task', { url: `rtmp://127.0.0.1:${port}/live/a` })).toMatchObject({
    data: { reason: 'private' },
  })
  // A name that is public when it is asked for, and private afterwards.
  let lookups = 0
  const lookup = async () => [(lookups += 1) === 1 ? '93.184.216.34' : '127.0.0.1']
  await fixture.reopen({ privateSources: false, lookup })
  const id = await fixture.start(`rtmp://film.example:${server.port}/live/a`)
  await until('it is over', async () => (await fixture.box.task(id)).status === 3)
  expect(await fixture.box.task(id)).toMatchObject({ code: TaskCode.invalidLink, reason: 'private' })
  expect(server.requests).toEqual([])
})
