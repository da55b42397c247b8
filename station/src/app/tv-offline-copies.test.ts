/** Films that phones take along, with real files and ffmpeg: their sizes, what is prepared, fetched and removed, and what goes wrong meanwhile. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  copyPoint,
  copyPrepare,
  copyRemove,
  copySizes,
  copyState,
  copySubtitles,
  copyTicket,
  OfflineCopy,
  type CopyHeight,
} from '@homeport/contract/playback/offline-copy.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { filmChanges } from '@homeport/contract/movie/watch-history.ts'
import type { Sender } from '@homeport/contract/kit/connection.ts'
import { describe, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { canMount, mountSmallDisk } from '../testing/disk.ts'
import { ffmpeg, ffprobe, film, filmLibrary, friend, makeFilm, putFilm, setUpTv } from '../testing/tv.ts'

const missing = ffmpeg === '' || ffprobe === ''
type Probed = { streams: { codec_name: string; height?: number; channels?: number }[]; format: { duration: string } }

/** In English with two channels, and behind it in German with one. */
function makeTwoSounds(path: string): void {
  const tone = (channels: number) => [
    '-f',
    'lavfi',
    '-i',
    `aevalsrc=${Array.from({ length: channels }, () => 'sin(2500*t)').join('|')}:d=4`,
  ]
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=24:duration=4']
  const maps = ['-map', '0', '-map', '1', '-map', '2', '-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=ger']
  const done = spawnSync(ffmpeg, [
    '-v',
    'error',
    ...picture,
    ...tone(2),
    ...tone(1),
    ...maps,
    '-c:v',
    ...x264,
    '-c:a',
    'aac',
    path,
  ])
  if (done.status !== 0) throw new Error(`ffmpeg made no film: ${String(done.stderr)}`)
}

const x264 = ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

describe.skipIf(missing)(`a film that is taken along${missing ? ' (skipped: no ffmpeg or no ffprobe)' : ''}`, () => {
  const tv = setUpTv({
    make(films) {
      makeFilm(join(films, 'Plain.mp4'), { seconds: 4, video: x264, audio: ['aac'] })
      makeFilm(join(films, 'Surround.mkv'), {
        seconds: 4,
        video: [...x264, '-s', '1280x536', '-b:v', '4M', '-minrate', '4M', '-bufsize', '1M', '-x264-params', 'nal-hrd=cbr'],
        audio: ['ac3'],
      })
      makeFilm(join(films, 'Disc.mkv'), { seconds: 60, video: ['mpeg2video', '-s', '720x576'], audio: ['mp2'] })
      makeTwoSounds(join(films, 'Sounds.mp4'))
      writeFileSync(join(films, 'Damaged.mkv'), 'no film')
      putFilm(join(films, 'CD1.mp4'))
    },
    library: (films) => ({
      ...filmLibrary(
        [films],
        ['Plain.mp4', 'Surround.mkv', 'Disc.mkv', 'Sounds.mp4', 'Damaged.mkv', 'Gone.mkv', 'CD1.mp4'].map((name) => {
          const id = name.toLowerCase().replace(/\.\w+$/, '')
          return film(join(films, name), { id, movie_id: `m-${id}` })
        }),
      ),
      partsOf: async (id) =>
        id === 'cd1' ? ['cd1', 'cd2'].map((part) => film(join(films, 'Plain.mp4'), { id: part, movie_id: 'm-cd1' })) : [],
    }),
  })
  const act = (name: string, data: unknown, from?: Sender) => tv.box.act(name, data, from && { from })
  const sizes = async (path: string) => copySizes.output.parse((await act(copySizes.name, { path })).data)
  const prepare = async (path: string, height: CopyHeight, from?: Sender) =>
    OfflineCopy.parse((await act(copyPrepare.name, { path, height }, from)).data)
  const state = async (copy_id: string, from?: Sender) => OfflineCopy.parse((await act(copyState.name, { copy_id }, from)).data)
  const ready = (copy_id: string, from?: Sender) =>
    until('the copy is ready', async () => (await state(copy_id, from)).state === 'ready')
  const begun = (copy_id: string) => until('it is under way', async () => (await state(copy_id)).progress > 0)
  const folder = () => join(tv.box.folder, 'offline-copies')
  const files = () => readdirSync(folder())
  const filmAt = (name: string) => join(tv.films, name)

  async function fetched(copy_id: string, range?: string) {
    const { url } = copyTicket.output.parse((await act(copyTicket.name, { copy_id })).data)
    const answer = await fetch(url, { headers: range === undefined ? {} : { range } })
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  /** As ffprobe reads what came. */
  function probed(bytes: Buffer) {
    const path = join(tv.box.folder, 'fetched.mp4')
    writeFileSync(path, bytes)
    const shown = ['-show_entries', 'stream=codec_name,height,channels:format=duration', '-of', 'json', path]
    const { stdout } = spawnSync(ffprobe, ['-v', 'error', ...shown], { encoding: 'utf8' })
    const { streams, format }: Probed = JSON.parse(stdout)
    const codecs = streams.map(({ codec_name }) => codec_name)
    const channels = streams.flatMap((stream) => stream.channels ?? [])
    return { codecs, channels, height: streams[0]?.height, seconds: Number(format.duration) }
  }

  it('is offered as it is, and in the sizes below it that every phone plays', async () => {
    const plain = statSync(filmAt('Plain.mp4')).size
    expect(await sizes('plain')).toMatchObject({ hindrance: '', sizes: [{ height: 0, lines: 180, size: plain }] })
    expect((await sizes('surround')).sizes.map(({ height, lines }) => [height, lines])).toEqual([
      [0, 720],
      [480, 480],
    ])
    const disc = await sizes('disc')
    expect(disc.sizes.map(({ height, lines }) => [height, lines])).toEqual([
      [720, 576],
      [480, 480],
    ])
    // 4 Mbit/s for a minute at the most.
    expect(disc.sizes[0]?.size).toBeCloseTo(30_000_000, -5)
  })

  it('says why it cannot come along', async () => {
    for (const [path, why] of Object.entries({ gone: 'no_file', damaged: 'damaged', cd1: 'parts', nowhere: 'no_file' })) {
      expect(await sizes(path)).toMatchObject({ hindrance: why, sizes: [] })
      expect(await act(copyPrepare.name, { path, height: 480 })).toMatchObject({ code: Code.notFound, data: { reason: why } })
    }
    expect(await act(copyPrepare.name, { path: 'plain', height: 500 })).toMatchObject({
      code: Code.invalid,
      data: { field: 'height' },
    })
    expect(await act(copyState.name, { copy_id: 'none' })).toMatchObject({ code: Code.notFound })
    expect(await act(copyTicket.name, { copy_id: 'none' })).toMatchObject({ code: Code.notFound })
  })

  it('comes straight from its file where every phone plays that, by ranges', async () => {
    const copy = await prepare('plain', 0)
    const bytes = statSync(filmAt('Plain.mp4')).size
    expect(copy).toMatchObject({ state: 'ready', size: bytes, movie_id: 'm-plain', file_id: 'plain' })
    expect(files()).toEqual([])
    const [whole, piece] = [await fetched(copy.copy_id), await fetched(copy.copy_id, 'bytes=100-199')]
    expect([whole.status, piece.status]).toEqual([200, 206])
    expect(piece.bytes).toEqual(whole.bytes.subarray(100, 200))
  })

  it('keeps its picture where only the sound is converted, and gets a smaller one where that is chosen', async () => {
    const [original, small] = [await prepare('surround', 0), await prepare('surround', 480)]
    await ready(original.copy_id)
    await ready(small.copy_id)
    expect(probed((await fetched(original.copy_id)).bytes)).toMatchObject({ codecs: ['h264', 'aac'], height: 536 })
    const { height, seconds } = probed((await fetched(small.copy_id)).bytes)
    expect(height).toBe(480)
    expect(seconds).toBeCloseTo(4, 0)
    expect(files().every((name) => name.endsWith('.mp4'))).toBe(true)
  })

  it('brings the sound that its person hears on a TV, and for somebody else theirs', async () => {
    const english = await prepare('sounds', 0)
    expect(english).toMatchObject({ state: 'ready', size: statSync(filmAt('Sounds.mp4')).size })
    // Only who asked for German has it.
    await act('track_set_habit', { audio_language: 'de' }, friend)
    const german = await prepare('sounds', 0, friend)
    await ready(german.copy_id, friend)
    const { url } = copyTicket.output.parse((await act(copyTicket.name, { copy_id: german.copy_id }, friend)).data)
    expect(probed(Buffer.from(await (await fetch(url)).arrayBuffer()))).toMatchObject({
      codecs: ['h264', 'aac'],
      channels: [1],
    })
    expect((await state(english.copy_id)).state).toBe('ready')
    // A restart, and a disk that is away meanwhile, lose nothing.
    const [made, away] = [files(), filmAt('Sounds-away.mp4')]
    renameSync(filmAt('Sounds.mp4'), away)
    await tv.restart()
    tv.box.slowTick()
    await until('the box has looked', async () => (await state(german.copy_id, friend)).state === 'ready')
    expect(files()).toEqual(made)
    renameSync(away, filmAt('Sounds.mp4'))
    // Another word, another copy.
    await act('track_set_habit', { audio_language: 'en' }, friend)
    expect(await prepare('sounds', 0, friend)).toMatchObject({ copy_id: german.copy_id, state: 'ready' })
    await act(copyRemove.name, { copy_id: german.copy_id }, friend)
    expect(files()).toEqual([])
  })

  it('brings its subtitles as text, first the one that its person is shown', async () => {
    const srt = (text: string) => `1\n00:00:01,000 --> 00:00:03,000\n${text}\n`
    writeFileSync(filmAt('Plain.de.srt'), srt('Guten Tag & <b>hallo</b>'))
    writeFileSync(filmAt('Plain.zh.default.srt'), srt('你好'))
    writeFileSync(filmAt('Plain.fr.srt'), '')
    try {
      const { copy_id } = await prepare('plain', 0)
      const { data } = copySubtitles.output.parse((await act(copySubtitles.name, { copy_id })).data)
      expect(data.map(({ language, is_shown }) => [language, is_shown])).toEqual([
        ['zh', true],
        ['de', false],
      ])
      const text = tv.box.blobs.get(data[1]?.blob ?? '') ?? ''
      expect(text).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nGuten Tag &amp; <b>hallo</b>\n')
      expect(await act(copySubtitles.name, { copy_id }, friend)).toMatchObject({ code: Code.notFound })
    } finally {
      for (const name of ['Plain.de.srt', 'Plain.zh.default.srt', 'Plain.fr.srt']) rmSync(filmAt(name))
    }
  })

  it('of two people is prepared once, and stays until both have it', async () => {
    const [own, other] = [await prepare('surround', 480), await prepare('surround', 480, friend)]
    expect(own.copy_id).not.toBe(other.copy_id)
    expect((await prepare('surround', 480)).copy_id).toBe(own.copy_id)
    await ready(own.copy_id)
    await ready(other.copy_id, friend)
    expect(files()).toHaveLength(1)
    // Nobody sees or removes another person's.
    expect(await act(copyState.name, { copy_id: own.copy_id }, friend)).toMatchObject({ code: Code.notFound })
    await act(copyRemove.name, { copy_id: own.copy_id }, friend)
    await act(copyRemove.name, { copy_id: own.copy_id })
    expect(files()).toHaveLength(1)
    await act(copyRemove.name, { copy_id: other.copy_id }, friend)
    expect(files()).toEqual([])
  })

  it('that nobody wants any more is given up in the middle, and the next one begins', async () => {
    const copy = await prepare('disc', 720)
    await begun(copy.copy_id)
    const next = await prepare('surround', 480)
    expect(next.state).toBe('waiting')
    await act(copyRemove.name, { copy_id: copy.copy_id })
    await ready(next.copy_id)
    expect(files()).toHaveLength(1)
  })

  it('begins anew after the box was killed, and nothing half stays', async () => {
    const copy = await prepare('disc', 480)
    await begun(copy.copy_id)
    await tv.restart()
    expect(files().filter((name) => name.endsWith('.part'))).toEqual([])
    writeFileSync(join(folder(), 'left.mp4.1.part'), 'half')
    writeFileSync(join(folder(), 'unknown.mp4'), 'of nobody')
    await tv.restart()
    tv.box.slowTick()
    await begun(copy.copy_id)
    expect(files().filter((name) => name.startsWith('left') || name.startsWith('unknown'))).toEqual([])
    await act(copyRemove.name, { copy_id: copy.copy_id })
  })

  it('is told as gone where its file left meanwhile, and is tried anew once it is back', async () => {
    const [atHome, away] = [filmAt('Surround.mkv'), filmAt('Away.mkv')]
    const direct = await prepare('plain', 0)
    const before = await prepare('disc', 480)
    const copy = await prepare('surround', 480)
    renameSync(atHome, away)
    renameSync(filmAt('Plain.mp4'), filmAt('Plain-away.mp4'))
    try {
      await act(copyRemove.name, { copy_id: before.copy_id })
      await until('it has failed', async () => (await state(copy.copy_id)).state === 'failed')
      expect(await state(copy.copy_id)).toMatchObject({ hindrance: 'no_file' })
      expect(await state(direct.copy_id)).toMatchObject({ state: 'failed', hindrance: 'no_file' })
      expect(await act(copyTicket.name, { copy_id: copy.copy_id })).toMatchObject({ data: { reason: 'no_file' } })
    } finally {
      renameSync(away, atHome)
      renameSync(filmAt('Plain-away.mp4'), filmAt('Plain.mp4'))
    }
    expect((await prepare('surround', 480)).copy_id).toBe(copy.copy_id)
    await ready(copy.copy_id)
    expect((await state(direct.copy_id)).state).toBe('ready')
  })

  it('that left in the middle of its conversion is no whole copy', async () => {
    const copy = await prepare('disc', 480)
    await begun(copy.copy_id)
    const [atHome, away] = [filmAt('Disc.mkv'), filmAt('Disc-away.mkv')]
    renameSync(atHome, away)
    try {
      await until('it has failed', async () => (await state(copy.copy_id)).state === 'failed')
      expect(files()).toEqual([])
    } finally {
      renameSync(away, atHome)
    }
  })

  it('is removed from the box a week after it was last asked for, and when its person leaves the household', async () => {
    const [own, other] = [await prepare('surround', 480), await prepare('surround', 0, friend)]
    await ready(own.copy_id)
    await ready(other.copy_id, friend)
    tv.box.clock.aheadMs += 6 * 86_400_000
    await state(own.copy_id)
    tv.box.part(friend.user_id)
    tv.box.slowTick()
    await expect.poll(files, { timeout: 20_000 }).toHaveLength(1)
    tv.box.clock.aheadMs += 8 * 86_400_000
    tv.box.slowTick()
    await expect.poll(files, { timeout: 20_000 }).toEqual([])
    expect(await act(copyState.name, { copy_id: own.copy_id })).toMatchObject({ code: Code.notFound })
  })

  it.skipIf(!canMount)('waits for room on the disk, and goes on by itself once there is some', async () => {
    const unmount = mountSmallDisk(folder(), 16)
    const copy = await prepare('surround', 480)
    try {
      await until('it waits for room', async () => (await state(copy.copy_id)).hindrance === 'no_space')
      expect((await state(copy.copy_id)).state).toBe('waiting')
      tv.box.slowTick()
      await until('it waits still', async () => (await state(copy.copy_id)).hindrance === 'no_space')
    } finally {
      unmount()
    }
    tv.box.slowTick()
    await ready(copy.copy_id)
  })

  it('brings its place back, unless a later one is known', async () => {
    const stoppedAt = { point_ms: 3_000, duration_ms: 4_000, is_watched: false }
    const point = (stopped: object | null) => act(copyPoint.name, { movie_id: 'm-plain', left: stopped })
    const sent = async () =>
      filmChanges.output.parse((await act(filmChanges.name, {})).data).data.flatMap((one) => (one.kind === 'point' ? [one] : []))
    expect(await point(null)).toMatchObject({ code: Code.ok, data: { point_ms: 0 } })
    expect(await point({ ...stoppedAt, age_ms: 60_000 })).toMatchObject({ code: Code.ok, data: { point_ms: 3_000 } })
    expect(await sent()).toMatchObject([{ id: 'm-plain', point_ms: 3_000, is_watched: false }])
    expect(await point({ ...stoppedAt, point_ms: 1_000, age_ms: 3_600_000 })).toMatchObject({ data: { point_ms: 3_000 } })
    expect(await sent()).toMatchObject([{ point_ms: 3_000 }])
    expect(await point(null)).toMatchObject({ data: { point_ms: 3_000 } })
    expect(await point({ ...stoppedAt, point_ms: 0, is_watched: true, age_ms: 0 })).toMatchObject({ data: { point_ms: 0 } })
    expect(await sent()).toMatchObject([{ point_ms: 0, is_watched: true }])
    expect(await act(copyPoint.name, { movie_id: 'none' })).toMatchObject({ code: Code.notFound, data: { reason: 'no_film' } })
    // Nobody brings back another person's place.
    expect(await act(copyPoint.name, { movie_id: 'm-plain' }, friend)).toMatchObject({ data: { point_ms: 0 } })
  })

  it('is prepared again where its file was removed from the box’s folder', async () => {
    const copy = await prepare('surround', 480)
    await ready(copy.copy_id)
    rmSync(folder(), { recursive: true })
    await tv.restart()
    expect(existsSync(folder())).toBe(true)
    tv.box.slowTick()
    await ready(copy.copy_id)
  })
})
