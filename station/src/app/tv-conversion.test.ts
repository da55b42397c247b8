/** The conversion of a film on the TV, as an app asks before it plays: with real files and ffmpeg, by the abilities of a simulated page. */
import { join } from 'node:path'
import { playerStatus } from '@homeport/contract/playback/playback.ts'
import { fileTracks } from '@homeport/contract/playback/tracks.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { expectCode } from '../testing/codes.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import {
  chromiumCan,
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

describe.skipIf(missing)(`what would be converted${missing ? ' (skipped: no ffmpeg or no ffprobe)' : ''}`, () => {
  let films: string
  let folder: string
  let box: TestTv
  let page: TestPage

  beforeEach(async () => {
    ;[films, folder] = [testFolder(), testFolder()]
    const path = join(films, 'Film.mkv')
    makeFilm(path, { seconds: 2, video: ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'], audio: ['aac'] })
    const file = film(path, { id: 'film', movie_id: 'm-film', duration_ms: 2_000, container: 'matroska,webm' })
    box = await openTestTv({ folder, films: filmLibrary([films], [file]) })
    page = await letIn(box)
  })
  afterEach(async () => {
    await box.stop()
    for (const one of [films, folder]) clear(one)
    expect(box.faults).toEqual([])
  })
  const conversion = async () => fileTracks.output.parse((await box.act(fileTracks.name, { path: 'film' })).data).conversion

  it('is told with its reason for the TV that is online, and is what a play then does', async () => {
    expect(await conversion()).toBe(null)
    page = await openTestPage(box.url, { cookie: page.cookie, can: chromiumCan.filter((one) => one !== 'aac') })
    await page.word('face')
    expect(await conversion()).toMatchObject({ kind: 'sound', reason: 'codec', codec: 'aac' })
    const playing = box.act('play', { path: 'film' })
    const { play_id, seq } = await page.word('load')
    page.send({ kind: 'report', play_id, seq, state: 'playing', point: 0, volume: 80, sound: 'on' })
    expectCode(await playing, 'ok')
    expect((await box.act(playerStatus.name, {})).data).toMatchObject({ delivery: 'sound' })
    page.close()
    await until('no TV is online', async () => (await conversion()) === null)
  })
})
