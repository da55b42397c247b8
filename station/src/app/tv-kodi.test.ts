/** Films on a Kodi of the house: the owner adds it, the box drives it, and is not hurt by one that lies. Calls and streams go over real sockets. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { screenKodiAdd, Screens, type Screen } from '@homeport/contract/playback/screen.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { PlayerTracks } from '@homeport/contract/shape/film/track.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { makeTrackFilm } from '../testing/kodi-film.ts'
import { expectCode } from '../testing/codes.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { announcement, openKodiHouse, openTestKodi, type KodiLies, type TestKodi } from '../testing/kodi.ts'
import { kodiLogin, noKodi, startKodi } from '../../../testing/real-kodi.ts'
import { fastPace as pace } from '../testing/fast-pace.ts'
import { ffmpeg, ffprobe, film, filmLibrary, friend, openTestTv, type TestTv } from '../testing/tv.ts'

const missing = ffmpeg === '' || ffprobe === ''
const filmMs = 60_000

describe.skipIf(missing)(`films on a Kodi${missing ? ' (skipped: no ffmpeg or no ffprobe)' : ''}`, () => {
  let films: string
  let folder: string
  let box: TestTv
  let house: Awaited<ReturnType<typeof openKodiHouse>>
  let packets: Buffer[] = []
  let kodis: TestKodi[] = []

  beforeAll(() => {
    films = testFolder()
    makeTrackFilm(films)
  })
  afterAll(() => clear(films))
  beforeEach(async () => {
    folder = testFolder()
    packets = []
    house = await openKodiHouse(() => packets)
    box = await openBox()
  })
  afterEach(async () => {
    await box.stop()
    house.stop()
    for (const one of kodis) await one.off()
    kodis = []
    clear(folder)
    expect(box.faults).toEqual([])
  })

  const openBox = (more: object = {}) =>
    openTestTv({
      folder,
      pace: { ...pace, ...more },
      kodiSearch: { address: '127.0.0.1', port: house.port, cards: () => ['127.0.0.1'] },
      films: filmLibrary([films], [film(join(films, 'film.mkv'), { id: 'film', movie_id: 'm-film', duration_ms: filmMs })]),
    })
  const screens = async () => Screens.parse((await box.act('screen_list', {})).data)
  const kodiFile = () => readFileSync(join(box.folder, 'kodis.json'), 'utf8')
  const add = (port: number, more: object = {}) => box.act('screen_kodi_add', { address: '127.0.0.1', port, ...more })
  async function openKodi(lies: KodiLies = {}): Promise<TestKodi> {
    const kodi = await openTestKodi(lies)
    kodis.push(kodi)
    return kodi
  }
  /** A Kodi that is a screen by now. */
  async function added(lies: KodiLies = {}) {
    const kodi = await openKodi(lies)
    const answer = await add(kodi.port, { username: lies.username, password: lies.password })
    expectCode(answer, 'ok')
    const screen: Screen = screenKodiAdd.output.parse(answer.data)
    return { kodi, screen, target: screen.screen_id }
  }
  const info = async (target: string) => PlayerInfo.parse((await box.act('player_status', { target })).data)
  const isClosed = (target: string) => async () => (await info(target)).status === -1
  const play = async (target: string, data: object = {}) => box.act('play', { target, movie_id: 'm-film', ...data })
  async function played(target: string, data: object = {}) {
    const answer = await play(target, data)
    expectCode(answer, 'ok')
    return PlayerInfo.parse(answer.data)
  }
  async function act(name: string, data: object) {
    const answer = await box.act(name, data)
    expectCode(answer, 'ok')
    return answer.data
  }

  it('is added with its name and what it cannot; its password is kept from everybody', async () => {
    const { screen, kodi } = await added({ username: 'kodi', password: 'secret-word' })
    const lacks = ['speed', 'comments', 'night', 'secondary', 'limit', 'offset']
    expect(screen).toMatchObject({ name: 'Kodi (den)', kind: 'tv', player: 'kodi', is_online: true, lacks })
    expect(statSync(join(box.folder, 'kodis.json')).mode & 0o777).toBe(0o600)
    expect(kodiFile()).toContain('secret-word')
    const spoken = [await screens(), box.pushed, box.printed, readFileSync(join(box.folder, 'station.db'), 'latin1')]
    expect(JSON.stringify(spoken)).not.toContain('secret-word')
    expectCode(await add(kodi.port, { password: 'secret-word', username: 'kodi' }), 'ok')
    expect((await screens()).data).toHaveLength(1)
  })

  const passwordWrong = { field: 'password', rule: 'kodi_password' }
  const none = { field: 'address', rule: 'kodi_none' }
  const away = { field: 'address', rule: 'kodi_away' }
  it.each<[string, { lies: KodiLies; given?: object; wrong: object }]>([
    [
      'a wrong password',
      {
        lies: { username: 'kodi', password: 'right' },
        given: { username: 'kodi', password: 'wrong' },
        wrong: passwordWrong,
      },
    ],
    ['no password', { lies: { password: 'right' }, wrong: passwordWrong }],
    ['another web page', { lies: { says: '<html>router</html>' }, wrong: none }],
    ['another JSON-RPC', { lies: { says: '{"jsonrpc":"2.0","id":1,"result":{}}' }, wrong: none }],
    ['a Kodi that refuses', { lies: { refuses: ['XBMC.GetInfoLabels'] }, wrong: none }],
    ['an endless answer', { lies: { isEndless: true }, wrong: away }],
    ['nobody', { lies: { isSilent: true }, wrong: away }],
  ])('%s is told at its field, and nothing is kept', async (_, { lies, given = {}, wrong }) => {
    const kodi = await openKodi(lies)
    expect(await add(kodi.port, given)).toMatchObject({ code: Code.invalid, data: wrong })
    expect((await screens()).data).toEqual([])
  })

  it('P34: reaches only addresses of the house, and never the box itself', async () => {
    const own = Number(new URL(box.url).port)
    for (const [given, field, rule] of [
      [{ address: '8.8.8.8' }, 'address', 'kodi_house'],
      [{ address: '2001:4860:4860::8888' }, 'address', 'kodi_house'],
      [{ address: '127.0.0.1', port: own }, 'address', 'kodi_none'],
      [{ address: 'no-such-name.invalid' }, 'address', 'kodi_away'],
      [{ address: '127.0.0.1', port: 1 }, 'address', 'kodi_away'],
      [{ address: '' }, 'address', 'required'],
      [{ address: 'http://192.168.1.5' }, 'address', 'kodi_address'],
      [{ address: '192.168.1.5:8080' }, 'address', 'kodi_address'],
      [{ address: '192.168.1.5/x' }, 'address', 'kodi_address'],
      [{ address: '127.0.0.1', port: 0 }, 'port', 'range'],
      [{ address: '127.0.0.1', port: 65_536 }, 'port', 'range'],
      [{ address: '127.0.0.1', username: 'a:b' }, 'username', 'text_characters'],
      [{ address: '127.0.0.1', password: 'a\nb' }, 'password', 'text_characters'],
    ] as const)
      expect(await box.act('screen_kodi_add', given)).toMatchObject({ code: Code.invalid, data: { field, rule } })
    expectCode(await box.act('screen_kodi_add', { address: '127.0.0.1' }, { from: friend }), 'notAllowed')
  })

  it('finds Kodis that announce themselves, and shows those that are no screens yet', async () => {
    const kodi = await openKodi()
    packets = [
      Buffer.from('nonsense'),
      Buffer.alloc(9_000, 1),
      announcement('Kodi (den)', kodi.port),
      announcement('Kodi (den)', kodi.port),
    ]
    const listed = { name: 'Kodi (den)', address: '127.0.0.1', port: kodi.port }
    await until('it is listed', async () => (await screens()).kodis.length > 0)
    expect((await screens()).kodis).toEqual([listed])
    expect(box.pushed.some(({ frame }) => JSON.stringify(frame.data).includes(`"port":${kodi.port}`))).toBe(true)
    expectCode(await add(kodi.port), 'ok')
    expect((await screens()).kodis).toEqual([])
  })

  it('plays the file as it is, by its ticket, under its name, from the point on', async () => {
    const { kodi, target } = await added({ opensAfterMs: 100 })
    expect(await played(target, { point: 20_000 })).toMatchObject({ delivery: 'direct', screen_name: 'Kodi (den)' })
    await until('it plays there', () => kodi.positionMs() >= 20_000)
    const [, base = ''] = /^(http:\/\/127\.0\.0\.1:\d+\/media\/[\w-]{24})\/.+\.mkv$/.exec(kodi.seen.file) ?? []
    expect(decodeURIComponent(kodi.seen.file.slice(base.length + 1))).toBe('流浪地球.mkv')
    expect(kodi.fetched[0]).toMatchObject({ status: 206, type: 'video/x-matroska' })
    const { file } = kodi.seen
    await act('exit_player', { target })
    await until('it stops', () => kodi.seen.state === 'stopped')
    expect((await fetch(file)).status).toBe(401)
  })

  it('has the whole pad, and takes text', async () => {
    const { kodi, target } = await added()
    const pad = { up: 'Up', down: 'Down', left: 'Left', right: 'Right', ok: 'Select', back: 'Back', home: 'Home' }
    for (const [key, input] of Object.entries(pad))
      // Keys that come too fast are dropped.
      await until(`${key} is pressed`, async () => {
        await act('remote_key', { target, key })
        return kodi.seen.keys.includes(input)
      })
    expect([...new Set(kodi.seen.keys)]).toEqual(Object.values(pad))
    await act('remote_text', { target, text: '大都会' })
    await until('the text is there', () => kodi.seen.typed.length > 0)
    expect(kodi.seen.typed).toEqual(['大都会'])
  })

  it('chooses sound and subtitles inside the film by their place, and fetches others with their time', async () => {
    const { kodi, target } = await added()
    await played(target)
    await until('it has the default one of the film', () => kodi.calls.includes('Player.SetSubtitle') && kodi.seen.subtitle === 0)
    const { audio, subtitles } = PlayerTracks.parse(await act('player_tracks', { target }))
    const inside = subtitles.filter(({ source }) => source === 'inside')
    await act('player_set_tracks', { target, audio_id: audio[1]?.id, subtitle_id: inside[1]?.id })
    await until('both are chosen', () => kodi.seen.audio === 1 && kodi.seen.subtitle === 1)
    const { file } = kodi.seen
    expect(await box.act('player_set_tracks', { target, offset_ms: 500 })).toMatchObject({
      code: Code.notFound,
      data: { reason: 'lacking', lack: 'offset' },
    })
    await act('player_set_tracks', { target, subtitle_id: 'beside:film.en.srt', offset_ms: 500 })
    await until(
      'it has the file',
      () => kodi.subtitles().at(-1)?.endsWith('/500.srt') === true && kodi.seen.subtitle !== undefined && kodi.seen.subtitle > 1,
    )
    await until('it was fetched', () => kodi.fetched.some(({ body }) => body.includes('00:00:10,500')))
    await act('player_set_tracks', { target, subtitle_id: '' })
    await until('none is shown', () => kodi.seen.subtitle === undefined)
    expect(kodi.seen.file).toBe(file)
  })

  it('follows its own remote, ends with the film, and leaves alone what else somebody plays there', async () => {
    const { kodi, target } = await added()
    await played(target)
    await until('it plays', async () => (await info(target)).status === 3)
    kodi.turn('paused')
    await until('the phones hear of the pause', async () => (await info(target)).status === 4)
    kodi.turn('playing')
    kodi.move(filmMs - 500)
    await until('the end is near', async () => (await info(target)).current_point >= filmMs - 500)
    kodi.turn('stopped')
    await until('it is closed', isClosed(target))
    await played(target)
    await until('it plays again', async () => (await info(target)).status === 3)
    kodi.seen.file = 'smb://nas/holiday.mkv'
    await until('it is left', isClosed(target))
    expect([kodi.seen.state, kodi.calls.includes('Player.Stop')]).toEqual(['playing', false])
  })

  it.each<[string, KodiLies]>([
    ['answers seeks before they happen', { seeksAfterMs: 300 }],
    ['writes numbers as texts', { writesTexts: true }],
  ])('one that %s is where it was asked for', async (_, lies) => {
    const { kodi, target } = await added(lies)
    await played(target)
    await until('it plays', async () => (await info(target)).status === 3)
    await act('player_seek', { target, point: 40_000 })
    expect((await info(target)).current_point).toBeGreaterThanOrEqual(40_000)
    await until('Kodi is there', () => kodi.positionMs() >= 40_000)
    expect((await info(target)).current_point).toBeGreaterThanOrEqual(40_000)
  })

  it.each<[string, KodiLies]>([
    ['never has a player', { isWithoutPlayer: true }],
    ['never begins', { opensAfterMs: 60_000 }],
    ['refuses every film', { refuses: ['Player.Open'] }],
  ])('one that %s says so', async (_, lies) => {
    await box.stop()
    box = await openBox({ startsWithinMs: 500 })
    const { target } = await added(lies)
    await play(target)
    await until('it is closed', isClosed(target))
  })

  it('one that refuses every seek plays on where it is', async () => {
    const { kodi, target } = await added({ refuses: ['Player.Seek'] })
    await played(target, { point: 30_000 })
    await until('it plays', async () => (await info(target)).status === 3)
    expect(kodi.calls.filter((call) => call === 'Player.Open')).toHaveLength(1)
  })

  it.each<[string, object]>([
    ['far behind the end', { hours: 1e300, minutes: 0, seconds: 0, milliseconds: 0 }],
    ['an hour behind the end', { hours: 1, minutes: 1, seconds: 0, milliseconds: 0 }],
    ['before the begin', { hours: -1e300, minutes: -1, seconds: -1, milliseconds: -1 }],
    ['at a text', { hours: 'NaN', minutes: 'x', seconds: '1e999', milliseconds: '-0' }],
    ['nowhere', {}],
  ])('P43: one that says in the middle that it is %s is counted', async (_, time) => {
    const { kodi, target } = await added()
    await played(target)
    await until('it plays', async () => (await info(target)).status === 3)
    kodi.lies.time = time
    const before = kodi.calls.length
    await until('the box has asked again and again', () => kodi.calls.length > before + 20)
    const { status, current_point } = await info(target)
    expect(status).toBe(3)
    expect(Number.isSafeInteger(current_point)).toBe(true)
    expect(current_point).toBeGreaterThanOrEqual(0)
    expect(current_point).toBeLessThan(filmMs / 2)
  })

  it('one whose answers become endless in the middle is away', async () => {
    const { kodi, target } = await added()
    await played(target)
    kodi.lies.isEndless = true
    await until('it is away', async () => (await screens()).data[0]?.is_online === false)
    kodi.lies.isEndless = false
    await until('it is back', async () => (await screens()).data[0]?.is_online === true)
  })

  it('goes away in the middle, comes back without the film, and plays the next', async () => {
    const { kodi, target } = await added()
    await played(target)
    await kodi.off()
    await until('it is away', async () => (await screens()).data[0]?.is_online === false)
    await kodi.on()
    await until('it is back', async () => (await screens()).data[0]?.is_online === true)
    await until('its film is closed', isClosed(target))
    await played(target)
    await until('it plays', () => kodi.seen.state === 'playing')
  })

  it('is there after a restart of the box, which goes on with the film', async () => {
    const { kodi, target } = await added({ username: 'kodi', password: 'secret-word' })
    await played(target)
    kodi.move(25_000)
    await until('the box knows', async () => (await info(target)).current_point >= 25_000)
    await box.stop()
    box = await openBox()
    await until('it plays still', async () => (await info(target)).status === 3)
    expect((await info(target)).current_point).toBeGreaterThanOrEqual(25_000)
    await until('Kodi shows it', () => kodi.seen.state === 'playing')
  })

  it('is renamed, and removed with its password while its film ends', async () => {
    const { kodi, target } = await added({ password: 'secret-word' })
    await act('screen_rename', { screen_id: target, name: 'Projector' })
    await played(target)
    await until('it plays', () => kodi.seen.state === 'playing')
    await act('screen_forget', { screen_id: target })
    await until('its film ends', () => kodi.seen.state === 'stopped')
    expect([(await screens()).data, kodiFile()]).toEqual([[], '[]'])
    expectCode(await play(target), 'notFound')
  })

  it('goes with the last of the household', async () => {
    await added({ password: 'secret-word' })
    box.bind([])
    await until('it is gone', () => kodiFile() === '[]')
  })

  it('a file that cannot be read is told in one sentence, and the Kodi is added anew', async () => {
    const { kodi } = await added()
    await box.stop()
    writeFileSync(join(box.folder, 'kodis.json'), '{"password": "secret-w')
    box = await openBox()
    expect(box.printed.join('\n')).toContain('add each Kodi again')
    expect(box.printed.join('\n')).not.toContain('secret-w')
    expect((await screens()).data[0]?.is_online).toBe(false)
    expectCode(await add(kodi.port), 'ok')
    expect((await screens()).data[0]?.is_online).toBe(true)
  })

  it.skipIf(noKodi !== undefined)(
    `Kodi itself takes the sound and the subtitles that are chosen${noKodi === undefined ? '' : ` (skipped: ${noKodi})`}`,
    async () => {
      const kodi = await startKodi()
      try {
        const { screen_id: target } = screenKodiAdd.output.parse((await add(kodi.port, kodiLogin)).data)
        await played(target, { point: 15_000 })
        const { audio, subtitles } = PlayerTracks.parse(await act('player_tracks', { target }))
        const inside = subtitles.filter(({ source }) => source === 'inside')
        const shown = () =>
          kodi.call('Player.GetProperties', { playerid: 1, properties: ['currentaudiostream', 'currentsubtitle'] })
        await act('player_set_tracks', { target, audio_id: audio[1]?.id, subtitle_id: inside[1]?.id })
        await until('both are there', async () => /"language":"jpn".*"language":"ger"/.test(await shown()))
        await act('player_set_tracks', { target, subtitle_id: 'beside:film.en.srt', offset_ms: 500 })
        await until('it shows the file', async () => (await shown()).includes('External'))
        await act('player_set_tracks', { target, subtitle_id: '' })
        const isShown = () => kodi.call('Player.GetProperties', { playerid: 1, properties: ['subtitleenabled'] })
        await until('none is shown', async () => (await isShown()).includes('"subtitleenabled":false'))
      } finally {
        kodi.stop()
      }
    },
  )
})
