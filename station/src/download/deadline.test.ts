/** A start is answered in time whatever it waits for, for every link: what is not known by then shows in the task. */
import { randomBytes } from 'node:crypto'
import { startWithinMs } from '@homeport/contract/download/download.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { openBadServer } from '../testing/bad-server.ts'
import { clear, openTestBox, testFolder, type TestBox } from '../testing/downloads.ts'
import { until } from '../../../testing/until.ts'
import { itWithAria2 } from '../testing/engine.ts'
import { EngineAway } from './engine/engine.ts'

let folder: string
let box: TestBox
const closing: (() => Promise<void>)[] = []

beforeEach(() => {
  folder = testFolder()
})

afterEach(async () => {
  await box.stop()
  for (const close of closing.splice(0)) await close()
  clear(folder)
  expect(box.faults).toEqual([])
})

itWithAria2(
  'a silent server, a silent resolver, a silent cloud and an engine that is away, all at once: each start is answered, and its end is told in its task',
  async () => {
    let aheadMs = 0
    const server = await openBadServer({ body: randomBytes(50_000) })
    closing.push(server.stop)
    server.behave('deaf')
    let resolver = Promise.withResolvers<string[]>()
    let cloud = Promise.withResolvers<Buffer | undefined>()
    box = await openTestBox({
      folder,
      now: () => Date.now() + aheadMs,
      silenceMs: 1_000,
      lookup: () => resolver.promise,
      blobOf: () => cloud.promise,
      startMs: startWithinMs,
    })
    const { engine } = box.downloads
    // The engine is there and says nothing, for as long as the test wants.
    const silence = Promise.withResolvers<never>()
    silence.promise.catch(() => {})
    const silent = [
      vi.spyOn(engine, 'job').mockReturnValue(silence.promise),
      vi.spyOn(engine, 'active').mockReturnValue(silence.promise),
      vi.spyOn(engine, 'addLink').mockReturnValue(silence.promise),
    ]
    const torrentUrl = server.url.replace('film.mkv', 'film.torrent')
    const starts = [
      { url: server.url },
      { url: torrentUrl },
      { url: `http://films.example:${server.port}/film.mkv` },
      { url: `http://films.example:${server.port}/film.torrent` },
      { torrent: 'blob-0123456789abcdef' },
      { url: `magnet:?xt=urn:btih:${'ab'.repeat(20)}&tr=udp%3A%2F%2Ftracker.example%3A80` },
    ]
    const answers = await Promise.all(starts.map((start) => box.act('start_task', start)))
    expect(answers.map(({ code }) => code)).toEqual(starts.map(() => Code.ok))
    const ids = answers.map(({ task_id = '' }) => task_id)
    expect(new Set((await box.tasks()).map(({ task_id }) => task_id))).toEqual(new Set(ids))
    expect((await box.tasks()).map(({ status }) => status)).toEqual(ids.map(() => 1))
    expect(await box.act('start_task', { url: server.url })).toMatchObject({ code: TaskCode.inDownloading })

    for (const spy of silent) spy.mockRestore()
    silence.reject(new EngineAway('it said nothing'))
    resolver.resolve([])
    cloud.resolve(undefined)
    const [link = '', torrent = '', named = '', namedTorrent = '', blob = ''] = ids
    await until('the blob is not there', async () => (await box.task(blob)).status === 3)
    expect(await box.task(blob)).toMatchObject({ code: TaskCode.notStarted, reason: 'not_found' })
    for (const id of [link, torrent]) await until('it was silent', async () => (await box.task(id)).reason === 'timed_out')
    for (const id of [named, namedTorrent])
      await until('it is not known', async () => (await box.task(id)).reason === 'unknown_host')
    server.behave('well')
    resolver = Promise.withResolvers()
    resolver.resolve(['127.0.0.1'])
    cloud = Promise.withResolvers()
    aheadMs += 900_000
    for (const id of [link, named]) await until('it is done', async () => (await box.task(id)).is_done)
    for (const id of [torrent, namedTorrent])
      await until('it is told what is wrong', async () => (await box.task(id)).status === 3)
    expect(await box.task(torrent)).toMatchObject({ code: TaskCode.invalidLink, reason: 'bad_torrent' })
  },
)
