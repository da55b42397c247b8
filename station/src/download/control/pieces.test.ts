/** Orders within a torrent: its data on the disk is verified, and files are chosen to come first. */
import { randomBytes } from 'node:crypto'
import { openSync, writeSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { expect, it } from 'vitest'
import { setUpDownloads } from '../../testing/downloads.ts'
import { until } from '../../../../testing/until.ts'
import { onEveryProgram } from '../../testing/torrent-programs.ts'

const fixture = setUpDownloads({ isOpen: true })
const itFromPeers = onEveryProgram(fixture, { isFromPeers: true })
const { start, isDone } = fixture
const act = (name: string, data: object) => fixture.box.act(name, data)

itFromPeers('what is damaged on the disk is found by a recheck and downloaded again', async () => {
  const files = { 'film.mkv': randomBytes(600_000), 'text.srt': randomBytes(2_000) }
  const { magnet } = await fixture.swarm('checked', files)
  const id = await start(magnet)
  await isDone(id)
  const file = openSync(join(fixture.box.root, 'checked/film.mkv'), 'r+')
  writeSync(file, Buffer.from('damaged'), 0, 7, 300_000)
  closeSync(file)
  expect(await act('task_recheck', { task_id: id })).toMatchObject({ code: Code.ok, data: { task_id: id } })
  expect((await fixture.box.task(id)).is_done).toBe(false)
  await isDone(id)
  expect(fixture.box.read('checked/film.mkv')?.equals(files['film.mkv'])).toBe(true)
  expect(fixture.box.read('checked/text.srt')?.equals(files['text.srt'])).toBe(true)
  expect(await fixture.box.task(id)).toMatchObject({ wait: null })
})

itFromPeers('files of a high priority come before the others, skipped ones not at all', async () => {
  const files = { 'a.bin': randomBytes(400_000), 'b.bin': randomBytes(400_000), 'c.bin': randomBytes(400_000) }
  const { magnet } = await fixture.swarm('ordered', files, 150_000)
  await act('magnet_uri', { url: magnet })
  const id = await start(magnet)
  expect(await act('task_file_priority', { task_id: id, select: '3', priority: 'high' })).toMatchObject({ code: Code.ok })
  expect(await act('task_file_priority', { task_id: id, select: '2', priority: 'skip' })).toMatchObject({ code: Code.ok })
  expect(await act('task_file_priority', { task_id: id, select: '1,3', priority: 'skip' })).toMatchObject({
    code: TaskCode.noFiles,
  })
  expect(await act('task_file_priority', { task_id: id, select: '4', priority: 'high' })).toMatchObject({ code: Code.invalid })
  expect(await fixture.box.task(id)).toMatchObject({ select_count: 2, download_size: 800_000 })
  await until('the third one is here', () => fixture.box.read('ordered/c.bin')?.equals(files['c.bin']) ?? false)
  expect(fixture.box.read('ordered/a.bin')?.equals(files['a.bin']) ?? false).toBe(false)
  await isDone(id)
  expect(fixture.box.read('ordered/a.bin')?.equals(files['a.bin'])).toBe(true)
  expect(fixture.box.read('ordered/c.bin')?.equals(files['c.bin'])).toBe(true)
  expect(fixture.box.read('ordered/b.bin')).toBe(undefined)
})

it('a link has no pieces to verify and no files to choose', async () => {
  const server = await fixture.serve({ '/a': { body: randomBytes(10) } })
  const id = await start(`${server.url}/a`)
  expect(await act('task_recheck', { task_id: id })).toMatchObject({ code: TaskCode.notStarted, data: { reason: 'no_checksum' } })
  expect(await act('task_file_priority', { task_id: id, select: '1', priority: 'high' })).toMatchObject({
    code: TaskCode.noFiles,
  })
})
