/** Names of servers in every spelling, reasons that belong to the task that met them, and what a failed download leaves; on both engines. */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Code } from '@homeport/contract/kit/codes.ts'
import { describe, expect, it } from 'vitest'
import { openBadServer } from '../testing/bad-server.ts'
import { setUpDownloads } from '../testing/downloads.ts'
import { until } from '../../../testing/until.ts'
import { hasAria2, noAria2 } from '../testing/engine.ts'
import type { Served } from '../testing/file-server.ts'

const fixture = setUpDownloads({ silenceMs: 2_000 })
const { open, serve, start } = fixture

/** Its reason, once it is over or waits. */
async function reasonOf(id: string): Promise<string> {
  await until('it met its end', async () => (await fixture.box.task(id)).reason !== '')
  return (await fixture.box.task(id)).reason
}

const named = (bytes: Buffer): Served => ({
  body: randomBytes(2_000),
  headers: { 'content-disposition': `attachment; filename="${bytes.toString('latin1')}"` },
})
/** 阳光电影.bin */
const gbk = Buffer.from([0xd1, 0xf4, 0xb9, 0xe2, 0xb5, 0xe7, 0xd3, 0xb0, 0x2e, 0x62, 0x69, 0x6e])

describe.each([
  ['aria2', hasAria2, {}],
  ['the box’s own engine', true, { searchPath: '', packaged: '' }],
] as const)('on %s', (_, isHere, parts) => {
  const title = (text: string) => (isHere ? text : `${text}${noAria2}`)
  const test = it.skipIf(!isHere)

  test.each<[string, Served, string]>([
    ['raw UTF-8', named(Buffer.from('流浪地球原.bin')), '流浪地球原.bin'],
    ['GBK', named(gbk), '阳光电影.bin'],
    [
      'RFC 8187',
      { body: randomBytes(2_000), headers: { 'content-disposition': `attachment; filename*=UTF-8''%E5%85%94.bin` } },
      '兔.bin',
    ],
    ['a path', named(Buffer.from('../../evil.txt')), 'evil.txt'],
  ])(title('a name in %s is read rightly'), async (kind, served, name) => {
    const server = await serve({ '/cd1b': served })
    await open(parts)
    const id = await start(`${server.url}/cd1b`)
    await until('it is done', async () => (await fixture.box.task(id)).is_done)
    expect((await fixture.box.task(id)).name).toBe(name)
    expect(fixture.box.read(name)?.length, kind).toBe(2_000)
    expect(existsSync(join(fixture.folder, 'evil.txt'))).toBe(false)
  })

  test(title('a reason belongs to the task that met it'), async () => {
    const own = await serve({ '/x.bin': { body: Buffer.from('x') } })
    const lure = await serve({
      '/own': { redirect: `${own.url}/x.bin` },
      '/file': { redirect: 'file:///etc/passwd' },
      '/loop': { redirect: '/loop' },
    })
    await open({ ...parts, port: own.port, lookup: async () => [] })
    expect(await reasonOf(await start(`${lure.url}/own`))).toBe('own_port')
    expect(await reasonOf(await start('http://nobody.example/film.mkv'))).toBe('unknown_host')
    expect(await reasonOf(await start('http://127.0.0.1:9/film.mkv'))).toBe('no_network')
    expect(await reasonOf(await start(`${lure.url}/file`))).toBe('bad_answer')
    expect(await reasonOf(await start(`${lure.url}/loop`))).toBe('bad_answer')
    expect(own.requests).toEqual([])
  })

  test(title('what came without a length and cannot go on leaves nothing that fills the disk'), async () => {
    const server = await openBadServer({ body: randomBytes(900_000), hasLength: false, hasRanges: false, firstBytes: 400_000 })
    fixture.closing.push(server.stop)
    server.behave('cut')
    await open(parts)
    const id = await start(server.url)
    await until('it waits', async () => (await fixture.box.task(id)).wait !== null)
    expect(await fixture.box.downloads.folders.first.allocatedTo(id)).toBe(0)
    expect(await fixture.box.task(id)).toMatchObject({ down_size: 0 })
  })

  test(title('a folder that is deleted while it fills is noticed'), async () => {
    const server = await openBadServer({ body: randomBytes(3_000_000) })
    fixture.closing.push(server.stop)
    server.speed(20_000)
    await open(parts)
    const id = await start(server.url)
    await until('it moves', async () => (await fixture.box.task(id)).down_size > 0)
    rmSync(fixture.box.root, { recursive: true, force: true })
    await until('it is noticed', async () => (await fixture.box.task(id)).wait?.reason === 'folder')
    expect(await fixture.box.task(id)).toMatchObject({ status: 1, reason: 'no_folder', speed: '0K/S' })
    expect((await fixture.box.act('stop_task', { task_id: id })).code).toBe(Code.ok)
  })
})

it('dots and spaces at the end of a name are left out: no Windows share takes them', async () => {
  const server = await serve({ '/get': named(Buffer.from('film.mkv. . ..')), '/dots': named(Buffer.from('... .')) })
  await open({})
  for (const [path, name] of [
    ['get', 'film.mkv'],
    ['dots', 'dots'],
  ] as const) {
    const id = await start(`${server.url}/${path}`)
    await until('it is done', async () => (await fixture.box.task(id)).is_done)
    expect((await fixture.box.task(id)).name).toBe(name)
  }
})

it('a name that no disk takes is shortened, and keeps its suffix', async () => {
  const server = await serve({ '/get': named(Buffer.from(`${'x'.repeat(300)}.bin`)) })
  await open({})
  const id = await start(`${server.url}/get`)
  await until('it is done', async () => (await fixture.box.task(id)).is_done)
  expect((await fixture.box.task(id)).name).toBe(`${'x'.repeat(251)}.bin`)
})

it('P37: a file that was whole when the box ended comes under another name where its own was taken meanwhile', async () => {
  const own = { searchPath: '', packaged: '' }
  const box = await open(own)
  const [first, second] = [randomBytes(400_000), randomBytes(3_000)]
  const slow = await serve({ '/a.mkv': { body: first } }, { bytesPerSecond: 50_000 })
  const id = await start(`${slow.url}/a.mkv`)
  await until('it moves', async () => (await box.task(id)).down_size > 0)
  await box.act('stop_task', { task_id: id })
  // Its name is on record, and its file was about to be moved.
  const work = join(box.root, '.incoming', id)
  for (const name of readdirSync(work)) rmSync(join(work, name))
  writeFileSync(join(work, 'a.mkv'), first)
  await box.db.updateTable('task').set({ path: 'a.mkv' }).where('task_id', '=', id).execute()
  writeFileSync(join(box.root, 'a.mkv'), second)
  await box.act('start_task', { task_id: id })
  await until('it is done', async () => (await box.task(id)).is_done)
  expect([box.read('a.mkv')?.equals(second), box.read('a (2).mkv')?.equals(first)]).toEqual([true, true])
  expect((await box.task(id)).name).toBe('a (2).mkv')
})
