/** Kinds of files × kinds of screens: what is served is decoded by ffmpeg, its pictures say which they are, and each channel is heard by its tone. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { Screens } from '@homeport/contract/playback/screen.ts'
import type { Ability, ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { afterAll, beforeAll, expect, describe, it } from 'vitest'
import { expectCode } from '../testing/codes.ts'
import {
  encode,
  filmSeconds,
  framesPerSecond,
  makeMaster,
  pictureAt,
  tones,
  tonesAt,
} from '../../../testing/counted-films/counted-films.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { chromiumCan, ffmpeg, ffprobe, film, letIn, openTestTv, type TestPage, type TestTv } from '../testing/tv.ts'

type Load = Extract<ToScreen, { kind: 'load' }>
const missing = ffmpeg === '' || ffprobe === ''

const quick = ['-preset', 'ultrafast', '-g', '36', '-pix_fmt', 'yuv420p']
const h264 = ['-c:v', 'libx264', ...quick]
const x265 = ['-preset', 'ultrafast', '-g', '36', '-x265-params', 'log-level=none']
const stereo = ['-ac', '2']
const aac = ['-c:a', 'aac', ...stereo]
const wide = ['-af', 'channelmap=0|1|2|3|4|5:5.1']
const pq = ['-color_trc', 'smpte2084', '-color_primaries', 'bt2020', '-colorspace', 'bt2020nc', '-pix_fmt', 'yuv420p10le']

const films = {
  'plain.mp4': [...h264, ...aac],
  'ac3-51.mkv': [...h264, '-c:a', 'ac3', ...wide],
  'aac-71.mp4': [...h264, '-c:a', 'aac'],
  'hevc.mkv': ['-c:v', 'libx265', ...x265, '-pix_fmt', 'yuv420p', '-c:a', 'ac3', ...stereo],
  'hdr10.mkv': ['-c:v', 'libx265', ...x265, ...pq, ...aac],
  'ten-bit.mkv': ['-c:v', 'libx264', ...quick.slice(0, 4), '-pix_fmt', 'yuv420p10le', ...aac],
  'webm.webm': ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus', ...stereo],
  'broadcast.ts': ['-c:v', 'mpeg2video', '-q:v', '3', '-vf', 'setfield=tff', '-flags', '+ildct+ilme', '-c:a', 'mp2', ...stereo],
  'camera.ts': [...h264, ...aac],
  'disc.mpg': ['-c:v', 'mpeg2video', '-q:v', '3', '-vf', 'scale=352:288,setsar=16/11', '-c:a', 'mp2', ...stereo],
  'old.mpg': ['-c:v', 'mpeg1video', '-q:v', '3', '-c:a', 'mp2', ...stereo],
  'odd.avi': ['-c:v', 'mpeg4', '-q:v', '3', '-vf', 'scale=383:215', '-c:a', 'libmp3lame', ...stereo],
  'real.rm': ['-c:v', 'rv20', '-q:v', '3', '-c:a', 'ac3', ...stereo],
  'real-old.rm': ['-c:v', 'rv10', '-q:v', '3', '-vf', 'scale=352:288', '-c:a', 'ac3', ...stereo],
  'windows.wmv': ['-c:v', 'wmv2', '-q:v', '3', '-c:a', 'wmav2', ...stereo],
  'flash.flv': ['-c:v', 'flv1', '-q:v', '3', '-c:a', 'libmp3lame', '-ar', '44100', ...stereo],
  'uneven.mkv': ['-vf', "select='not(mod(n,3))+lt(mod(n,50),20)'", '-vsync', 'vfr', '-c:v', 'libx265', ...x265, ...aac],
  'silent.mkv': ['-c:v', 'libx265', ...x265, '-an'],
} as const
type Name = keyof typeof films | 'no-index.avi' | 'cut.mp4' | 'cut.mkv' | 'protected.mp4' | 'unknown.avi' | 'damaged.mkv'

const screens = {
  chromium: chromiumCan,
  'TV of 2022': [...chromiumCan, 'hevc', 'hevc10', 'h264_high10', 'hdr', 'ac3', 'eac3', 'surround'],
  'TV of 2016': ['mp4', 'h264', 'aac'],
  iPhone: ['mp4', 'hls', 'h264', 'hevc', 'aac', 'mp3'],
} satisfies Record<string, Ability[]>
type Screen = keyof typeof screens

type Cell = [file: Name, screen: Screen, result: string]
const cells: Cell[] = [
  ['plain.mp4', 'chromium', 'direct'],
  ['plain.mp4', 'TV of 2016', 'direct'],
  ['plain.mp4', 'iPhone', 'direct'],
  ['ac3-51.mkv', 'chromium', 'sound'],
  ['ac3-51.mkv', 'TV of 2022', 'direct'],
  ['ac3-51.mkv', 'TV of 2016', 'sound'],
  ['ac3-51.mkv', 'iPhone', 'sound'],
  ['aac-71.mp4', 'chromium', 'sound'],
  ['aac-71.mp4', 'TV of 2022', 'direct'],
  ['hevc.mkv', 'chromium', 'transcode'],
  ['hevc.mkv', 'TV of 2022', 'direct'],
  ['hevc.mkv', 'TV of 2016', 'transcode'],
  ['hevc.mkv', 'iPhone', 'sound'],
  ['hdr10.mkv', 'chromium', 'transcode'],
  ['hdr10.mkv', 'TV of 2022', 'direct'],
  ['hdr10.mkv', 'iPhone', 'transcode'],
  ['ten-bit.mkv', 'chromium', 'transcode'],
  ['ten-bit.mkv', 'TV of 2022', 'direct'],
  ['webm.webm', 'chromium', 'direct'],
  ['webm.webm', 'TV of 2016', 'transcode'],
  ['broadcast.ts', 'chromium', 'transcode'],
  ['camera.ts', 'chromium', 'remux'],
  ['camera.ts', 'iPhone', 'remux'],
  ['disc.mpg', 'chromium', 'transcode'],
  ['old.mpg', 'chromium', 'transcode'],
  ['odd.avi', 'chromium', 'transcode'],
  ['no-index.avi', 'chromium', 'transcode'],
  ['real.rm', 'chromium', 'transcode'],
  ['real-old.rm', 'chromium', 'transcode'],
  ['windows.wmv', 'chromium', 'transcode'],
  ['flash.flv', 'chromium', 'transcode'],
  ['uneven.mkv', 'chromium', 'transcode'],
  ['silent.mkv', 'iPhone', 'remux'],
  ['cut.mp4', 'chromium', 'direct'],
  ['cut.mkv', 'chromium', 'transcode'],
  ['protected.mp4', 'chromium', 'encrypted'],
  ['unknown.avi', 'chromium', 'no_decoder'],
  ['damaged.mkv', 'chromium', 'damaged'],
]
/** One of each way, of each trouble, and of each kind of screen; the others run in `npm run soak`. */
const always = [0, 3, 6, 9, 13, 15, 20, 22, 26, 27, 31, 34, 35, 36, 37]
const tried = process.env.SOAK ? cells : cells.filter((_, at) => always.includes(at))
const seekMs = 5_000
const deliveries = ['direct', 'remux', 'sound', 'transcode']

describe.skipIf(missing)(`files on screens${missing ? ' (skipped: no ffmpeg or no ffprobe)' : ''}`, () => {
  let folder: string
  let box: TestTv
  let page: TestPage
  const pages = new Map<string, TestPage>()
  const screenIds = new Map<TestPage, string>()
  const at = (name: string) => join(folder, name)

  beforeAll(async () => {
    folder = testFolder()
    const master = makeMaster(ffmpeg, folder)
    for (const name of new Set([...tried.map(([file]) => file), 'odd.avi', 'hevc.mkv']))
      if (name in films) encode(ffmpeg, { master, path: at(name), args: [...argsOf(name)] })
    breakFiles(master)
    box = await openTestTv({
      folder: testFolder(),
      films: {
        roots: () => [folder],
        fileOf: async (id) => film(at(id), { id, movie_id: `m-${id}`, duration_ms: filmSeconds * 1000 }),
      },
    })
    for (const [screen, can] of Object.entries(screens)) {
      const before = new Set(screenIds.values())
      page = await letIn(box, { can })
      pages.set(screen, page)
      const { data } = Screens.parse((await box.act('screen_list', {})).data)
      screenIds.set(page, data.find(({ screen_id }) => !before.has(screen_id))?.screen_id ?? '')
    }
  }, 120_000)
  afterAll(async () => {
    await box.stop()
    clear(folder)
    expect(box.faults).toEqual([])
  })
  function argsOf(name: string): readonly string[] {
    return Object.entries(films).find(([one]) => one === name)?.[1] ?? []
  }

  function breakFiles(master: string): void {
    const avi = readFileSync(at('odd.avi'))
    writeFileSync(at('no-index.avi'), avi.subarray(0, avi.lastIndexOf('idx1')))
    encode(ffmpeg, { master, path: at('whole.mp4'), args: [...argsOf('plain.mp4'), '-movflags', '+faststart'] })
    const mp4 = readFileSync(at('whole.mp4'))
    writeFileSync(at('cut.mp4'), mp4.subarray(0, Math.floor(mp4.length * 0.9)))
    const mkv = readFileSync(at('hevc.mkv'))
    writeFileSync(at('cut.mkv'), mkv.subarray(0, Math.floor(mkv.length * 0.9)))
    const key = '00112233445566778899aabbccddeeff'
    const protection = ['-encryption_scheme', 'cenc-aes-ctr', '-encryption_key', key, '-encryption_kid', key]
    encode(ffmpeg, { master, path: at('protected.mp4'), args: [...argsOf('plain.mp4'), ...protection] })
    // A fourth character code that names no codec.
    const unknown = Buffer.from(avi.toString('latin1').replaceAll('FMP4', 'QZX9').replaceAll('mp4v', 'QZX9'), 'latin1')
    writeFileSync(at('unknown.avi'), unknown)
    writeFileSync(at('damaged.mkv'), Buffer.alloc(50_000, 'no film'))
  }

  async function play(name: string, point: number): Promise<{ load: Load; info: PlayerInfo } | string> {
    const before = page.words.length
    const target = screenIds.get(page) ?? ''
    const answer = box.act('play', { path: name, point, target })
    const load = await Promise.race([page.next('load', before), answer.then(({ data }) => reasonOf(data))])
    if (typeof load === 'string') return load
    page.send({ kind: 'report', play_id: load.play_id, seq: load.seq, state: 'playing', point, volume: 80, sound: 'on' })
    const played = await answer
    expectCode(played, 'ok')
    return { load, info: PlayerInfo.parse(played.data) }
  }

  /** The source as a player reads it, kept in a file; the second at which the point is in it. */
  async function fetched({ load }: { load: Load }, point: number): Promise<{ path: string; seconds: number }> {
    const path = at('served.bin')
    const get = async (url: string) => {
      const response = await fetch(`${box.url}/${url}`, { headers: { cookie: page.cookie } })
      expect([url.replace(/\/[\w-]{20,}/, ''), response.status]).toEqual([url.replace(/\/[\w-]{20,}/, ''), 200])
      return Buffer.from(await response.arrayBuffer())
    }
    if (load.stream !== 'hls') {
      writeFileSync(path, await get(load.url))
      return { path, seconds: (point - load.offset) / 1000 }
    }
    const list = (await get(load.url)).toString()
    const lengths = [...list.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length))
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeCloseTo(filmSeconds, 0)
    let begin = 0
    const index = lengths.findIndex((length) => (begin += length) > point / 1000)
    const folderUrl = load.url.replace('index.m3u8', '')
    const parts = [await get(`${folderUrl}init.mp4`), await get(`${folderUrl}${index}.m4s`)]
    writeFileSync(path, Buffer.concat(parts))
    // A segment's clock is the film's own.
    return { path, seconds: Math.max(0, point / 1000 - (begin - (lengths[index] ?? 0))) }
  }

  it.each(tried)('%s on %s: %s', async (name, screen, result) => {
    page = pages.get(screen) ?? page
    const isRefused = !deliveries.includes(result)
    for (const point of isRefused ? [0] : [0, seekMs]) {
      const played = await play(name, point)
      if (typeof played === 'string') {
        expect(played).toBe(result)
        return
      }
      expect(played.info.delivery).toBe(result)
      const { path, seconds } = await fetched(played, point)
      const shown = pictureAt(ffmpeg, path, seconds)
      expect(Math.abs((shown ?? -99) / framesPerSecond - point / 1000), `picture ${shown} at ${point} ms`).toBeLessThanOrEqual(
        0.5,
      )
      if (name !== 'silent.mkv') expectSound(path, seconds, { name, result })
    }
    await box.act('exit_player', {})
  })

  /** Left and right are apart; of more channels each pair is heard, but for the low one. */
  function expectSound(path: string, seconds: number, { name, result }: { name: string; result: string }): void {
    const isWide = name === 'ac3-51.mkv' || name === 'aac-71.mp4'
    const [left = [], right = []] = tonesAt(ffmpeg, path, seconds)
    expect(left).toContain(tones[0])
    expect(right).toContain(tones[1])
    expect(left).not.toContain(tones[1])
    if (!isWide || result === 'direct') return
    expect(left).toEqual(expect.arrayContaining([tones[2], tones[4]]))
    expect(right).toEqual(expect.arrayContaining([tones[2], tones[5]]))
  }
})

function reasonOf(data: unknown): string {
  return typeof data === 'object' && data !== null && 'reason' in data ? String(data.reason) : JSON.stringify(data)
}
