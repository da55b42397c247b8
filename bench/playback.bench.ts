/** Playback without a browser: from the act to the first decodable part of what is served, at the start and after a seek; and four readers at playing speed. */
import { execFileSync } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, renameSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { movieList } from '@homeport/contract/movie/movie.ts'
import { exitPlayer, play, playerSeek } from '@homeport/contract/playback/playback.ts'
import { Screen, screenAdmit } from '@homeport/contract/playback/screen.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPrograms } from '../station/src/app/programs.ts'
import { openAppSocket } from './parts/app-socket.ts'
import { percentile, report } from './parts/figures.ts'
import { bindOwner, openPrograms, type Bench } from './parts/programs.ts'
import { openBenchPage, readBeginning, type BenchPage } from './parts/screen-page.ts'

const { ffmpeg } = await findPrograms(process.env)
/** Made once for all runs. */
const made = path.join(os.tmpdir(), 'homeport-bench-films')
const rounds = 5
const clipSeconds = 10
/** A second of picture at 8 Mbit/s, with the file's head. */
const fileBytes = 1_200_000
const readers = 4
const readerBytesPerSecond = 2_500_000
const bufferSeconds = 10
const readSeconds = 20

const h264 = (mbit: number) => [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-b:v',
  `${mbit}M`,
  '-maxrate',
  `${mbit}M`,
  '-bufsize',
  `${mbit}M`,
  '-g',
  '48',
]
const hevc = [
  '-c:v',
  'libx265',
  '-preset',
  'ultrafast',
  '-b:v',
  '6M',
  '-g',
  '48',
  '-x265-params',
  'log-level=none',
  '-pix_fmt',
  'yuv420p10le',
]
const films = [
  { name: 'Alder (2001).mp4', args: [...h264(8), '-pix_fmt', 'yuv420p', '-c:a', 'aac'], loops: 60 },
  { name: 'Birch (2002).mkv', args: [...h264(8), '-pix_fmt', 'yuv420p', '-c:a', 'ac3'], loops: 60 },
  { name: 'Cedar (2003).mkv', args: [...hevc, '-c:a', 'ac3'], loops: 60 },
  { name: 'Elder (2004).mp4', args: [...h264(20), '-pix_fmt', 'yuv420p', '-c:a', 'aac'], loops: 6 },
]

function makeFilm({ name, args, loops }: (typeof films)[number]): string {
  const file = path.join(made, name)
  if (existsSync(file)) return file
  mkdirSync(made, { recursive: true })
  const run = (...all: string[]) => execFileSync(ffmpeg ?? '', ['-v', 'error', '-y', ...all])
  const clip = path.join(made, `clip${path.extname(name)}`)
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=1920x1080:rate=24:duration=${clipSeconds},noise=alls=12:allf=t`]
  run(...picture, '-f', 'lavfi', '-i', `sine=duration=${clipSeconds}`, ...args, clip)
  const whole = path.join(made, `part${path.extname(name)}`)
  run('-stream_loop', String(loops - 1), '-i', clip, '-c', 'copy', '-movflags', '+faststart', whole)
  renameSync(whole, file)
  return file
}

describe.skipIf(!ffmpeg)('playback', () => {
  let bench: Bench
  let socket: Awaited<ReturnType<typeof openAppSocket>>
  const pages: BenchPage[] = []
  const ids = new Map<string, string>()

  beforeAll(async () => {
    const files = films.map(makeFilm)
    bench = await openPrograms({ station: true })
    const { signedIn, device } = await bindOwner(bench)
    mkdirSync(path.join(bench.folder, 'downloads'), { recursive: true })
    for (const file of files) linkSync(file, path.join(bench.folder, 'downloads', path.basename(file)))
    socket = await openAppSocket({ port: bench.port, token: signedIn.token, devsn: device.devsn })
    const admit = async (digits: string) => Screen.parse((await socket.act(screenAdmit.name, { digits })).data).screen_id
    for (let count = 0; count < readers; count += 1)
      pages.push(await openBenchPage(`http://127.0.0.1:${bench.screenPort}`, admit))
    while (ids.size < films.length) {
      const { data } = await socket.act(movieList.name, { limit: 9 })
      for (const film of movieList.output.parse(data).data) if (film.duration_ms !== null) ids.set(film.title, film.id)
    }
  }, 600_000)
  afterAll(async () => {
    socket.close()
    pages.forEach((page) => page.close())
    await bench.stop()
  })

  const page = () => {
    const [first] = pages
    if (!first) throw new Error('no page')
    return first
  }

  test.each([
    { how: 'the file itself', title: 'Alder', delivery: 'direct', budget: { first: 1_000, seek: 700 } },
    { how: 'its sound converted', title: 'Birch', delivery: 'sound', budget: { first: 1_200, seek: 1_500 } },
    {
      how: 'transcoded from HEVC of ten bits',
      title: 'Cedar',
      delivery: 'transcode',
      budget: { first: 3_000, seek: 2_500 },
    },
  ])('$how begins and is sought in time', async ({ title, delivery, budget }) => {
    const times = { first: [] as number[], seek: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now()
      const started = socket.act(play.name, { movie_id: ids.get(title), target: page().screen_id })
      const load = await page().next('load')
      await readBeginning(await page().get(load.url), load.stream === 'file' ? fileBytes : 0)
      times.first.push(performance.now() - began)
      page().playing(load, 0)
      expect((await started).data).toMatchObject({ delivery, status: 3 })

      const point = 60_000 + round * 90_000
      const sought = performance.now()
      const seeking = socket.act(playerSeek.name, { target: page().screen_id, point })
      if (load.stream === 'file') {
        const { seq } = await page().next('seek')
        const from = point * 1_000
        await readBeginning(await page().get(load.url, { range: `bytes=${from}-` }), fileBytes)
        times.seek.push(performance.now() - sought)
        page().playing({ ...load, seq }, point)
      } else {
        const next = await page().next('load')
        await readBeginning(await page().get(next.url), 0)
        times.seek.push(performance.now() - sought)
        page().playing(next, point)
      }
      await seeking
      await socket.act(exitPlayer.name, { target: page().screen_id })
    }
    for (const kind of ['first', 'seek'] as const) {
      const figure = percentile(times[kind], 0.95)
      report(`${title}, ${delivery}: ${kind}`, { figure, budget: budget[kind], unit: 'ms' })
      expect.soft(figure).toBeLessThanOrEqual(budget[kind])
    }
  })

  test('four readers of 20 Mbit/s never run dry', async () => {
    const least = await Promise.all(
      pages.map(async (one) => {
        const started = socket.act(play.name, { movie_id: ids.get('Elder'), target: one.screen_id })
        const load = await one.next('load')
        one.playing(load, 0)
        await started
        return readAtSpeed(await one.get(load.url))
      }),
    )
    const figure = Math.min(...least)
    report('the shortest buffer of four readers', { figure, budget: 0, unit: 's' })
    expect(figure).toBeGreaterThan(0)
  })
})

/** The shortest buffer, in seconds of film, after the first second was there. */
async function readAtSpeed(answer: Response): Promise<number> {
  const reader = answer.body?.getReader()
  const began = performance.now()
  const played = () => ((performance.now() - began) / 1000) * readerBytesPerSecond
  let got = 0
  let least = Infinity
  while (performance.now() - began < readSeconds * 1000) {
    const ahead = got - played()
    if (ahead > bufferSeconds * readerBytesPerSecond) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      continue
    }
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) break
    got += value?.length ?? 0
    if (got > readerBytesPerSecond) least = Math.min(least, (got - played()) / readerBytesPerSecond)
  }
  await reader?.cancel()
  return least
}
