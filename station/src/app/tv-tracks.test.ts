/** Subtitles and audio tracks of films on a TV: real files and ffmpeg; a simulated page gets what a browser would get. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { playHabit, setPlayHabit } from '@homeport/contract/playback/play-habit.ts'
import { fileTracks, playerSetTracks, playerTracks, subtitleReadings } from '@homeport/contract/playback/tracks.ts'
import type { ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectCode } from '../testing/codes.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { encodeText } from '../../../testing/encode-text.ts'
import type { PlayableFile } from '../playback/delivery/delivery.ts'
import {
  ffmpeg,
  ffprobe,
  film,
  filmLibrary,
  letIn,
  makeFilm,
  openTestPage,
  openTestTv,
  type TestPage,
  type TestTv,
} from '../testing/tv.ts'

const missing = ffmpeg === '' || ffprobe === ''
type Sent = Extract<ToScreen, { kind: 'tracks' }>

describe.skipIf(missing)(`tracks of films on a screen${missing ? ' (skipped: no ffmpeg or no ffprobe)' : ''}`, () => {
  let films: string
  let folder: string
  let box: TestTv
  let page: TestPage
  const files: PlayableFile[] = []
  const at = (name: string) => join(films, name)

  beforeAll(() => {
    films = testFolder()
    makeFilm(at('picture.mkv'), { seconds: 4, video: ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'], audio: ['aac'] })
    writeFileSync(at('inside.srt'), '1\n00:00:01,000 --> 00:00:02,000\n<i>Inside</i> & out\n')
    writeFileSync(
      at('inside.ass'),
      '[Script Info]\n[V4+ Styles]\nFormat: Name, PrimaryColour, Bold, Italic, Underline, Alignment\nStyle: Default,&H00FFFFFF,0,0,0,8\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Oben, und mehr\n',
    )
    const inputs = [
      '-i',
      at('picture.mkv'),
      '-f',
      'lavfi',
      '-i',
      'sine=frequency=880:duration=4',
      '-i',
      at('inside.srt'),
      '-i',
      at('inside.ass'),
    ]
    const maps = [
      '-map',
      '0:v',
      '-map',
      '0:a',
      '-map',
      '1:a',
      '-map',
      '2:s',
      '-map',
      '3:s',
      '-c:v',
      'copy',
      '-c:a',
      'aac',
      '-c:s:0',
      'subrip',
      '-c:s:1',
      'ass',
    ]
    const names = [
      '-metadata:s:a:0',
      'language=eng',
      '-metadata:s:a:1',
      'language=chi',
      '-metadata:s:a:1',
      'title=国语',
      '-metadata:s:s:0',
      'language=eng',
      '-metadata:s:s:1',
      'language=ger',
      '-disposition:s:0',
      '0',
      '-disposition:a:0',
      'default',
    ]
    const done = spawnSync(ffmpeg, ['-v', 'error', '-y', ...inputs, ...maps, ...names, at('Film.mkv')], { encoding: 'utf8' })
    expect(done.stderr).toBe('')
    for (const name of ['Second.mkv', 'Show.S01E01.mkv', 'Show.S01E02.mkv', 'Third.mkv', 'Part CD1.mkv', 'Part CD2.mkv'])
      copyFileSync(at('Film.mkv'), at(name))
    const cue = (text: string) => `1\r\n00:00:01,000 --> 00:00:03,000\r\n${text}\r\n`
    for (const [name, text] of Object.entries({
      Film: '头脑与双手',
      Second: '第二部影片，我们走吧',
      'Show.S01E01': '第一集，这里',
      'Show.S01E02': '第二集，这里',
      'Part CD1': '上集，这里',
      'Part CD2': '下集，这里',
    }))
      writeFileSync(at(`${name}.chs.srt`), encodeText(cue(text), 'gb18030'))
    writeFileSync(at('Film.en.forced.srt'), cue('[in Elvish]'))
    writeFileSync(at('Film.fr.srt'), 'no cue at all')
    writeFileSync(at('Third.srt'), encodeText(cue('Děti noci'), 'windows-1250'))
  })
  afterAll(() => clear(films))

  const file = (id: string, name: string, movie_id = `m-${id}`) =>
    files.push(film(at(name), { id, movie_id, duration_ms: 4_000, container: 'matroska,webm' }))
  beforeEach(async () => {
    folder = testFolder()
    files.length = 0
    file('film', 'Film.mkv')
    file('second', 'Second.mkv')
    file('third', 'Third.mkv')
    file('e1', 'Show.S01E01.mkv')
    file('e2', 'Show.S01E02.mkv')
    file('cd1', 'Part CD1.mkv', 'm-parts')
    file('cd2', 'Part CD2.mkv', 'm-parts')
    box = await openBox()
    page = await letIn(box)
  })
  afterEach(async () => {
    await box.stop()
    clear(folder)
    expect(box.faults).toEqual([])
  })
  const openBox = () =>
    openTestTv({
      folder,
      films: {
        ...filmLibrary([films], files),
        fileAt: async (path) => files.find((one) => one.path === path),
        partsOf: async (id) => (id.startsWith('cd') ? files.filter(({ movie_id }) => movie_id === 'm-parts') : []),
        searchFacts: async (movie_id) => ({
          title: '',
          original_title: '',
          year: null,
          series_id: /^m-e\d/.test(movie_id) ? 'show' : '',
          season: null,
          episode: null,
          tmdb: '',
          imdb: '',
        }),
      },
    })

  /** Plays it and gives the tracks that the page got. */
  async function start(path: string, point = 0): Promise<Sent> {
    page.words.length = 0
    const playing = box.act('play', { path, point })
    const load = await page.word('load')
    page.send({ kind: 'report', play_id: load.play_id, seq: load.seq, state: 'playing', point, volume: 80, sound: 'on' })
    expectCode(await playing, 'ok')
    return page.word('tracks', ({ play_id }) => play_id === load.play_id)
  }
  const view = (data: unknown) => playerTracks.output.parse(data)
  const set = async (choice: object) => {
    page.words.length = 0
    const reply = await box.act(playerSetTracks.name, choice)
    expectCode(reply, 'ok')
    return view(reply.data)
  }
  const lastTracks = () => page.word('tracks')
  const text = async ({ subtitle }: Sent) => {
    const response = await fetch(`${box.url}/${subtitle?.url}`, { headers: { cookie: page.cookie } })
    return { status: response.status, type: response.headers.get('content-type'), body: await response.text() }
  }

  /** The frequency of the sound that the screen gets, in Hz, by its zero crossings. */
  async function toneOf(url: string): Promise<number> {
    const response = await fetch(`${box.url}/${url}`, { headers: { cookie: page.cookie } })
    const source = join(folder, 'source')
    writeFileSync(source, new Uint8Array(await response.arrayBuffer()))
    const args = ['-v', 'error', '-i', source, '-map', '0:a:0', '-ac', '1', '-ar', '8000', '-f', 's16le', 'pipe:1']
    const { stdout } = spawnSync(ffmpeg, args)
    const samples = new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length >> 1).subarray(2_000, 18_000)
    const crossings = samples.filter((sample, at) => at > 0 && sample >= 0 !== (samples[at - 1] ?? 0) >= 0).length
    return (crossings * 8_000) / samples.length / 2
  }

  it('tells of a file that does not play what it can be heard and read in, also beside it', async () => {
    const reply = await box.act(fileTracks.name, { path: 'film' })
    expectCode(reply, 'ok')
    const { audio, subtitles } = fileTracks.output.parse(reply.data)
    expect(audio.map(({ language }) => language)).toEqual(['en', 'zh'])
    expect(subtitles.map(({ id, language }) => [id, language])).toEqual([
      ['3', 'en'],
      ['4', 'de'],
      ['beside:Film.chs.srt', 'zh-Hans'],
      ['beside:Film.en.forced.srt', 'en'],
      ['beside:Film.fr.srt', 'fr'],
    ])
    const missing = await box.act(fileTracks.name, { path: '/etc/passwd' })
    expectCode(missing, 'notFound')
    expect(missing.data).toEqual({ reason: 'no_file' })
  })

  it('lists what is in the file and beside it, and the same to phone and TV', async () => {
    const { tracks } = await start('film')
    expect(tracks.audio.map(({ id, language, title, channels }) => [id, language, title, channels])).toEqual([
      ['1', 'en', '', 1],
      ['2', 'zh', '国语', 1],
    ])
    expect(
      tracks.subtitles.map(({ id, source, format, language, is_forced }) => [id, source, format, language, is_forced]),
    ).toEqual([
      ['3', 'inside', 'subrip', 'en', false],
      ['4', 'inside', 'ass', 'de', false],
      ['beside:Film.chs.srt', 'beside', 'srt', 'zh-Hans', false],
      ['beside:Film.en.forced.srt', 'beside', 'srt', 'en', true],
      ['beside:Film.fr.srt', 'beside', 'srt', 'fr', false],
    ])
    const reply = await box.act(playerTracks.name, {})
    const { screen_id, ...same } = view(reply.data)
    expect({ ...same, is_loading: false }).toEqual({ ...tracks, is_loading: false })
    expect(screen_id).not.toBe('')
    expect(box.pushed.some(({ frame }) => frame.act === playerTracks.name)).toBe(true)
  })

  it('a forced subtitle in the language of the sound is shown by itself; its text is given to this screen only', async () => {
    const sent = await start('film')
    expect(sent.tracks.subtitle_id).toBe('')
    expect(sent.subtitle).toMatchObject({ language: 'en', size: 'm', offset_ms: 0 })
    expect(await text(sent)).toEqual({
      status: 200,
      type: 'text/vtt; charset=utf-8',
      body: 'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n[in Elvish]\n',
    })
    expect((await text(sent)).status).toBe(200)
    expectCode(await box.act('exit_player', {}), 'ok')
    expect((await text(sent)).status).toBe(404)
    const other = await openTestPage(box.url)
    expect((await fetch(`${box.url}/${sent.subtitle?.url}`, { headers: { cookie: other.cookie } })).status).toBe(401)
    expect((await fetch(`${box.url}/media/${'x'.repeat(24)}`, { headers: { cookie: page.cookie } })).status).toBe(404)
  })

  it('GBK beside, SubRip and ASS inside become WebVTT; off and unknown ones', async () => {
    await start('film')
    await set({ subtitle_id: 'beside:Film.chs.srt' })
    expect((await text(await lastTracks())).body).toContain('头脑与双手')
    await set({ subtitle_id: '3' })
    expect((await text(await lastTracks())).body).toContain('<i>Inside</i> &amp; out')
    await set({ subtitle_id: '4' })
    expect((await text(await lastTracks())).body).toContain('line:0%,start\nOben, und mehr')
    expect(readdirSync(join(folder, 'station', 'subtitle-texts'))).toHaveLength(2)
    const gone = await box.act(playerSetTracks.name, { subtitle_id: 'beside:/etc/passwd' })
    expectCode(gone, 'notFound')
    expect(gone.data).toEqual({ reason: 'no_track' })
    expect(await set({ subtitle_id: '' })).toMatchObject({ subtitle_id: '' })
  })

  it('one that cannot be read is marked, and another one is shown', async () => {
    await start('film')
    await set({ subtitle_id: 'beside:Film.fr.srt' })
    await page.word('tracks', ({ tracks }) => tracks.subtitles.at(-1)?.trouble === 'unreadable')
    const reply = view((await box.act(playerTracks.name, {})).data)
    expect(reply.subtitle_id).toBe('')
    expectCode(await box.act(playerSetTracks.name, { subtitle_id: 'beside:Film.fr.srt' }), 'notFound')
  })

  it('another audio track loads the source again at the present point', async () => {
    await start('film')
    expect(await toneOf((await page.word('load')).url)).toBeCloseTo(440, -2)
    page.words.length = 0
    const setting = box.act(playerSetTracks.name, { audio_id: '2' })
    const load = await page.word('load')
    page.send({
      kind: 'report',
      play_id: load.play_id,
      seq: load.seq,
      state: 'playing',
      point: load.point,
      volume: 80,
      sound: 'on',
    })
    expect(view((await setting).data).audio_id).toBe('2')
    expect((await lastTracks()).tracks.audio_id).toBe('2')
    expect(await toneOf(load.url)).toBeCloseTo(880, -2)
  })

  it('offset and size reach the screen without a new text, and the offset stays with that subtitle', async () => {
    await start('film')
    await set({ subtitle_id: 'beside:Film.chs.srt' })
    const { subtitle } = await lastTracks()
    await set({ offset_ms: -500, size: 'l' })
    expect((await lastTracks()).subtitle).toEqual({ ...subtitle, offset_ms: -500, size: 'l' })
    expect(await set({ subtitle_id: '3' })).toMatchObject({ offset_ms: 0, size: 'l' })
    expect(await set({ subtitle_id: 'beside:Film.chs.srt' })).toMatchObject({ offset_ms: -500, size: 'l' })
  })

  it('the screen itself chooses; a choice for another film is dropped', async () => {
    await start('film')
    const { play_id } = await lastTracks()
    page.send({ kind: 'tracks', play_id: 'other', subtitle_id: '' })
    page.send({ kind: 'tracks', play_id, subtitle_id: 'beside:Film.chs.srt' })
    await page.word('tracks', ({ tracks }) => tracks.subtitle_id === 'beside:Film.chs.srt')
  })

  it('the choice stays for the film, the habit for others, and both after a restart of the box', async () => {
    await start('film')
    expectCode(await box.act(setPlayHabit.name, { second_subtitle_language: 'en', plays_next: false }), 'ok')
    await set({ subtitle_id: 'beside:Film.chs.srt', size: 's' })
    await set({ offset_ms: 1_500 })
    const habit = { subtitle_language: 'zh-Hans', second_subtitle_language: 'en', size: 's', plays_next: false }
    expect((await box.act(playHabit.name, {})).data).toMatchObject(habit)
    expect((await start('second')).tracks).toMatchObject({ subtitle_id: 'beside:Second.chs.srt', size: 's', offset_ms: 0 })
    await set({ subtitle_id: '' })
    expect((await start('film')).tracks).toMatchObject({ subtitle_id: 'beside:Film.chs.srt', offset_ms: 1_500 })
    await box.stop()
    box = await openBox()
    page = await letIn(box)
    expect((await start('film')).tracks).toMatchObject({ subtitle_id: 'beside:Film.chs.srt', offset_ms: 1_500, size: 's' })
    expect((await start('cd1')).tracks.subtitle_id).toBe('')
  })

  it('a film that somebody starts on the TV itself has the household’s last habit', async () => {
    await start('film')
    await set({ subtitle_id: 'beside:Film.chs.srt' })
    page.words.length = 0
    page.send({ kind: 'play', movie_id: 'm-second', point: 0 })
    const second = await page.word('load', ({ path }) => path === 'second')
    const sent = await page.word('tracks', ({ play_id }) => play_id === second.play_id)
    expect(sent.tracks.subtitle_id).toBe('beside:Second.chs.srt')
  })

  it('a series keeps the choice over its episodes', async () => {
    await start('e1')
    await set({ subtitle_id: '4' })
    await start('film')
    await set({ subtitle_id: '' })
    expect((await start('e2')).tracks.subtitle_id).toBe('4')
  })

  it('each part has its own subtitle, its times in the whole film', async () => {
    await start('cd1')
    await set({ subtitle_id: 'beside:Part CD1.chs.srt' })
    const sent = await start('cd2', 5_000)
    expect(sent.tracks.subtitle_id).toBe('beside:Part CD2.chs.srt')
    expect((await text(sent)).body).toContain('00:00:05.000 --> 00:00:07.000\n下集')
  })

  it('a text that looks wrong: the readings of a line, and the chosen one stays with the file, also after a restart', async () => {
    const id = 'beside:Third.srt'
    await start('third')
    await set({ subtitle_id: id })
    expect((await text(await lastTracks())).body).toContain('Dìti noci')
    const readings = async () => subtitleReadings.output.parse((await box.act(subtitleReadings.name, {})).data)
    const { encoding, data } = await readings()
    expect(data[0]).toEqual({ encoding, line: 'Dìti noci' })
    expect(data).toContainEqual({ encoding: 'windows-1250', line: 'Děti noci' })
    await set({ encoding: 'windows-1250' })
    expect((await text(await lastTracks())).body).toContain('Děti noci')
    // Another source of the film, which is converted or not, shows the same text.
    await set({ subtitle_id: '3' })
    await set({ subtitle_id: id })
    expect((await text(await lastTracks())).body).toContain('Děti noci')
    await box.stop()
    box = await openBox()
    page = await letIn(box)
    expect((await text(await start('third'))).body).toContain('Děti noci')
    expect((await readings()).encoding).toBe('windows-1250')
  })

  it('an encoding in which the text does not read, or none that is known, is refused by its name and changes nothing', async () => {
    await start('third')
    await set({ subtitle_id: 'beside:Third.srt' })
    for (const encoding of ['utf-16le', 'klingon']) {
      const reply = await box.act(playerSetTracks.name, { encoding })
      expectCode(reply, 'invalid')
      expect(reply.data).toMatchObject({ field: 'encoding' })
    }
    expect((await text(await start('third'))).body).toContain('Dìti noci')
    await set({ subtitle_id: '' })
    for (const [name, input] of [
      [subtitleReadings.name, {}],
      [playerSetTracks.name, { encoding: 'big5' }],
    ] as const)
      expect((await box.act(name, input)).data).toEqual({ reason: 'no_track' })
  })

  it('nothing plays: empty lists, and a choice is refused', async () => {
    expect(view((await box.act(playerTracks.name, {})).data)).toMatchObject({ audio: [], subtitles: [], subtitle_id: '' })
    const reply = await box.act(playerSetTracks.name, { size: 'l' })
    expectCode(reply, 'notFound')
    expect(reply.data).toEqual({ reason: 'no_screen' })
  })
})
