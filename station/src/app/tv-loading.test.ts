/** The player with the TV and a film that still loads: as a file, converted, from an ftp server, and with a download that is stopped meanwhile. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MediaFile } from '@homeport/contract/download/download.ts'
import { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openFtpServer } from '../../../testing/ftp-server.ts'
import { probe } from '../movie/probe/probe.ts'
import type { PlayableFile } from '../playback/delivery/delivery.ts'
import { clear, setUpDownloads, testFolder } from '../testing/downloads.ts'
import { until } from '../../../testing/until.ts'
import { itWithAria2 } from '../testing/engine.ts'
import { tools } from '../testing/library.ts'
import { realMpv } from '../testing/mpv.ts'
import { ffmpeg, film, letIn, makeFilm, openTestTv, type TestTv } from '../testing/tv.ts'

const Files = z.object({ paths: z.array(MediaFile) })
const h264 = ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-qp', '8']
const mkvWithAc3 = { container: 'matroska,webm', audio: 'ac3' }

/** Each lasts ten seconds and more. */
const long = process.env.SOAK === '1' ? '' : ' (skipped: lasts too long, in npm run soak)'

describe.skipIf(ffmpeg === '')('a film that still loads, on the TV', () => {
  let made: string
  let tv: TestTv | undefined
  const fixture = setUpDownloads({
    isVideo: async (address) => {
      const { ffprobe } = await tools
      return ffprobe !== undefined && (await probe(ffprobe, address)).kind === 'film'
    },
  })
  beforeAll(() => {
    made = testFolder()
    makeFilm(join(made, 'a.mp4'), { seconds: 40, video: h264, audio: ['aac', '-movflags', '+faststart'] })
    makeFilm(join(made, 'a.mkv'), { seconds: 40, video: h264, audio: ['ac3'] })
  })
  afterAll(() => clear(made))
  afterEach(async () => {
    await tv?.stop()
    tv = undefined
  })
  const bytesOf = (name: string) => readFileSync(join(made, name))

  /** A TV, and the address of the film, as soon as the download says that it can be played. */
  async function openFilm(
    id: string,
    facts: Partial<PlayableFile> = {},
    parts: Pick<Parameters<typeof openTestTv>[0], 'mpv'> = {},
  ) {
    const { box } = fixture
    await until('it can be played', async () => (await box.task(id)).can_play)
    const { mediaFile, growing } = box.downloads.media
    const fileAt = async (path: string) => film(path, { duration_ms: 40_000, ...facts })
    const films = { roots: () => [box.root], mediaFile, growing, fileAt }
    const opened = await openTestTv({ folder: join(fixture.folder, 'tv'), films, ...parts })
    tv = opened
    const { paths } = Files.parse((await box.act('get_media_files', { task_id: id })).data)
    return { tv: opened, path: paths[0]?.url ?? '' }
  }

  async function playOnTv(id: string, facts: Partial<PlayableFile> = {}) {
    const { box } = fixture
    const { tv, path } = await openFilm(id, facts)
    const page = await letIn(tv)
    const answer = tv.act('play', { path })
    const load = await page.word('load')
    page.send({ kind: 'report', play_id: load.play_id, seq: load.seq, state: 'playing', point: 0, volume: 80, sound: 'on' })
    const { delivery } = PlayerInfo.parse((await answer).data)
    expect((await box.task(id)).is_done).toBe(false)
    return { delivery, load, response: await fetch(`${tv.url}/${load.url}`, { headers: { cookie: page.cookie } }) }
  }

  async function serve(name: string, bytesPerSecond: number) {
    await fixture.open()
    const server = await fixture.serve({ [`/${name}`]: { body: bytesOf(name) } }, { bytesPerSecond })
    return { server, id: await fixture.start(`${server.url}/${name}`) }
  }

  it('an mp4 goes to the screen as it is, over the end of its download', async () => {
    const { server, id } = await serve('a.mp4', 150_000)
    const { delivery, response } = await playOnTv(id)
    expect([delivery, response.status]).toEqual(['direct', 200])
    server.hurry()
    expect(Buffer.from(await response.arrayBuffer()).equals(bytesOf('a.mp4'))).toBe(true)
    await fixture.isDone(id)
  })

  it.skipIf(realMpv === undefined)('mpv reads it by its address, which waits for what is missing', async () => {
    const { server, id } = await serve('a.mp4', 150_000)
    const { tv: box, path } = await openFilm(id, {}, realMpv && { mpv: realMpv })
    const info = async () => PlayerInfo.parse((await box.act('player_status', {})).data)
    expect(PlayerInfo.parse((await box.act('play', { target: 'm_own', path })).data).delivery).toBe('direct')
    await until('it moves', async () => (await info()).current_point > 1_000)
    expect((await fixture.box.task(id)).is_done).toBe(false)
    await box.act('player_seek', { target: 'm_own', point: 30_000 })
    server.hurry()
    await until('it goes on from there', async () => (await info()).current_point > 31_000)
    await fixture.isDone(id)
  })

  it.skipIf(long !== '')(`an mkv whose sound no browser plays is converted while it comes, to its end${long}`, async () => {
    const { server, id } = await serve('a.mkv', 150_000)
    const { delivery, load, response } = await playOnTv(id, mkvWithAc3)
    expect([delivery, load.stream]).toEqual(['sound', 'fmp4'])
    server.hurry()
    const converted = Buffer.from(await response.arrayBuffer())
    expect(converted.subarray(4, 8).toString()).toBe('ftyp')
    expect(converted.length).toBeGreaterThan(bytesOf('a.mkv').length * 0.9)
    await fixture.isDone(id)
  })

  it.skipIf(long !== '')(`a download that is stopped ends the stream, which never has what is not there${long}`, async () => {
    const { id } = await serve('a.mp4', 150_000)
    const { response } = await playOnTv(id)
    const chunks: Buffer[] = []
    const reading = (async () => {
      for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk))
    })().catch((error: unknown) => error)
    await until('some was sent', () => chunks.length > 0)
    await fixture.box.act('stop_task', { task_id: id })
    expect(await reading).toBeInstanceOf(Error)
    const sent = Buffer.concat(chunks)
    expect(sent.equals(bytesOf('a.mp4').subarray(0, sent.length))).toBe(true)
  })

  itWithAria2('a film of an ftp server comes in order, and plays over the end of its download', async () => {
    const ftp = await openFtpServer({ files: { '/a.mp4': bytesOf('a.mp4') } })
    fixture.closing.push(() => ftp.stop())
    await fixture.open()
    await fixture.box.act('save_download_config', { down_limit_bytes: 600_000 })
    const id = await fixture.start(`ftp://127.0.0.1:${ftp.port}/a.mp4`)
    const { delivery, response } = await playOnTv(id)
    expect(delivery).toBe('direct')
    await fixture.box.act('save_download_config', { down_limit_bytes: 0 })
    expect(Buffer.from(await response.arrayBuffer()).equals(bytesOf('a.mp4'))).toBe(true)
    await fixture.isDone(id)
  })
})
