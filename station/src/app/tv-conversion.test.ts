/** The conversion of a film on the TV, as an app asks before it plays: with real files and ffmpeg, by the abilities of a simulated tv.page. */
import { join } from 'node:path'
import { playerStatus } from '@homeport/contract/playback/playback.ts'
import { fileTracks } from '@homeport/contract/playback/tracks.ts'
import { describe, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { expectCode } from '../testing/codes.ts'
import { chromiumCan, ffmpeg, ffprobe, film, filmLibrary, makeFilm, openTestPage, setUpTv } from '../testing/tv.ts'

const missing = ffmpeg === '' || ffprobe === ''

describe.skipIf(missing)(`what would be converted${missing ? ' (skipped: no ffmpeg or no ffprobe)' : ''}`, () => {
  const h264 = ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
  const tv = setUpTv({
    make: (films) => makeFilm(join(films, 'Film.mkv'), { seconds: 2, video: h264, audio: ['aac'] }),
    library: (films) =>
      filmLibrary(
        [films],
        [film(join(films, 'Film.mkv'), { id: 'film', movie_id: 'm-film', duration_ms: 2_000, container: 'matroska,webm' })],
      ),
  })
  const conversion = async () => fileTracks.output.parse((await tv.box.act(fileTracks.name, { path: 'film' })).data).conversion

  it('is told with its reason for the TV that is online, and is what a play then does', async () => {
    expect(await conversion()).toBe(null)
    tv.page = await openTestPage(tv.box.url, { cookie: tv.page.cookie, can: chromiumCan.filter((one) => one !== 'aac') })
    await tv.page.word('face')
    expect(await conversion()).toMatchObject({ kind: 'sound', reason: 'codec', codec: 'aac' })
    const playing = tv.box.act('play', { path: 'film' })
    const { play_id, seq } = await tv.page.word('load')
    tv.page.send({ kind: 'report', play_id, seq, state: 'playing', point: 0, volume: 80, sound: 'on' })
    expectCode(await playing, 'ok')
    expect((await tv.box.act(playerStatus.name, {})).data).toMatchObject({ delivery: 'sound' })
    tv.page.close()
    await until('no TV is online', async () => (await conversion()) === null)
  })
})
