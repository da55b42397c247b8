/** Thumbnails for seeking: made once for a film, shown in order, kept by content and within bounds. */
import { copyFileSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../../../../testing/counted-films/counted-films.ts'
import { clear, testFolder } from '../../testing/downloads.ts'
import { ffmpeg, ffprobe, film, letIn, openTestTv, type TestPage, type TestTv } from '../../testing/tv.ts'
import { contentOf, createSheetStore } from './sheet-store.ts'

const shape = { intervalMs: 10_000, columns: 20, count: 7, width: 160, height: 90 }
let folder: string
beforeEach(() => (folder = testFolder()))
afterEach(() => clear(folder))

describe('the sheets', () => {
  it('are found by content, whatever the file is called, and bounded: the one not used for longest goes', async () => {
    const film = join(folder, 'film')
    writeFileSync(film, Buffer.alloc(300_000, 'one film'))
    copyFileSync(film, join(folder, 'moved'))
    expect(await contentOf(join(folder, 'moved'))).toBe(await contentOf(film))
    writeFileSync(film, Buffer.alloc(300_000, 'other film'))
    expect(await contentOf(join(folder, 'moved'))).not.toBe(await contentOf(film))

    const sheets = join(folder, 'sheets')
    const store = createSheetStore(sheets, { now: () => 10_000, most: 2_500 })
    const content = (at: number) => String(at).repeat(32)
    for (const at of [1, 2]) {
      const { path } = await store.keep(content(at), shape, Buffer.alloc(1_000))
      utimesSync(path, at, at)
    }
    expect(await store.find(content(1))).toMatchObject(shape)
    await store.keep(content(3), shape, Buffer.alloc(1_000))
    expect(await store.find(content(2))).toBeUndefined()
    expect(await store.find(content(1))).toMatchObject(shape)
    writeFileSync(join(sheets, 'x.part'), 'half of it')
    await store.sweep()
    expect(readdirSync(sheets)).toHaveLength(2)
  })

  it('of many films at once, each looked for while others are written and give way', async () => {
    const store = createSheetStore(join(folder, 'sheets'), { now: () => 10_000, most: 10_000 })
    const contents = Array.from({ length: 60 }, (_, at) => String(at).padStart(32, '0'))
    await Promise.all(contents.flatMap((one) => [store.keep(one, shape, Buffer.alloc(1_000)), store.find('f'.repeat(32))]))
    await store.keep('f'.repeat(32), shape, Buffer.alloc(1_000))
    expect(readdirSync(join(folder, 'sheets'))).toHaveLength(10)
  })
})

describe.skipIf(ffmpeg === '' || ffprobe === '')('a film that plays', () => {
  let box: TestTv
  let page: TestPage
  beforeEach(async () => {
    // Each ten seconds are lighter than those before.
    const stairs = ['-f', 'lavfi', '-i', "color=black:s=320x180:r=5:d=70,geq=lum='16+30*floor(T/10)':cb=128:cr=128"]
    run(ffmpeg, [...stairs, '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10', join(folder, 'stairs.mkv')])
    box = await openTestTv({
      folder: join(folder, 'box'),
      films: { roots: () => [folder], fileOf: async (id) => film(join(folder, id), { id, duration_ms: 70_000 }) },
    })
    page = await letIn(box)
  })
  afterEach(async () => {
    await box.stop()
    expect(box.faults).toEqual([])
  })

  async function sheetAfter(before: number): Promise<Extract<ToScreen, { kind: 'thumbnails' }>> {
    void box.act('play', { path: 'stairs.mkv' })
    const load = await page.next('load', before)
    page.send({ kind: 'report', play_id: load.play_id, seq: load.seq, state: 'playing', point: 0, volume: 80, sound: 'on' })
    const sheet = await page.next('thumbnails', before)
    expect(sheet.play_id).toBe(load.play_id)
    return sheet
  }

  it('gets a small picture of every ten seconds, in order, made once', async () => {
    const { sheet } = await sheetAfter(page.words.length)
    expect(sheet).toMatchObject({ interval_ms: 10_000, columns: 20, count: 7, width: 160, height: 90 })
    const answer = await fetch(`${box.url}/${sheet.url}`, { headers: { cookie: page.cookie } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    writeFileSync(join(folder, 'sheet.jpg'), Buffer.from(await answer.arrayBuffer()))
    const gray = run(ffmpeg, ['-i', join(folder, 'sheet.jpg'), '-pix_fmt', 'gray', '-f', 'rawvideo', 'pipe:1'])
    const levels = Array.from({ length: 7 }, (_, at) => gray[45 * 7 * 160 + at * 160 + 80] ?? 0)
    expect(levels).toEqual(levels.toSorted((a, b) => a - b))
    expect(new Set(levels).size).toBe(7)
    const sheets = readdirSync(join(folder, 'box', 'station', 'thumbnails'))
    expect(sheets).toHaveLength(1)
    const made = readFileSync(join(folder, 'box', 'station', 'thumbnails', sheets[0] ?? ''))
    expect(made.length).toBeGreaterThan(500)
    expect((await sheetAfter(page.words.length)).sheet).toMatchObject({ count: 7 })
    expect((await fetch(`${box.url}/${sheet.url}`)).status).toBe(401)
  })
})
