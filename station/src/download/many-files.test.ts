/** Torrents of many files: the whole list as a blob, files chosen by ranges, from the list to the download. */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FileInfo, TorrentInfo } from '@homeport/contract/download/download.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { frameMaxBytes } from '@homeport/contract/kit/envelope.ts'
import { beforeEach, describe, expect, vi } from 'vitest'
import * as z from 'zod/mini'
import { openBadServer } from '../testing/bad-server.ts'
import { setUpDownloads } from '../testing/downloads.ts'
import { until } from '../../../testing/until.ts'
import { itWithAria2 } from '../testing/engine.ts'
import { bencode } from '../testing/swarm.ts'
import { torrentOfMany } from '../testing/torrents.ts'

let blobs: Record<string, Buffer>
let puts: { realm: string; id: string; bytes: Buffer }[]
const fixture = setUpDownloads({
  isOpen: true,
  blobOf: async (_, id) => blobs[id],
  putBlob: async (realm, id, bytes) => void puts.push({ realm, id, bytes: Buffer.from(bytes) }),
})

beforeEach(() => {
  blobs = {}
  puts = []
})

const infoOf = async (request: object): Promise<TorrentInfo> => {
  const answer = await fixture.box.act('magnet_uri', request)
  return TorrentInfo.parse(z.object({ torrent_info: z.unknown() }).parse(answer.data).torrent_info)
}

/** The files of the last list that was sent to the cloud. */
const listed = (): FileInfo[] => z.array(FileInfo).parse(JSON.parse(puts.at(-1)?.bytes.toString() ?? '[]'))

/** Files of ten bytes, all the same, from a web seed that sends these for whatever is asked. */
async function seeded(count: number): Promise<Buffer> {
  const body = randomBytes(10)
  const server = await openBadServer({ body })
  fixture.closing.push(server.stop)
  const all = Buffer.concat(Array.from({ length: count }, () => body))
  const pieceBytes = 16
  const pieces = Array.from({ length: Math.ceil(all.length / pieceBytes) }, (_, at) =>
    createHash('sha1')
      .update(all.subarray(at * pieceBytes, (at + 1) * pieceBytes))
      .digest(),
  )
  const files = Array.from({ length: count }, (_, at) => ({
    length: 10,
    path: [`part ${Math.floor(at / 100)}`, `${at + 1}.bin`],
  }))
  const info = { name: 'many', files, 'piece length': pieceBytes, pieces: Buffer.concat(pieces) }
  return bencode({ info, 'url-list': server.url.replace('film.mkv', '') })
}

describe('a torrent of 20,000 files', () => {
  itWithAria2('is listed, chosen from by ranges, started and followed through frames', async () => {
    blobs['many'] = torrentOfMany(20_000)
    const answer = await fixture.box.act('magnet_uri', { torrent: 'many', page: 202, limit: 99 })
    expect(JSON.stringify(answer).length).toBeLessThan(frameMaxBytes)
    const info = await infoOf({ torrent: 'many', page: 202, limit: 99 })
    expect(info).toMatchObject({ total: 20_000, select_count: 20_000, total_size: 200_000 })
    expect(info.sub_fileinfo.at(-1)?.index).toBe(19_998)
    expect(puts.map(({ realm, id }) => [realm, id])).toEqual([['en', info.list]])
    expect(info.list).toBe(
      createHash('sha256')
        .update(puts[0]?.bytes ?? '')
        .digest('hex'),
    )
    expect(listed()).toHaveLength(20_000)
    expect(listed().at(-1)).toEqual({ index: 20_000, file_name: 'folder/file-020000.bin', file_size: 10, is_selected: true })

    const started = await fixture.box.act('start_task', { torrent: 'many', select: '1-3,19998-20000,10001' })
    expect(started.code).toBe(Code.ok)
    const task_id = started.task_id ?? ''
    expect(await fixture.box.task(task_id)).toMatchObject({ status: 1, file_count: 20_000, select_count: 7, download_size: 70 })
    await until('its files are known', async () => (await infoOf({ torrent: 'many' })).select_count === 7)
    const chosen = await infoOf({ torrent: 'many' })
    expect(chosen.sub_fileinfo.slice(0, 5).map(({ is_selected }) => is_selected)).toEqual([true, true, true, false, false])
    expect(chosen.list).toBe(puts.at(-1)?.id)
    expect(
      listed()
        .filter(({ is_selected }) => is_selected)
        .map(({ index }) => index),
    ).toEqual([1, 2, 3, 10_001, 19_998, 19_999, 20_000])
    expect(JSON.stringify(await fixture.box.act('download_status', { task_id })).length).toBeLessThan(frameMaxBytes)
    const sent = puts.length
    await infoOf({ torrent: 'many', page: 2 })
    expect(puts).toHaveLength(sent)
  })

  itWithAria2('leaves no file and no folder behind when it is removed with its files while it runs', async () => {
    blobs['many'] = torrentOfMany(20_000)
    const { code, task_id } = await fixture.box.act('start_task', { torrent: 'many' })
    expect(code).toBe(Code.ok)
    const names = () => readdirSync(join(fixture.folder, 'downloads'), { recursive: true })
    await until('the engine has made its files', () => names().length > 1_000)
    expect(await fixture.box.act('remove_task_and_file', { task_id, files: 1 })).toMatchObject({ code: Code.ok })
    await until('nothing is left', () => names().length === 0)
  })

  itWithAria2('is followed without its list of files being read from the engine each time', async () => {
    blobs['many'] = torrentOfMany(20_000)
    const { task_id = '' } = await fixture.box.act('start_task', { torrent: 'many' })
    await until('the engine has it', async () => (await fixture.box.downloads.engine.job(task_id)) !== undefined)
    const parse = vi.spyOn(JSON, 'parse')
    fixture.closing.push(async () => parse.mockRestore())
    const bytesRead = () => parse.mock.calls.reduce((sum, [text]) => sum + (text.includes('"jsonrpc"') ? text.length : 0), 0)
    for (let count = 0; count < 20; count += 1) await fixture.box.act('download_status', { task_id })
    await fixture.box.downloads.tasks.look()
    // Twenty answers and those of the looks meanwhile.
    expect(bytesRead()).toBeGreaterThan(20 * 100)
    expect(bytesRead()).toBeLessThan(100_000)
    const before = bytesRead()
    for (let page = 1; page <= 20; page += 1) await fixture.box.act('magnet_uri', { torrent: 'many', page, limit: 99 })
    const listBytes = 20_000 * 200
    expect(bytesRead() - before).toBeLessThan(2 * listBytes)
  })

  itWithAria2('that were chosen come, and no others', async () => {
    blobs['seeded'] = await seeded(1_200)
    const { task_id = '' } = await fixture.box.act('start_task', { torrent: 'seeded', select: '1,1199-1200' })
    await until('it is done', async () => (await fixture.box.task(task_id)).is_done)
    for (const name of ['part 0/1.bin', 'part 11/1199.bin', 'part 11/1200.bin'])
      expect(fixture.box.read(`many/${name}`)?.length, name).toBe(10)
    expect(fixture.box.read('many/part 5/600.bin')).toBeUndefined()
  })
})

describe('the list of a torrent', () => {
  itWithAria2('of up to 990 files is no blob', async () => {
    blobs['990'] = torrentOfMany(990)
    blobs['991'] = torrentOfMany(991)
    expect((await infoOf({ torrent: '990' })).list).toBe('')
    expect(puts).toEqual([])
    expect((await infoOf({ torrent: '991' })).list).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('a selection', () => {
  itWithAria2('that is wrong names its field and its rule', async () => {
    blobs['ten'] = torrentOfMany(10)
    const start = (select: unknown) => fixture.box.act('start_task', { torrent: 'ten', select })
    for (const select of ['5-1', '-1', '1;2', 'all', [-1], '11', '1-11', [11]])
      expect(await start(select), String(select)).toMatchObject({ code: Code.invalid, data: { field: 'select', rule: 'range' } })
    expect(await start(Array.from({ length: 11_000 }, () => '1').join(','))).toMatchObject({ code: TaskCode.added })
    const long = Array.from({ length: 16_500 }, () => '1').join(',')
    expect(await start(long)).toMatchObject({ code: Code.invalid, data: { field: 'select', rule: 'too_large' } })
    for (const select of [{}, 7, [1.5], ['1']])
      expect(await start(select)).toMatchObject({ code: Code.invalid, data: { field: 'select' } })
    for (const select of ['', []]) expect(await start(select)).toMatchObject({ code: TaskCode.noFiles })
  })

  itWithAria2('as text and as a list is the same', async () => {
    blobs['ten'] = torrentOfMany(10)
    const { task_id = '' } = await fixture.box.act('start_task', { torrent: 'ten', select: '2-4' })
    expect(await fixture.box.task(task_id)).toMatchObject({ select_count: 3, download_size: 30 })
    await fixture.box.act('stop_task', { task_id })
    const again = await fixture.box.act('start_task', { task_id, select: [4, 3, 2] })
    expect(again.code).toBe(Code.ok)
    expect(await fixture.box.task(task_id)).toMatchObject({ select_count: 3, download_size: 30 })
  })
})
