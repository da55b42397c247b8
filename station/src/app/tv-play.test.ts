/** Playback on a TV: real ffmpeg and real streams; a simulated page sends what a browser would send. */
import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unknownFilm, type BoxFilm } from '@homeport/contract/movie/movie.ts'
import { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { Screens } from '@homeport/contract/playback/screen.ts'
import type { ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { describe, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { processesOf } from '../testing/processes.ts'
import { ffmpeg, ffprobe, film, filmLibrary, makeFilm, noCatalog, openTestPage, setUpTv } from '../testing/tv.ts'

const boxFilm: BoxFilm = { ...unknownFilm, id: '', title: '流浪地球', year: 2019, duration_ms: 20_000 }
type Load = Extract<ToScreen, { kind: 'load' }>
const missing = ffmpeg === '' || ffprobe === ''

describe.skipIf(missing)(`films on a screen${missing ? ' (skipped: no ffmpeg or no ffprobe)' : ''}`, () => {
  const h264 = ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
  const facts = { duration_ms: 20_000 }
  const tv = setUpTv({
    make(films) {
      makeFilm(join(films, 'plain.mp4'), { seconds: 20, video: h264, audio: ['aac'] })
      makeFilm(join(films, 'ac3.mkv'), { seconds: 20, video: h264, audio: ['ac3'] })
      makeFilm(join(films, 'hevc.mkv'), {
        seconds: 20,
        video: ['libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'],
        audio: ['ac3'],
      })
      writeFileSync(join(films, 'notes.txt'), 'no film')
    },
    library(films) {
      const at = (name: string) => join(films, name)
      const mkv = 'matroska,webm'
      const files = Object.entries({
        plain: film(at('plain.mp4'), facts),
        ac3: film(at('ac3.mkv'), { ...facts, container: mkv, audio: 'ac3' }),
        hevc: film(at('hevc.mkv'), { ...facts, container: mkv, video: 'hevc', audio: 'ac3' }),
        gone: film(at('gone.mp4'), facts),
        outside: film('/etc/hostname'),
        linked: film(at('linked.mp4')),
      }).map(([id, file]) => ({ ...file, id, movie_id: `m-${id}` }))
      return {
        ...filmLibrary([films], files),
        catalog: { ...noCatalog, listed: async (ids) => ids.map((id) => ({ film: { ...boxFilm, id }, episode: null })) },
        fileAt: async (path) => (path.endsWith('.txt') ? undefined : film(path, facts)),
        mediaFile: async (url) => (url === 't1/1' ? at('plain.mp4') : url === 't1/2' ? at('notes.txt') : undefined),
      }
    },
  })

  const info = (data: unknown) => PlayerInfo.parse(data)
  const statuses = (realm: 'en' | 'zh' = 'en') =>
    tv.box.pushed
      .filter(({ realm: one, frame }) => one === realm && frame.act === 'player_status')
      .map(({ frame }) => info(frame.data))
  const report = (load: { play_id: string; seq: number }, state: 'playing' | 'paused' | 'ended' | 'failed', point: number) =>
    tv.page.send({ kind: 'report', play_id: load.play_id, seq: load.seq, state, point, volume: 80, sound: 'on' })
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${tv.box.url}/${path}`, { headers: { cookie: tv.page.cookie, ...headers } })
  /** Number of processes that read one of the films. */
  const converters = () => processesOf(tv.films).length

  /** Starts a film; the page reports that it plays. */
  async function play(data: object, point = 0): Promise<Load> {
    const before = tv.page.words.length
    const answer = tv.box.act('play', { ...data, point })
    await until('the page gets its film', () => tv.page.words.slice(before).some(({ kind }) => kind === 'load'))
    const load = await tv.page.word('load')
    report(load, 'playing', point)
    expectCode(await answer, 'ok')
    return load
  }

  it('switches night sound on a TV that has it, and refuses it of one whose browser has not', async () => {
    const load = await play({ movie_id: 'm-plain' })
    const refused = { code: Code.notFound, data: { reason: 'lacking', lack: 'night' } }
    expect(await tv.box.act('player_volume', { night: true })).toMatchObject(refused)
    const heard = { kind: 'report', play_id: load.play_id, state: 'playing', point: 0, volume: 80, sound: 'on' } as const
    tv.page.send({ ...heard, seq: load.seq, night: 'off' })
    await until('the phones hear that it can', () => statuses().at(-1)?.night === 'off')
    const switching = tv.box.act('player_volume', { night: true })
    const { seq, night, mute } = await tv.page.word('volume')
    expect([night, mute]).toEqual([true, undefined])
    tv.page.send({ ...heard, seq, night: 'blocked' })
    expect(info((await switching).data)).toMatchObject({ night: 'blocked', sound: 'on', volume: 80 })
  })

  it('is closed at first, then playing 3, paused 4, and closed -1 again, told at each change (spec 3 and 4)', async () => {
    expect(info((await tv.box.act('player_status', {})).data)).toMatchObject({ status: -1, title: '', user_id: '' })
    const load = await play({ movie_id: 'm-plain' }, 1_000)
    expect(load).toMatchObject({ is_seekable: true, point: 1_000, duration: 20_000, title: '流浪地球', is_paused: false })
    expect(statuses().at(-1)).toMatchObject({
      status: 3,
      movie_id: 'm-plain',
      path: 'plain',
      duration: 20_000,
      volume: 80,
      user_id: 'u1',
    })

    const pausing = tv.box.act('player_pause', {})
    const { seq } = await tv.page.word('pause')
    report({ ...load, seq }, 'paused', 4_000)
    expect(info((await pausing).data)).toMatchObject({ status: 4, current_point: 4_000 })
    expect(statuses().at(-1)).toMatchObject({ status: 4 })

    const seeking = tv.box.act('player_seek', { point: 9_000 })
    const seek = await tv.page.word('seek')
    expect(seek).toMatchObject({ point: 9_000, play_id: load.play_id })
    report({ ...load, seq: seek.seq }, 'paused', 9_000)
    expect(info((await seeking).data)).toMatchObject({ status: 4, current_point: 9_000 })

    expect(info((await tv.box.act('exit_player', {})).data)).toMatchObject({ status: -1 })
    expect(statuses().at(-1)).toMatchObject({ status: -1, movie_id: '' })
    await tv.page.word('exit')
  })

  it('says who started it to their own realm only', async () => {
    tv.box.bind(['en', 'zh'])
    await play({ movie_id: 'm-plain' })
    expect(statuses('en').at(-1)).toMatchObject({ status: 3, user_id: 'u1' })
    expect(statuses('zh').at(-1)).toMatchObject({ status: 3, user_id: '' })
    expect(info((await tv.box.act('player_status', {}, { realm: 'zh' })).data).user_id).toBe('')
  })

  it('closes at the end of the film, and remembers on the TV where one was left', async () => {
    const load = await play({ movie_id: 'm-plain' })
    report(load, 'playing', 8_000)
    await until('the phone hears of it', () => (statuses().at(-1)?.current_point ?? 0) >= 8_000)
    await tv.box.act('exit_player', {})
    const recent = async (id: string) => {
      tv.page.send({ kind: 'rows', id })
      const { rows } = await tv.page.word('rows', (word) => word.id === id)
      return rows.find(({ kind }) => kind === 'continue')?.data.map((film) => [film.id, film.point >= 8_000]) ?? []
    }
    expect(await recent('1')).toEqual([['m-plain', true]])
    const again = await play({ movie_id: 'm-plain' })
    report(again, 'ended', 20_000)
    await until('it is closed', () => statuses().at(-1)?.status === -1)
    expect(info((await tv.box.act('player_status', {})).data).status).toBe(-1)
    expect(await recent('2')).toEqual([])
  })

  it('a film that one of the household starts on the TV is that person’s', async () => {
    expect((await tv.page.word('face')).people).toEqual([])
    tv.box.bind(['en', 'zh'])
    tv.box.household([
      { realm: 'zh', user_id: 'u1', role: 'member', name: '安' },
      { realm: 'en', user_id: 'u2', role: 'member', name: 'Bob' },
    ])
    await tv.page.word('face', ({ people }) => people.map(({ name }) => name).join() === '安,Bob')
    tv.page.send({ kind: 'play', movie_id: 'm-plain', point: 0, viewer: 'u2' })
    report(await tv.page.word('load'), 'playing', 1_000)
    await until('the phones hear whose it is', () => statuses().at(-1)?.user_id === 'u2')
    expect(statuses('zh').at(-1)?.user_id).toBe('')
  })

  it('text from a phone goes to the TV, which says while a field is open', async () => {
    tv.page.send({ kind: 'typing', is_open: true, text: '' })
    await until('the phones hear of the field', () => statuses().at(-1)?.is_typing === true)
    expect(await tv.box.act('remote_text', { text: '小城' })).toMatchObject({ code: Code.ok })
    expect(await tv.page.word('text')).toEqual({ kind: 'text', text: '小城' })
    tv.page.send({ kind: 'typing', is_open: false, text: '小城' })
    await until('the field is closed', () => statuses().at(-1)?.is_typing === false)
    tv.page.close()
    await until('the TV is off', async () => (await tv.box.act('remote_text', { text: 'x' })).code === Code.notFound)
  })

  it('refuses with the reason what cannot be played', async () => {
    for (const [data, reason] of [
      [{ movie_id: 'none' }, 'no_film'],
      [{ path: 'gone' }, 'no_file'],
      [{ path: 'none' }, 'no_file'],
      [{ path: 't1/2' }, 'not_video'],
      [{ movie_id: 'm-plain', target: 'none' }, 'no_screen'],
    ] as const)
      expect(await tv.box.act('play', data)).toMatchObject({ code: Code.notFound, data: { reason } })
    tv.page.close()
    await until('the screen went', async () => (await tv.box.act('remote_key', { key: 'ok' })).code === Code.notFound)
    expect(await tv.box.act('play', { movie_id: 'm-plain' })).toMatchObject({
      code: Code.notFound,
      data: { reason: 'no_screen' },
    })
  })

  it('answers failed where the browser can do it neither as it is nor made over', async () => {
    const answer = tv.box.act('play', { movie_id: 'm-plain' })
    const first = await tv.page.word('load')
    expect(first.is_seekable).toBe(true)
    report(first, 'failed', 0)
    const second = await tv.page.word('load', ({ seq }) => seq > first.seq)
    expect(second.is_seekable).toBe(false)
    report(second, 'failed', 0)
    expect(await answer).toMatchObject({ code: Code.notFound, data: { reason: 'failed' } })
    expect(statuses().at(-1)).toMatchObject({ status: -1 })
  })

  describe('by ticket', () => {
    it('gives the file in ranges, byte for byte', async () => {
      const { url } = await play({ movie_id: 'm-plain' })
      const whole = readFileSync(join(tv.films, 'plain.mp4'))
      const all = await get(url)
      expect([all.status, all.headers.get('content-type')]).toEqual([200, 'video/mp4'])
      expect(Buffer.from(await all.arrayBuffer()).equals(whole)).toBe(true)
      const part = await get(url, { range: 'bytes=1000-1999' })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${whole.length}`])
      expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(1000, 2000))).toBe(true)
      const last = await get(url, { range: 'bytes=-10' })
      expect(Buffer.from(await last.arrayBuffer()).equals(whole.subarray(-10))).toBe(true)
      expect((await get(url, { range: `bytes=${whole.length}-` })).status).toBe(416)
    })

    it('P12: is for one screen and one file, and ends after six hours and with the film', async () => {
      const { url } = await play({ movie_id: 'm-plain' })
      expect((await fetch(`${tv.box.url}/${url}`)).status).toBe(401)
      const other = await openTestPage(tv.box.url)
      await tv.box.act('screen_admit', { digits: (await other.word('face', ({ face }) => face === 'digits')).digits })
      const inside = await openTestPage(tv.box.url, { cookie: other.cookie })
      await inside.word('face', ({ face }) => face === 'inside')
      expect((await get(url, { cookie: inside.cookie })).status).toBe(404)
      expect((await get(url)).status).toBe(200)
      tv.box.clock.aheadMs = 6 * 3600_000 + 1_000
      expect((await get(url)).status).toBe(404)
      tv.box.clock.aheadMs = 0
      expect((await get(url)).status).toBe(200)
      await tv.box.act('exit_player', {})
      expect((await get(url)).status).toBe(404)
    })

    it('P35: never leads out of the folders of tv.films, not by a path, a link or another name', async () => {
      symlinkSync('/etc/hostname', join(tv.films, 'linked.mp4'))
      for (const path of ['outside', 'linked', '/etc/hostname', '../../etc/hostname', 't1/../../etc/hostname'])
        expect(await tv.box.act('play', { path })).toMatchObject({ code: Code.notFound, data: { reason: 'no_file' } })
      for (const path of ['media/..%2f..%2fetc%2fhostname', 'media/../media', 'poster/..%2fstation.db'])
        expect([401, 404]).toContain((await get(path)).status)
    })
  })

  describe('made over', () => {
    /** ffprobe's view of a stream's first bytes. */
    async function probe(url: string): Promise<{ codecs: string[]; bytes: number }> {
      const answer = await get(url)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp4'])
      const body = Buffer.from(await answer.arrayBuffer())
      const path = join(tv.films, 'stream.mp4')
      writeFileSync(path, body)
      const out = execFileSync(ffprobe, ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', path], {
        encoding: 'utf8',
      })
      return { codecs: out.trim().split('\n'), bytes: body.length }
    }

    it('keeps the picture and makes the sound AAC; a later point begins at a keyframe, and says so', async () => {
      const load = await play({ movie_id: 'm-ac3' })
      expect(load).toMatchObject({ is_seekable: false, offset: 0 })
      const whole = await probe(load.url)
      expect(whole.codecs).toEqual(['h264', 'aac'])
      const seeking = tv.box.act('player_seek', { point: 15_500 })
      const later = await tv.page.word('load', ({ seq }) => seq > load.seq)
      // Keyframes are two seconds apart.
      expect(later.offset).toBeGreaterThan(13_400)
      expect(later.offset).toBeLessThanOrEqual(15_500)
      expect(later.play_id).toBe(load.play_id)
      report(later, 'playing', 15_500)
      expect(info((await seeking).data).current_point).toBeGreaterThanOrEqual(15_500)
      const rest = await probe(later.url)
      expect(rest.bytes).toBeLessThan(whole.bytes / 2)
      expect((await get(load.url)).status).toBe(404)
    })

    it('makes HEVC H.264, from the very point', async () => {
      const load = await play({ movie_id: 'm-hevc' }, 16_300)
      expect(load).toMatchObject({ is_seekable: false, offset: 16_300 })
      expect((await probe(load.url)).codecs).toEqual(['h264', 'aac'])
    })

    it('runs one ffmpeg for a screen, held back by a slow reader, and none once the film or the screen is gone', async () => {
      const load = await play({ movie_id: 'm-hevc' })
      const answer = await get(load.url)
      const reader = answer.body?.getReader()
      await reader?.read()
      expect(converters()).toBe(1)
      const second = await get(load.url)
      await second.body?.getReader().read()
      await until('the first is over', () => converters() === 1)
      await tv.box.act('exit_player', {})
      await until('none is left', () => converters() === 0)

      const other = await play({ movie_id: 'm-hevc' })
      const third = await get(other.url)
      await third.body?.getReader().read()
      expect(converters()).toBe(1)
      const { screen_id = '' } = Screens.parse((await tv.box.act('screen_list', {})).data).data[0] ?? {}
      await tv.box.act('screen_forget', { screen_id })
      await until('none is left', () => converters() === 0)
      expect(statuses().at(-1)).toMatchObject({ status: -1 })
    })
  })

  describe('when lines break', () => {
    it('goes on untouched when the page comes back with its film', async () => {
      const load = await play({ movie_id: 'm-plain' })
      tv.page.close()
      const playing = { play_id: load.play_id, path: 'plain', point: 3_000, is_paused: false }
      tv.page = await openTestPage(tv.box.url, { cookie: tv.page.cookie, playing })
      await tv.page.word('face', ({ face }) => face === 'inside')
      report(load, 'playing', 3_000)
      await until('the phone hears of it', () => (statuses().at(-1)?.current_point ?? 0) >= 3_000)
      expect(tv.page.find('load')).toBeUndefined()
    })

    it('plays on where it was when the page was loaded again, and when the box was', async () => {
      const load = await play({ movie_id: 'm-plain' })
      report(load, 'paused', 7_000)
      await until('the phone hears of it', () => statuses().at(-1)?.status === 4)
      tv.page.close()
      tv.page = await openTestPage(tv.box.url, { cookie: tv.page.cookie })
      expect(await tv.page.word('load')).toMatchObject({ point: 7_000, is_paused: true, play_id: load.play_id })
      tv.page.close()
      tv.page = await openTestPage(tv.box.url, {
        cookie: tv.page.cookie,
        playing: { play_id: 'of another life', path: 'plain', point: 5_000, is_paused: true },
      })
      expect(await tv.page.word('load')).toMatchObject({ point: 5_000, is_paused: true, path: 'plain' })
    })
  })

  it('P26: a key reaches the page with what is left of its 300 ms, and not at all after them', async () => {
    tv.box.clock.stoppedAt = Date.now()
    const expiresAt = tv.box.now() + 300
    tv.box.clock.aheadMs = 120
    await tv.box.act('remote_key', { key: 'left' }, { expiresAt })
    expect(await tv.page.word('key')).toMatchObject({ key: 'left', phase: 'press', life_ms: 180 })
    tv.box.clock.aheadMs = 300
    expect(await tv.box.act('remote_key', { key: 'right' }, { expiresAt })).toMatchObject({ code: Code.noResponse })
    await tv.box.act('remote_key', { key: 'ok', phase: 'up' }, { expiresAt: expiresAt + 300 })
    await tv.box.act('player_volume', { step: 5 })
    await tv.page.word('volume')
    expect(tv.page.words.filter(({ kind }) => kind === 'key')).toHaveLength(1)
  })

  it('shows on the screen that is named, else on the one that was used last', async () => {
    const other = await openTestPage(tv.box.url)
    await tv.box.act('screen_admit', { digits: (await other.word('face', ({ face }) => face === 'digits')).digits })
    const inside = await openTestPage(tv.box.url, { cookie: other.cookie })
    await inside.word('face', ({ face }) => face === 'inside')
    const { data } = Screens.parse((await tv.box.act('screen_list', {})).data)
    const target = data[1]?.screen_id ?? ''
    const answer = tv.box.act('play', { movie_id: 'm-plain', target })
    const { play_id, seq } = await inside.word('load')
    inside.send({ kind: 'report', play_id, seq, state: 'playing', point: 0, volume: 100, sound: 'blocked' })
    expect(info((await answer).data)).toMatchObject({ screen_id: target, sound: 'blocked' })
    await tv.box.act('remote_key', { key: 'up' })
    await inside.word('key')
    expect(tv.page.find('key')).toBeUndefined()
  })
})
