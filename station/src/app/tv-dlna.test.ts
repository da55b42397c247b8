/** Films on a TV by DLNA: the box finds it, drives it, and is not hurt by one that lies. Streams, searches and actions go over real sockets. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { Screens, type Screen } from '@homeport/contract/playback/screen.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { expectCode } from '../testing/codes.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { openTestHouse, openTestRenderer, plainSink, type Lies, type TestRenderer } from '../testing/renderer.ts'
import { fastPace as pace } from '../testing/fast-pace.ts'
import { ffmpeg, ffprobe, film, filmLibrary, makeFilm, openTestTv, type TestTv } from '../testing/tv.ts'

const missing = ffmpeg === '' || ffprobe === ''
const filmMs = 60_000

describe.skipIf(missing)(`films on a DLNA renderer${missing ? ' (skipped: no ffmpeg or no ffprobe)' : ''}`, () => {
  let films: string
  let folder: string
  let box: TestTv
  let house: Awaited<ReturnType<typeof openTestHouse>>
  let renderers: TestRenderer[] = []

  beforeAll(() => {
    films = testFolder()
    const h264 = ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
    makeFilm(join(films, 'plain.mp4'), { seconds: filmMs / 1000, video: h264, audio: ['aac'] })
    makeFilm(join(films, 'flac.mkv'), { seconds: filmMs / 1000, video: h264, audio: ['flac'] })
    writeFileSync(join(films, 'plain.en.srt'), '1\n00:00:10,000 --> 00:00:12,000\nHello\n')
  })
  afterAll(() => clear(films))
  beforeEach(async () => {
    folder = testFolder()
    house = await openTestHouse(() => renderers.map(({ location }) => location))
    box = await openBox()
  })
  afterEach(async () => {
    await box.stop()
    house.stop()
    for (const one of renderers) await one.off()
    renderers = []
    clear(folder)
    expect(box.faults).toEqual([])
  })

  const existing = () => [
    film(join(films, 'plain.mp4'), { id: 'plain', movie_id: 'm-plain', duration_ms: filmMs }),
    film(join(films, 'flac.mkv'), {
      id: 'flac',
      movie_id: 'm-flac',
      duration_ms: filmMs,
      container: 'matroska,webm',
      audio: 'flac',
    }),
  ]
  const openBox = () =>
    openTestTv({
      folder,
      pace,
      env: { HOMEPORT_DLNA: `127.0.0.1:${house.port}` },
      films: filmLibrary([films], existing()),
    })
  async function list(): Promise<Screen[]> {
    return Screens.parse((await box.act('screen_list', {})).data).data
  }
  /** A renderer that is in the list by now. */
  async function turnOn(lies: Lies = {}) {
    const tv = await openTestRenderer(lies)
    renderers.push(tv)
    await until('the TV is in the list', async () =>
      (await list()).some((one) => one.is_online && one.name === (lies.name ?? 'Bedroom TV')),
    )
    const screen = (await list()).find(({ name }) => name === (lies.name ?? 'Bedroom TV'))
    if (!screen) throw new Error('no screen')
    return { tv, screen, target: screen.screen_id }
  }
  const info = async (target = '') => PlayerInfo.parse((await box.act('player_status', { target })).data)
  const point = async () => (await info()).current_point
  async function play(target: string, data: object = { movie_id: 'm-plain' }) {
    const answer = await box.act('play', { target, ...data })
    expectCode(answer, 'ok')
    return PlayerInfo.parse(answer.data)
  }
  const isClosed = async () => (await info()).status === -1

  it('finds the TV, and says what it cannot', async () => {
    const { screen } = await turnOn()
    expect(screen).toMatchObject({ name: 'Bedroom TV', kind: 'tv', player: 'dlna', is_online: true })
    expect(screen.lacks).toEqual(['keys', 'text', 'speed', 'comments', 'night', 'secondary'])
    expect(box.pushed.some(({ frame }) => frame.act === 'screen_list')).toBe(true)
  })

  it('plays a film directly, by its ticket alone, with ranges and the headers that it asks for', async () => {
    const { tv, target } = await turnOn()
    expect(await play(target)).toMatchObject({ status: 3, screen_name: 'Bedroom TV', duration: filmMs, delivery: 'direct' })
    expect(tv.seen.uri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/media\/[\w-]{24}$/)
    expect(tv.seen.metadata).toContain('<dc:title>流浪地球</dc:title>')
    expect(tv.seen.metadata).toContain('http-get:*:video/mp4:DLNA.ORG_OP=01;DLNA.ORG_CI=0')
    expect(tv.seen.metadata).toContain('duration="0:01:00"')
    const [first] = tv.fetched
    expect(first).toMatchObject({ status: 206 })
    expect(first?.headers.get('content-type')).toBe('video/mp4')
    expect(first?.headers.get('transfermode.dlna.org')).toBe('Streaming')
    expect(first?.headers.get('contentfeatures.dlna.org')).toContain('DLNA.ORG_OP=01')
    expect((await fetch(`${tv.seen.uri}x`)).status).toBe(401)
    const { uri } = tv.seen
    expectCode(await box.act('exit_player', { target }), 'ok')
    await until('the TV stops', () => tv.seen.state === 'STOPPED')
    expect((await fetch(uri)).status).toBe(401)
  })

  it('pauses, goes on, seeks and changes the volume, and follows the TV’s own remote', async () => {
    const { tv, target } = await turnOn()
    await play(target)
    expect(PlayerInfo.parse((await box.act('player_pause', { target })).data).status).toBe(4)
    expect(tv.seen.state).toBe('PAUSED_PLAYBACK')
    expect(PlayerInfo.parse((await box.act('player_resume', { target })).data).status).toBe(3)
    expect(PlayerInfo.parse((await box.act('player_seek', { target, point: 30_000 })).data).current_point).toBeGreaterThanOrEqual(
      30_000,
    )
    expect(tv.positionMs()).toBeGreaterThanOrEqual(30_000)
    expect(PlayerInfo.parse((await box.act('player_volume', { target, step: -10 })).data).volume).toBe(30)
    expect(PlayerInfo.parse((await box.act('player_volume', { target, mute: true })).data).sound).toBe('muted')
    expect(tv.seen).toMatchObject({ volume: 30, isMuted: true })
    tv.turn('PAUSED_PLAYBACK')
    await until('the phones hear of the pause', async () => (await info()).status === 4)
    tv.turn('PLAYING')
    tv.move(45_000)
    await until('the phones hear where it is', async () => (await point()) >= 45_000)
  })

  it('refuses what the TV has no notion of, and says what it is', async () => {
    const { tv, target } = await turnOn()
    await play(target)
    for (const [act, data, lack] of [
      ['remote_key', { key: 'ok' }, 'keys'],
      ['remote_text', { text: 'x' }, 'text'],
      ['player_speed', { speed: 2 }, 'speed'],
      ['player_volume', { night: true }, 'night'],
    ] as const)
      expect(await box.act(act, { target, ...data })).toMatchObject({ code: Code.notFound, data: { reason: 'lacking', lack } })
    expectCode(await box.act('remote_key', { target, key: 'volume_up' }), 'ok')
    await until('the volume key works', () => tv.seen.volume === 45)
  })

  it('begins where a person stopped, and keeps where the TV’s own remote stopped it', async () => {
    const { tv, target } = await turnOn()
    await play(target, { movie_id: 'm-plain', point: 20_000 })
    expect(tv.positionMs()).toBeGreaterThanOrEqual(20_000)
    expect(await point()).toBeGreaterThanOrEqual(20_000)
    tv.turn('STOPPED')
    tv.move(0)
    await until('it is closed', isClosed)
    expect(tv.actions.filter((action) => action === 'Stop')).toHaveLength(1)
  })

  it('ends with the film, and leaves alone what else somebody plays there', async () => {
    const { tv, target } = await turnOn()
    await play(target)
    tv.move(filmMs - 500)
    await until('the end is near', async () => (await point()) >= filmMs - 500)
    tv.turn('STOPPED')
    tv.move(0)
    await until('it is closed', isClosed)
    await play(target)
    tv.seen.uri = 'http://192.168.1.9/holiday.mp4'
    const stops = tv.actions.filter((action) => action === 'Stop').length
    await until('it is closed', isClosed)
    expect(tv.seen.state).toBe('PLAYING')
    expect(tv.actions.filter((action) => action === 'Stop')).toHaveLength(stops)
  })

  it('gets a film that it cannot play converted, from the point on', async () => {
    const { tv, target } = await turnOn()
    expect(await play(target, { movie_id: 'm-flac', point: 20_000 })).toMatchObject({ delivery: 'sound' })
    expect(tv.seen.metadata).toContain('DLNA.ORG_OP=00;DLNA.ORG_CI=1')
    expect(tv.fetched[0]).toMatchObject({ status: 200 })
    expect(tv.fetched[0]?.bytes).toBeGreaterThan(0)
    expect(tv.actions).not.toContain('Seek')
    expect(await point()).toBeGreaterThanOrEqual(18_000)
    const { uri } = tv.seen
    expectCode(await box.act('player_seek', { target, point: 40_000 }), 'ok')
    await until('it is given another source', () => tv.seen.uri !== uri)
    await until('the phones see it there', async () => (await point()) >= 38_000)
  })

  it('shows a subtitle as SRT with the times of its source', async () => {
    const { tv, target } = await turnOn()
    await play(target)
    expectCode(await box.act('player_set_tracks', { target, subtitle_id: 'beside:plain.en.srt', offset_ms: 500 }), 'ok')
    await until('the TV is told of it', () => /<sec:CaptionInfoEx sec:type="srt">[^<]+\/500\.srt</.test(tv.seen.metadata))
    const [, url = ''] = /CaptionInfoEx sec:type="srt">([^<]+)</.exec(tv.seen.metadata) ?? []
    const response = await fetch(url)
    expect(response.headers.get('content-type')).toContain('application/x-subrip')
    expect(await response.text()).toBe('1\n00:00:10,500 --> 00:00:12,500\nHello\n')
    expect(await box.act('player_set_tracks', { target, secondary_id: 'beside:plain.de.srt' })).toMatchObject({
      code: Code.notFound,
      data: { reason: 'lacking', lack: 'secondary' },
    })
    const { tv: other, target: plainTarget } = await turnOn({ name: 'Old TV', udn: 'uuid:old', sink: 'http-get:*:video/mp4:*' })
    await play(plainTarget)
    expect(await box.act('player_set_tracks', { target: plainTarget, subtitle_id: 'beside:plain.en.srt' })).toMatchObject({
      code: Code.notFound,
    })
    expect(other.seen.metadata).not.toContain('CaptionInfoEx')
  })

  it('goes on after a restart of the box if the TV still plays its film, and else leaves the TV alone', async () => {
    const { tv, target } = await turnOn()
    await play(target)
    tv.move(25_000)
    await until('the point is known', async () => (await point()) >= 25_000)
    await box.stop()
    const before = tv.seen.uri
    box = await openBox()
    await until('the box plays again', async () => (await info()).status === 3)
    await until('the TV is given a new address', () => tv.seen.uri !== before)
    await until('where it was', async () => (await point()) >= 25_000)
    await box.stop()
    tv.seen.uri = 'http://192.168.1.9/holiday.mp4'
    tv.turn('PLAYING')
    box = await openBox()
    await until('the TV is in the list', async () => (await list()).some((one) => one.is_online && one.screen_id === target))
    await until('the box has asked the TV', () => tv.actions.slice(-3).includes('GetTransportInfo'))
    expect(await isClosed()).toBe(true)
    expect(tv.seen).toMatchObject({ uri: 'http://192.168.1.9/holiday.mp4', state: 'PLAYING' })
  })

  it('notices that the TV is switched off, keeps it in the list, and finds it at another port', async () => {
    const { tv, target } = await turnOn()
    await play(target)
    await tv.off()
    await until('it is offline', async () => (await list()).some((one) => one.screen_id === target && !one.is_online))
    renderers = []
    const { target: again } = await turnOn()
    expect(again).toBe(target)
    expect((await list()).filter(({ screen_id }) => screen_id === target)).toHaveLength(1)
  })

  it('one that was never used leaves the list with the house', async () => {
    const { tv } = await turnOn()
    await tv.off()
    renderers = []
    await until('it is gone', async () => (await list()).length === 0)
  })

  it('a renderer that lies about its position is counted', async () => {
    for (const position of ['zero', 'NOT_IMPLEMENTED', '9999:59:59', '-0:00:05', 'NaN', '1e300']) {
      const { target } = await turnOn({ position, name: position, udn: `uuid:${position}` })
      await play(target)
      await until('time passes', async () => (await info(target)).current_point > 150)
      expect((await info(target)).current_point).toBeLessThan(filmMs / 2)
      expectCode(await box.act('exit_player', { target }), 'ok')
    }
  })

  it('a renderer that cannot seek gets a source that begins at the point', async () => {
    const { tv, target } = await turnOn({ faults: { Seek: 710 } })
    await play(target)
    expectCode(await box.act('player_seek', { target, point: 30_000 }), 'ok')
    await until('it plays a converted source', () => tv.seen.metadata.includes('DLNA.ORG_CI=1'))
    await until('the phones see it there', async () => (await point()) >= 28_000)
    expect((await info()).status).toBe(3)
  })

  it('a renderer that refuses to pause is not asked again, and the person is told', async () => {
    const { tv, target } = await turnOn({ faults: { Pause: 401 } })
    await play(target)
    const refused = { code: Code.notFound, data: { reason: 'lacking', lack: 'pause' } }
    expect(await box.act('player_pause', { target })).toMatchObject(refused)
    expect(await box.act('player_pause', { target })).toMatchObject(refused)
    expect(tv.actions.filter((action) => action === 'Pause')).toHaveLength(1)
    expect((await list())[0]?.lacks).toContain('pause')
    expect((await info()).status).toBe(3)
  })

  it.each([716, 718, 714])('a renderer that refuses every film with %i says so in one sentence', async (code) => {
    const { tv, target } = await turnOn({ faults: { SetAVTransportURI: code } })
    expect(await box.act('play', { target, movie_id: 'm-plain' })).toMatchObject({
      code: Code.notFound,
      data: { reason: 'failed' },
    })
    // The file, then a converted one.
    expect(tv.actions.filter((action) => action === 'SetAVTransportURI')).toHaveLength(2)
    expect(await isClosed()).toBe(true)
  })

  it.each<[string, Lies]>([
    ['silent', { isSilent: true }],
    ['endless', { isEndless: true }],
    ['an audio player', { sink: 'http-get:*:audio/mpeg:*' }],
    ['one that names another host', { controlHost: 'http://192.0.2.77:80' }],
    ['one that names the box itself', { controlHost: 'http://127.0.0.1:8700' }],
  ])('a device that is %s is no TV, and keeps nobody waiting', async (name, lies) => {
    renderers.push(await openTestRenderer({ ...lies, name, udn: `uuid:${name}` }))
    await turnOn()
    expect((await list()).map((one) => one.name)).toEqual(['Bedroom TV'])
  })

  it('of two with one name of their own the first stays, and its film too', async () => {
    const { target, tv } = await turnOn()
    await play(target)
    renderers.push(await openTestRenderer({ name: 'The other' }))
    const before = house.searches()
    await until('the house was searched again', async () => (await list(), house.searches() > before + 2))
    expect((await list()).map((one) => one.name)).toEqual(['Bedroom TV'])
    expect((await info()).status).toBe(3)
    expect(tv.seen.state).toBe('PLAYING')
  })

  it('the owner names it, and it has that name after a restart', async () => {
    const { target } = await turnOn({ sink: plainSink })
    expectCode(await box.act('screen_rename', { screen_id: target, name: '卧室' }), 'ok')
    await box.stop()
    box = await openBox()
    await until('it is there', async () => (await list()).some(({ name, is_online }) => name === '卧室' && is_online))
  })
})
