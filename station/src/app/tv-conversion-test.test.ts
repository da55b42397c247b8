/** The test of the conversion, with real samples and ffmpeg: what it says, that it is kept, and that a film that plays ends it. */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { conversionTest, runConversionTest, type ConversionTest } from '@homeport/contract/playback/conversion-test.ts'
import { fileTracks } from '@homeport/contract/playback/tracks.ts'
import { describe, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { ffmpeg, ffprobe, film, filmLibrary, makeFilm, setUpTv } from '../testing/tv.ts'

const missing = ffmpeg === '' || ffprobe === ''

describe.skipIf(missing)(`a test of the conversion${missing ? ' (skipped: no ffmpeg or no ffprobe)' : ''}`, () => {
  const tv = setUpTv({
    converting: { tried: ['mpeg2_576', 'h264_1080'] },
    make: (films) => makeFilm(join(films, 'Disc.mkv'), { seconds: 20, video: ['mpeg2video', '-s', '720x576'], audio: ['mp2'] }),
    library: (films) =>
      filmLibrary(
        [films],
        [film(join(films, 'Disc.mkv'), { id: 'disc', movie_id: 'm-disc', duration_ms: 20_000, video: 'mpeg2video' })],
      ),
  })
  const ask = async (): Promise<ConversionTest> => conversionTest.output.parse((await tv.box.act(conversionTest.name, {})).data)
  const run = async (is_running: boolean): Promise<ConversionTest> =>
    runConversionTest.output.parse((await tv.box.act(runConversionTest.name, { is_running })).data)
  const samples = () => join(tv.box.folder, 'conversion-test')

  it('says how fast each kind is converted, which a TV plays as they are, and what that means for a film; it is kept over a restart', async () => {
    const before = await ask()
    expect(before).toMatchObject({ is_running: false, done: 0, tested_at: 0, hindrance: '', data: [] })
    const [screen] = before.screens
    expect(screen?.kinds).toEqual(['h264_1080', 'av1_1080', 'h264_2160', 'av1_2160'])
    expect((await run(true)).is_running).toBe(true)
    // A second press changes nothing.
    expect((await run(true)).is_running).toBe(true)
    await until('the test has ended', async () => !(await ask()).is_running)
    const { data, tested_at } = await ask()
    expect(data.map(({ kind }) => kind)).toEqual(['mpeg2_576', 'h264_1080'])
    for (const { speed } of data) expect(speed).toBeGreaterThan(0)
    expect(tested_at).toBeGreaterThan(1_700_000_000)
    expect(existsSync(samples())).toBe(false)
    const { conversion } = fileTracks.output.parse((await tv.box.act(fileTracks.name, { path: 'disc' })).data)
    expect(conversion).toMatchObject({ kind: 'transcode', codec: 'mpeg2video', speed: data[0]?.speed })
    await tv.restart()
    expect(await ask()).toMatchObject({ data, tested_at, done: 0 })
  })

  it('is ended by who began it, and leaves the earlier results', async () => {
    await run(true)
    await until('a sample is made', async () => existsSync(samples()))
    expect((await run(false)).data).toEqual([])
    await until('it has ended', async () => !(await ask()).is_running)
    expect(await ask()).toMatchObject({ tested_at: 0, data: [] })
    expect(existsSync(samples())).toBe(false)
  })

  it('gives way to a film that begins, and does not begin while one plays', async () => {
    await run(true)
    const playing = tv.box.act('play', { path: 'disc' })
    const { play_id, seq } = await tv.page.word('load')
    tv.page.send({ kind: 'report', play_id, seq, state: 'playing', point: 0, volume: 80, sound: 'on' })
    await playing
    await until('it has given way', async () => !(await ask()).is_running)
    expect(await run(true)).toMatchObject({ is_running: false, hindrance: 'playing', tested_at: 0 })
  })

  it('after a kill no sample stays', async () => {
    await mkdir(samples(), { recursive: true })
    await writeFile(join(samples(), 'hevc_2160.mkv'), 'half')
    await tv.restart()
    expect(existsSync(samples())).toBe(false)
  })
})
