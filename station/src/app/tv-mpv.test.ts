/** Films on the display of the box: the real mpv, without a display, and one that lies. */
import http from 'node:http'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { Screens, type Screen } from '@homeport/contract/playback/screen.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { PlayerTracks } from '@homeport/contract/shape/film/track.ts'
import { spawnSync } from 'node:child_process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { expectCode } from '../testing/codes.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { lyingMpv, mpvsIn, openKeyboard, realMpv, type MpvLie } from '../testing/mpv.ts'
import { ffmpeg, ffprobe, film, filmLibrary, openTestTv, type TestTv } from '../testing/tv.ts'

const missing = ffmpeg === '' || ffprobe === ''
const filmMs = 60_000
const target = 'm_own'

function makeFilms(folder: string): void {
  const run = (...args: string[]) => {
    const done = spawnSync(ffmpeg, ['-v', 'error', '-y', ...args], { cwd: folder, encoding: 'utf8' })
    if (done.status !== 0) throw new Error(done.stderr)
  }
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=12:duration=60']
  const tone = (hertz: number) => ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=60`]
  const text = '1\n00:00:01,000 --> 00:00:50,000\nHello\n'
  const style = 'Style: Default,Arial,20,&H00FF00,&H0,&H0,&H0,0,0,0,0,100,100,0,0,1,2,2,2,10,10,10,1'
  const format =
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding'
  const events =
    '[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:50.00,Default,,0,0,0,,Styled\n'
  const ass = `[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\n${format}\n${style}\n\n${events}`
  writeFileSync(join(folder, 'in.srt'), text)
  writeFileSync(join(folder, 'in.ass'), ass)
  const maps = ['-map', '0', '-map', '1', '-map', '2', '-map', '3', '-map', '4']
  const names = ['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=jpn', '-metadata:s:s:1', 'title=Styled']
  const coded = ['-c:v', 'ffv1', '-c:a', 'flac', '-c:s:0', 'srt', '-c:s:1', 'ass', ...names]
  run(...picture, ...tone(440), ...tone(880), '-i', 'in.srt', '-i', 'in.ass', ...maps, ...coded, './--film.mkv')
  // Its clock begins late.
  run('-t', '20', ...picture, ...tone(440), '-c:v', 'mpeg2video', '-c:a', 'mp2', '-output_ts_offset', '30', 'late.ts')
  const ttml = '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="0s" end="100s">Of the box</p></div></body></tt>'
  writeFileSync(join(folder, '--film.pt-BR.ttml'), ttml)
  const russian = Buffer.from([0x8f, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 10])
  writeFileSync(join(folder, '--film.ru.srt'), Buffer.concat([Buffer.from('1\n00:00:00,000 --> 00:01:40,000\n'), russian]))
  // A styled file in Georgian, in a code page that not every iconv has.
  writeFileSync(
    join(folder, '--film.ka.ass'),
    Buffer.from(
      ass.replace(/[^,]*$/, () => '{\\i1}\xd6\xc0\n'),
      'latin1',
    ),
  )
  // GB18030.
  writeFileSync(join(folder, '--film.zh.srt'), Buffer.from([...Buffer.from(text.slice(0, -6)), 0xc4, 0xe3, 0xba, 0xc3, 10]))
}

describe.skipIf(missing)(`films on the display of the box${missing ? ' (skipped: no ffmpeg or no ffprobe)' : ''}`, () => {
  let films: string
  let folder: string
  let box: TestTv

  beforeAll(() => {
    films = testFolder()
    makeFilms(films)
  })
  afterAll(() => clear(films))
  beforeEach(() => {
    folder = testFolder()
  })
  afterEach(async () => {
    await box.stop()
    expect(mpvsIn(folder)).toEqual([])
    clear(folder)
    expect(box.faults).toEqual([])
  })

  const existing = () => [
    film(join(films, '--film.mkv'), { id: 'film', movie_id: 'm-film', duration_ms: filmMs }),
    film(join(films, 'late.ts'), { id: 'late', movie_id: 'm-late', duration_ms: 20_000 }),
  ]
  const openBox = async (mpv = realMpv) => {
    box = await openTestTv({ folder, ...(mpv && { mpv }), films: filmLibrary([films], existing()) })
  }
  const listed = async (): Promise<Screen | undefined> =>
    Screens.parse((await box.act('screen_list', {})).data).data.find(({ screen_id }) => screen_id === target)
  const info = async () => PlayerInfo.parse((await box.act('player_status', { target })).data)
  const tracks = async () => PlayerTracks.parse((await box.act('player_tracks', { target })).data)
  const isClosed = async () => (await info()).status === -1
  const isPlaying = async () => (await info()).status === 3
  async function act(name: string, data: object = {}) {
    const answer = await box.act(name, { target, ...data })
    expectCode(answer, 'ok')
    return answer.data
  }
  const play = async (data: object = { movie_id: 'm-film' }) => PlayerInfo.parse(await act('play', data))

  it('a box without a display has no such screen', async () => {
    box = await openTestTv({ folder, films: filmLibrary([films], existing()) })
    expect(await listed()).toBeUndefined()
    expectCode(await box.act('play', { target, movie_id: 'm-film' }), 'notFound')
  })

  describe.skipIf(realMpv === undefined)(`played by mpv${realMpv ? '' : ' (skipped: no mpv)'}`, () => {
    beforeEach(() => openBox())

    it('is listed with what it cannot, runs nothing before its first film, and is renamed', async () => {
      expect(await listed()).toMatchObject({
        name: 'Box screen',
        kind: 'tv',
        player: 'mpv',
        is_online: true,
        lacks: ['text', 'comments', 'limit', 'keys'],
      })
      expect(mpvsIn(folder)).toEqual([])
      await act('screen_rename', { screen_id: target, name: 'Projector' })
      expect((await listed())?.name).toBe('Projector')
    })

    it('plays a file that no browser plays as it is, whatever its name begins with, from the point on', async () => {
      expect(await play({ movie_id: 'm-film', point: 20_000 })).toMatchObject({ status: 3, delivery: 'direct', duration: filmMs })
      await until('it moves', async () => (await info()).current_point > 20_500)
      expect(mpvsIn(folder)).toHaveLength(1)
      expect(statSync(join(folder, 'station', 'mpv')).mode & 0o777).toBe(0o700)
      const keyboard = await openKeyboard(folder)
      expect(await keyboard.get('path')).toBe(join(films, '--film.mkv'))
      keyboard.close()
      await act('exit_player')
      await until('mpv is gone', () => mpvsIn(folder).length === 0)
    })

    it('pauses, goes on, seeks, and changes speed and volume', async () => {
      await play()
      await act('player_pause')
      await until('it is paused', async () => (await info()).status === 4)
      await act('player_resume')
      await until('it plays', isPlaying)
      await act('player_seek', { point: 30_000 })
      await until('it moves from there', async () => (await info()).current_point > 30_500)
      await act('player_speed', { speed: 2 })
      await act('player_volume', { step: -30 })
      await act('player_volume', { mute: true })
      await until('the phones see it', async () => {
        const { speed, volume, sound } = await info()
        return speed === 2 && volume === 70 && sound === 'muted'
      })
      const keyboard = await openKeyboard(folder)
      expect([await keyboard.get('speed'), await keyboard.get('volume'), await keyboard.get('mute')]).toEqual([2, 70, true])
      keyboard.close()
    })

    it('takes the keys of the pad during a film, and says that it has no use for them without', async () => {
      expect(await box.act('remote_key', { target, key: 'left' })).toMatchObject({
        code: Code.notFound,
        data: { reason: 'lacking', lack: 'keys' },
      })
      await play({ movie_id: 'm-film', point: 20_000 })
      await until('the pad is there', async () => (await listed())?.lacks.includes('keys') === false)
      await act('remote_key', { key: 'right' })
      await until('it is 10 s further', async () => (await info()).current_point >= 30_000)
      await act('remote_key', { key: 'ok' })
      await until('it is paused', async () => (await info()).status === 4)
      await act('remote_key', { key: 'volume_down' })
      await until('it is turned down', async () => (await info()).volume === 95)
      expect(await box.act('player_bitrate', { target, kbit: 4_000 })).toMatchObject({
        data: { reason: 'lacking', lack: 'limit' },
      })
      await act('remote_key', { key: 'back' })
      await until('it is closed', isClosed)
    })

    it('follows a person at its own keyboard, who closes it in the end', async () => {
      await play()
      const keyboard = await openKeyboard(folder)
      keyboard.press('set_property', 'pause', true)
      await until('the phones hear of the pause', async () => (await info()).status === 4)
      keyboard.press('seek', 40, 'absolute')
      await until('the phones hear where it is', async () => (await info()).current_point >= 39_000)
      keyboard.press('set_property', 'speed', 1.5)
      await until('the phones hear of the speed', async () => (await info()).speed === 1.5)
      keyboard.press('quit')
      keyboard.close()
      await until('it is closed', isClosed)
      await until('mpv is gone', () => mpvsIn(folder).length === 0)
      expect(await play()).toMatchObject({ status: 3 })
    })

    it('switches sound and subtitles inside the film, with their styles, and shows files beside it as they are encoded', async () => {
      await play()
      const keyboard = await openKeyboard(folder)
      const chosen = (kind: string) => keyboard.get(`current-tracks/${kind}/ff-index`)
      await until('the tracks are known', async () => (await tracks()).audio.length === 2)
      await act('player_set_tracks', { audio_id: '2' })
      await until('the other sound plays', async () => (await chosen('audio')) === 2)
      expect(await info()).toMatchObject({ status: 3, delivery: 'direct' })
      await act('player_set_tracks', { subtitle_id: '4', offset_ms: 1_500, size: 'l' })
      await until('the styled one is shown', async () => (await chosen('sub')) === 4)
      expect(await keyboard.get('current-tracks/sub/codec')).toBe('ass')
      expect([await keyboard.get('sub-delay'), await keyboard.get('sub-scale')]).toEqual([1.5, 1.35])
      const besides = (await tracks()).subtitles.filter(({ source }) => source === 'beside')
      const idOf = (language: string) => besides.find((one) => one.language === language)?.id ?? ''
      await act('player_set_tracks', { subtitle_id: idOf('zh-Hans') || idOf('zh') })
      await until('the file is shown', async () => (await keyboard.get('current-tracks/sub/external')) === true)
      await act('player_seek', { point: 5_000 })
      await until('its text reads', async () => (await keyboard.get('sub-text')) === '你好')
      await act('player_set_tracks', { subtitle_id: idOf('ru'), encoding: 'x-mac-cyrillic' })
      await until('it reads in the encoding that was chosen', async () => (await keyboard.get('sub-text')) === 'Привет')
      await act('player_set_tracks', { subtitle_id: idOf('ka'), encoding: 'georgian-academy' })
      await until('one that only the box decodes reads', async () => (await keyboard.get('sub-text')) === 'ღა')
      expect(await keyboard.get('current-tracks/sub/codec')).toBe('ass')
      // mpv has no reader of TTML.
      await act('player_set_tracks', { subtitle_id: idOf('pt-BR') })
      await until('the box reads it', async () => (await keyboard.get('sub-text')) === 'Of the box')
      await act('player_set_tracks', { subtitle_id: '' })
      await until('none is shown', async () => (await keyboard.get('sid')) === false)
      keyboard.close()
    })

    it('shows two subtitles at once, one of the film and one beside it, in either order', async () => {
      await play()
      const keyboard = await openKeyboard(folder)
      await until('the tracks are known', async () => (await tracks()).audio.length === 2)
      const beside = (await tracks()).subtitles.find(({ id }) => id.endsWith('.zh.srt'))?.id ?? ''
      const shown = async () => {
        const list = await keyboard.get('track-list')
        const all = Array.isArray(list) ? list : []
        const nameOf = (id: unknown) => {
          const track = all.find((one) => one.type === 'sub' && one.id === id)
          return track?.external ? 'beside' : track ? String(track['ff-index']) : ''
        }
        return [nameOf(await keyboard.get('sid')), nameOf(await keyboard.get('secondary-sid'))].join(' ')
      }
      expect((await tracks()).has_secondary).toBe(true)
      await act('player_set_tracks', { subtitle_id: '4', secondary_id: beside })
      await until('both are shown', async () => (await shown()) === '4 beside')
      await act('player_seek', { point: 5_000 })
      await until('the second one reads', async () => (await keyboard.get('secondary-sub-text')) === '你好')
      await act('player_set_tracks', { subtitle_id: beside, secondary_id: '4' })
      await until('they have changed places', async () => (await shown()) === 'beside 4')
      await act('player_set_tracks', { secondary_id: '' })
      await until('one is left', async () => (await shown()) === 'beside ')
      keyboard.close()
    })

    it('evens the sound out at night, for each film and over a restart', async () => {
      await play()
      const keyboard = await openKeyboard(folder)
      const filters = async () => JSON.stringify(await keyboard.get('af'))
      expect((await info()).night).toBe('off')
      await act('player_volume', { night: true })
      await until('the phones see it', async () => (await info()).night === 'on')
      expect(await filters()).toContain('acompressor')
      expect(await info()).toMatchObject({ status: 3, sound: 'on', volume: 100 })
      keyboard.close()
      await act('exit_player')
      await until('mpv is gone', () => mpvsIn(folder).length === 0)
      await box.stop()
      await openBox()
      await play()
      await until('it is still so', async () => (await info()).night === 'on')
      await act('player_volume', { night: false })
      await until('it is off', async () => (await info()).night === 'off')
    })

    it('opens nothing that a file names: no playlist leads to another address', async () => {
      const heard: string[] = []
      const server = http.createServer((request, response) => void (heard.push(request.url ?? ''), response.end()))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/film.mkv`
      for (const text of [`#EXTM3U\n${url}\n`, `# mpv EDL v0\n${url}\n`, `[playlist]\nFile1=${url}\n`]) {
        await play()
        writeFileSync(join(folder, 'list.mkv'), text)
        const keyboard = await openKeyboard(folder)
        keyboard.press('loadfile', join(folder, 'list.mkv'))
        await until('mpv has given up', () => mpvsIn(folder).length === 0)
        keyboard.close()
        await until('it is closed', isClosed)
      }
      expect(heard).toEqual([])
      server.close()
    })

    it('counts a film whose clock begins late from its first picture', async () => {
      await play({ movie_id: 'm-late', point: 10_000 })
      await until('it moves', async () => (await info()).current_point > 10_300)
      expect((await info()).current_point).toBeLessThan(15_000)
    })

    it('a film that ends is over, and mpv with it', async () => {
      await play({ movie_id: 'm-film', point: filmMs - 2_000 })
      await until('it is closed', isClosed)
      await until('mpv is gone', () => mpvsIn(folder).length === 0)
    })

    it('one film follows another at once', async () => {
      await play()
      await play({ movie_id: 'm-late', is_replacing: true })
      await until('the other one plays', async () => (await info()).movie_id === 'm-late' && (await isPlaying()))
      expect(mpvsIn(folder)).toHaveLength(1)
    })

    it('a film that is stopped and played again at once goes on, however often', async () => {
      for (const movie_id of ['m-film', 'm-late', 'm-film']) {
        expectCode(await box.act('play', { target, movie_id }), 'ok')
        await Promise.all([box.act('exit_player', { target }), box.act('play', { target, movie_id })])
        await until('it plays', async () => (await info()).movie_id === movie_id && (await isPlaying()))
        await act('exit_player')
      }
      await play()
      await until('it moves', async () => (await info()).current_point > 500)
      expect(mpvsIn(folder)).toHaveLength(1)
    })

    it('a film that is left before it began leaves no mpv', async () => {
      const playing = box.act('play', { target, movie_id: 'm-film' })
      await until('mpv starts', () => mpvsIn(folder).length === 1)
      await act('exit_player')
      await playing
      await until('mpv is gone', () => mpvsIn(folder).length === 0)
    })

    it('a killed mpv ends its film, and the next one plays', async () => {
      await play()
      for (const pid of mpvsIn(folder)) process.kill(pid, 'SIGKILL')
      await until('it is closed', isClosed)
      expect(await play()).toMatchObject({ status: 3 })
    })

    it('a box that stops takes mpv with it; it plays on after the start', async () => {
      await play({ movie_id: 'm-film', point: 20_000 })
      await until('it is noted', async () => (await info()).current_point > 20_500)
      await box.stop()
      expect(mpvsIn(folder)).toEqual([])
      await openBox()
      await until('it plays again', isPlaying)
      expect((await info()).current_point).toBeGreaterThanOrEqual(20_000)
    })

    it('a box that was killed takes over what plays', async () => {
      await play({ movie_id: 'm-film', point: 20_000 })
      await until('it moves', async () => (await info()).current_point > 20_500)
      const before = mpvsIn(folder)
      const killed = box
      await openBox()
      await until('it is known', isPlaying)
      expect(mpvsIn(folder)).toEqual(before)
      await act('player_pause')
      await until('it is paused', async () => (await info()).status === 4)
      const keyboard = await openKeyboard(folder)
      // It was not even loaded anew.
      expect(await keyboard.get('playlist/0/id')).toBe(1)
      keyboard.close()
      await killed.stop()
    })

    it('an mpv that a killed box left with something else is ended', async () => {
      await play()
      const keyboard = await openKeyboard(folder)
      keyboard.press('loadfile', join(films, 'late.ts'))
      await until('it plays something else', async () => (await keyboard.get('path')) === join(films, 'late.ts'))
      keyboard.close()
      const killed = box
      await openBox()
      await until('it is ended', () => mpvsIn(folder).length === 0)
      await killed.stop()
    })
  })

  it.each<[MpvLie, string]>([
    ['silent', 'answers nothing'],
    ['endless', 'writes a line without end'],
    ['flood', 'writes lines without end'],
    ['nonsense', 'writes no JSON'],
    ['deaf', 'opens no socket'],
    ['dies', 'dies in the middle'],
  ])('an mpv that is %s (%s) ends with its film, and the box goes on', { timeout: 40_000 }, async (lie) => {
    mkdirSync(join(folder, 'bin'))
    await openBox(lyingMpv(join(folder, 'bin'), lie))
    await box.act('play', { target, movie_id: 'm-film' })
    await until('it is closed', isClosed, 30_000)
    await until('it is gone', () => mpvsIn(folder).length === 0, 10_000)
    expect((await listed())?.is_online).toBe(true)
  })

  it('an mpv that tells what cannot be true is not believed', async () => {
    mkdirSync(join(folder, 'bin'))
    await openBox(lyingMpv(join(folder, 'bin'), 'wrong'))
    await play()
    const shown = await info()
    expect(shown).toMatchObject({ status: 3, speed: 1, volume: 100 })
    expect(shown.current_point).toBeLessThanOrEqual(filmMs)
  })
})
