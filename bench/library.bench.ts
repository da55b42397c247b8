/** A library of 20,000 films that appears at once: time until all are listed with title, year and size, time until ffprobe has probed all, and the latency of the first page meanwhile. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '@homeport/contract/device.ts'
import { listFilms, movieScan, ScanState } from '@homeport/contract/movie/movie.ts'
import { findPrograms } from '../station/src/app/programs.ts'
import { percentile, report } from './parts/figures.ts'
import { metered, since } from './parts/meter.ts'
import { openPoster, pathOf, type Poster } from './parts/poster.ts'
import { ask, bindOwner, openPrograms, type Bench } from './parts/programs.ts'

const films = 20_000
const listedBudgetSeconds = 30
const readBudgetSeconds = 150
/** p99 of the server time, as counted by its metrics. The latency of a client on the same two busy cores is printed too. */
const pageBudgetMs = 10
const shareBudget = 99
const askEveryMs = 25
const { ffmpeg = '' } = await findPrograms(process.env)
/** A memory file system, so that this machine's disk is not measured. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir()

let bench: Bench
let poster: Poster
let folder: string
let token = ''
let devid = ''
let devsn = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(memory, 'homeport-library-'))
  await mkdir(path.join(folder, 'library'))
  await makeFilms(path.join(folder, 'films'))
  bench = await openPrograms({ station: true, env: { HOMEPORT_LIBRARY: path.join(folder, 'library') } })
  const { signedIn, device } = await bindOwner(bench)
  token = signedIn.token
  poster = openPoster(bench.port, token)
  devid = device.devid
  devsn = device.devsn
}, 180_000)

afterAll(async () => {
  poster.close()
  await bench.stop()
  await rm(folder, { recursive: true, force: true })
})

test('20,000 films are listed within 30 s and read within 150 s, and the first page is there within 10 ms meanwhile', async () => {
  await firstPage()
  const before = await answered()
  await rename(path.join(folder, 'films'), path.join(folder, 'library', 'films'))
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  const times: number[] = []
  let listed = Number.NaN
  let read = Number.NaN
  let asks = 0
  while (Number.isNaN(read) && seconds() < 2 * readBudgetSeconds) {
    const { ms, total } = await firstPage()
    times.push(ms)
    if (Number.isNaN(listed) && total >= films) listed = seconds()
    asks += 1
    if (asks % 60 === 0) {
      const { films: filmCount, probed } = await scanState()
      if (filmCount >= films && probed >= filmCount) read = seconds()
    }
    await new Promise((resolve) => setTimeout(resolve, askEveryMs))
  }
  const { all, inTime } = since(before, await answered())
  const share = (100 * inTime) / all
  console.log(
    `first page: median ${percentile(times, 0.5).toFixed(1)} ms over ${times.length} asks, p99 ${percentile(times, 0.99).toFixed(1)} ms, for a client on the same two cores`,
  )
  report(`${films} films listed`, { figure: listed, budget: listedBudgetSeconds, unit: 's' })
  report(`${films} films read by ffprobe`, { figure: read, budget: readBudgetSeconds, unit: 's' })
  report(`first pages that the cloud answered within ${pageBudgetMs} ms meanwhile`, {
    figure: share,
    budget: shareBudget,
    unit: '%',
  })
  expect(listed).toBeLessThanOrEqual(listedBudgetSeconds)
  expect(read).toBeLessThanOrEqual(readBudgetSeconds)
  expect(share).toBeGreaterThanOrEqual(shareBudget)
})

/** ms until the response is complete, on a keep-alive connection as in a browser; parsing is not included. */
async function firstPage(): Promise<{ ms: number; total: number }> {
  const { ms, text } = await poster.post(pathOf(listFilms), { devid })
  return { ms, total: listFilms.output.parse(JSON.parse(text()).data).total }
}

const answered = () => metered(bench.port, listFilms, pageBudgetMs)

async function scanState(): Promise<ScanState> {
  const payload = JSON.stringify({ request: movieScan.name, timestamp: 0, code: 200, data: {}, fd: '' })
  const reply = await ask({ port: bench.port, token }, publish, { client_id: devsn, payload })
  return ScanState.parse('data' in reply ? reply.data : undefined)
}

/** One short clip, copied under names in the style of release groups. */
async function makeFilms(to: string): Promise<void> {
  const clip = path.join(folder, 'clip.mkv')
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=128x72:r=5:d=1']
  execFileSync(ffmpeg, ['-v', 'error', '-y', ...picture, '-c:v', 'libx264', '-preset', 'ultrafast', clip])
  for (let at = 0; at < films; at += 1) {
    const shelf = path.join(to, `shelf ${Math.floor(at / 500)}`)
    if (at % 500 === 0) await mkdir(shelf, { recursive: true })
    await copyFile(clip, path.join(shelf, `The.Film.Number.${at}.${1930 + (at % 90)}.1080p.BluRay.x264-GROUP.mkv`))
  }
}
