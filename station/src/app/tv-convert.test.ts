/** Converted films while things go wrong: too many at once, nobody who reads, ffmpeg killed, the disk gone; and HLS. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { Code } from '@homeport/contract/kit/codes.ts'
import { unknownFilm } from '@homeport/contract/movie/movie.ts'
import { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { Screens } from '@homeport/contract/playback/screen.ts'
import type { Ability, ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { expectCode } from '../testing/codes.ts'
import { run } from '../../../testing/counted-films/counted-films.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { commandOf, processesOf } from '../testing/processes.ts'
import {
  chromiumCan,
  ffmpeg,
  ffprobe,
  film,
  letIn,
  noCatalog,
  makeFilm,
  openTestTv,
  type TestPage,
  type TestTv,
} from '../testing/tv.ts'

type Load = Extract<ToScreen, { kind: 'load' }>
const missing = ffmpeg === '' || ffprobe === ''
const idleMs = 1_500
const minutes = 4

describe.skipIf(missing)(`converted films${missing ? ' (skipped: no ffmpeg or no ffprobe)' : ''}`, () => {
  let films: string
  let folder: string
  let box: TestTv
  let page: TestPage
  let other: TestPage
  let screens: string[]
  const at = (name: string) => join(films, name)

  beforeAll(() => {
    films = testFolder()
    const x265 = ['libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none']
    makeFilm(at('short.mkv'), { seconds: 20, video: x265, audio: ['ac3'] })
    makeFilm(at('plain.mkv'), { seconds: 20, video: ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'], audio: ['ac3'] })
    // Longer than all buffers between ffmpeg and a reader.
    run(ffmpeg, ['-stream_loop', String(minutes * 3 - 1), '-i', at('short.mkv'), '-c', 'copy', at('hevc.mkv')])
    run(ffmpeg, ['-stream_loop', String(minutes * 3 - 1), '-i', at('plain.mkv'), '-c', 'copy', at('sound.mkv')])
  })
  afterAll(() => clear(films))
  beforeEach(async () => {
    folder = testFolder()
    box = await openTestTv({
      folder,
      converting: { most: 1, idleMs },
      films: {
        roots: () => [films],
        catalog: {
          ...noCatalog,
          listed: async (ids) => ids.map((id) => ({ film: { ...unknownFilm, id, title: '流浪地球' }, episode: null })),
        },
        fileOf: async (id) => film(at(id), { id, movie_id: id, duration_ms: minutes * 60_000 }),
        firstFileOf: async (id) => film(at(id), { id, movie_id: id, duration_ms: minutes * 60_000 }),
      },
    })
    page = await letIn(box)
    const [first] = Screens.parse((await box.act('screen_list', {})).data).data
    other = await letIn(box)
    const all = Screens.parse((await box.act('screen_list', {})).data).data.map(({ screen_id }) => screen_id)
    screens = [first?.screen_id ?? '', ...all.filter((id) => id !== first?.screen_id)]
  })
  afterEach(async () => {
    await box.stop()
    clear(folder)
    expect(box.faults).toEqual([])
  })

  type Reported = { state?: 'playing' | 'failed' | 'ended'; on?: TestPage }
  const report = (load: Load, point: number, { state = 'playing', on = page }: Reported = {}) =>
    on.send({ kind: 'report', play_id: load.play_id, seq: load.seq, state, point, volume: 80, sound: 'on' })
  const get = (url: string, on = page) => fetch(`${box.url}/${url}`, { headers: { cookie: on.cookie } })

  async function play(path: string, { point = 0, on = page } = {}): Promise<Load> {
    const before = on.words.length
    const answer = box.act('play', { path, point, target: screens[on === page ? 0 : 1] })
    const load = await on.next('load', before)
    report(load, point, { on })
    expectCode(await answer, 'ok')
    return load
  }

  /** Reads the first bytes, and then no more. */
  async function begin(load: Load, on = page): Promise<ReadableStreamDefaultReader<Uint8Array>> {
    const reader = (await get(load.url, on)).body?.getReader()
    if (!reader) throw new Error('no body')
    await reader.read()
    return reader
  }

  it('are one at a time where the box has two cores: the next is refused, and plays once the first is over', async () => {
    await begin(await play('hevc.mkv'))
    const target = screens[1]
    expect(await box.act('play', { path: 'hevc.mkv', target })).toMatchObject({
      code: Code.notFound,
      data: { reason: 'too_many' },
    })
    // Only the sound is converted.
    await begin(await play('sound.mkv', { on: other }), other)
    await box.act('exit_player', { target: screens[1] })
    await box.act('exit_player', { target: screens[0] })
    await play('hevc.mkv', { on: other })
  })

  it('that nobody reads lose their ffmpeg and make room; the film goes on where it was when it is read again', async () => {
    const load = await play('hevc.mkv')
    await begin(load)
    expect(converters(films)).toHaveLength(1)
    await until('it has ended', () => converters(films).length === 0)
    await play('hevc.mkv', { on: other })
    await box.act('exit_player', {})
    const before = page.words.length
    page.send({ kind: 'source', play_id: load.play_id, point: 30_000 })
    expect(await page.next('load', before)).toMatchObject({ play_id: load.play_id, point: 30_000, offset: 30_000 })
  })

  it('whose ffmpeg is killed break off, so that the screen requests them again; the second time it is told why nothing plays', async () => {
    const load = await play('hevc.mkv')
    const reader = await begin(load)
    for (const pid of converters(films)) process.kill(pid, 'SIGKILL')
    await expect(
      (async () => {
        for (;;) if ((await reader.read()).done) return
      })(),
    ).rejects.toThrow()
    const before = page.words.length
    page.send({ kind: 'source', play_id: load.play_id, point: 9_000 })
    const again = await page.next('load', before)
    expect(again).toMatchObject({ point: 9_000 })
    report(again, 9_000, { state: 'failed' })
    expect(await page.next('refused', before)).toMatchObject({ reason: 'failed' })
    expect(await page.next('exit', before)).toMatchObject({ play_id: load.play_id })
  })

  it.each(['source', 'ended'] as const)('whose disk is gone end with the reason, and keep their place (%s)', async (kind) => {
    const load = await play('hevc.mkv')
    report(load, 60_000)
    renameSync(at('hevc.mkv'), at('away.mkv'))
    try {
      const before = page.words.length
      if (kind === 'source') page.send({ kind, play_id: load.play_id, point: 61_000 })
      else report(load, 61_000, { state: 'ended' })
      expect(await page.next('refused', before)).toMatchObject({ reason: 'no_file' })
      page.send({ kind: 'rows', id: '1' })
      const { rows } = await page.next('rows', before)
      expect(rows.flatMap(({ kind, data }) => (kind === 'continue' ? data : [])).map(({ point }) => point >= 60_000)).toEqual([
        true,
      ])
    } finally {
      renameSync(at('away.mkv'), at('hevc.mkv'))
    }
  })

  it('can be limited for a screen, which keeps the limit', async () => {
    const limit = async (kbit: number, load: Load) => {
      const before = page.words.length
      const answer = box.act('player_bitrate', { target: screens[0], kbit })
      const next = await page.next('load', before)
      expect(next).toMatchObject({ play_id: load.play_id, point: expect.any(Number) })
      report(next, next.point)
      return PlayerInfo.parse((await answer).data)
    }
    const load = await play('sound.mkv', { point: 20_000 })
    expect(await limit(700, load)).toMatchObject({ delivery: 'transcode', limit_kbit: 700 })
    await box.act('exit_player', {})
    const again = await play('sound.mkv')
    expect(PlayerInfo.parse((await box.act('player_status', {})).data)).toMatchObject({ delivery: 'transcode', limit_kbit: 700 })
    expect(await limit(0, again)).toMatchObject({ delivery: 'sound', limit_kbit: 0 })
  })

  describe('as HLS', () => {
    const can: Ability[] = [...chromiumCan, 'mse']
    let base: string
    let load: Load
    beforeEach(async () => {
      page.close()
      page = await letIn(box, { can })
      const all = Screens.parse((await box.act('screen_list', {})).data).data.map(({ screen_id }) => screen_id)
      screens[0] = all.find((id) => !screens.includes(id)) ?? ''
      const answer = box.act('play', { path: 'hevc.mkv', target: screens[0] })
      const endless = await page.word('load')
      expect(endless.stream).toBe('fmp4')
      report(endless, 0, { state: 'failed' })
      load = await page.word('load', ({ seq }) => seq > endless.seq)
      report(load, 0)
      expectCode(await answer, 'ok')
      expect(load).toMatchObject({ stream: 'hls', is_seekable: true, offset: 0 })
      base = load.url.replace('index.m3u8', '')
    })

    it('are seekable at once: any segment is made when it is requested, and a screen that needed it gets it at once the next time', async () => {
      const list = await (await get(load.url)).text()
      expect(list).toMatch(/^#EXTM3U\n/)
      expect(list.match(/\.m4s/g)).toHaveLength((minutes * 60) / 4)
      for (const part of ['init.mp4', '0.m4s', '40.m4s', '41.m4s', '2.m4s']) {
        const answer = await get(base + part)
        expect([part, answer.status]).toEqual([part, 200])
        expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(500)
      }
      expect(converters(films)).toHaveLength(1)
      for (const part of ['60.m4s', 'x.m4s', '..%2findex.m3u8', 'station.db']) expect((await get(base + part)).status).toBe(404)
      expect((await get(base + 'init.mp4', other)).status).toBe(404)
      // A seek leaves a request behind.
      const abandoned = get(base + '20.m4s')
      await until('ffmpeg is at it', () => commandOf(converters(films)[0] ?? 0).includes('80.000'))
      expect((await get(base + '50.m4s')).status).toBe(200)
      expect([200, 404]).toContain((await abandoned).status)
      await box.act('exit_player', {})
      expect((await play('hevc.mkv')).stream).toBe('hls')
    })

    it('run a few segments ahead only, end when nobody watches, and go on after that and after a kill of ffmpeg', async () => {
      await get(`${base}0.m4s`)
      const [first] = converters(films)
      await until('it is ended while it waits', () => converters(films).length === 0)
      expect((await get(`${base}30.m4s`)).status).toBe(200)
      const [second] = converters(films)
      expect(second).not.toBe(first)
      for (const pid of converters(films)) process.kill(pid, 'SIGKILL')
      expect((await get(`${base}45.m4s`)).status).toBe(200)
    })
  })
})

/** The processes that convert a film of this folder for a screen. */
function converters(folder: string): number[] {
  return processesOf(folder, '-movflags')
}
