/** The station as a real process with a film library: what it mirrors to the cloud, and what a kill in the middle leaves (promise 37). */
import { spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { filmRow, movieList, movieScan } from '@homeport/contract/movie/movie.ts'
import { clip } from '../testing/library.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { openTestCloud, owner, type TestCloud } from '../testing/cloud.ts'
import { until } from '../../../testing/until.ts'
import { compileCache } from '../../../testing/compile-cache.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
/** More than one batch of the scan. */
const films = 220
let folder: string
let cloud: TestCloud
let box: ChildProcess
let lives = 0

beforeEach(async () => {
  folder = testFolder()
  cloud = await openTestCloud()
  lives = 0
})
afterEach(async () => {
  await kill()
  await cloud.stop()
  clear(folder)
})

async function start(): Promise<string> {
  const env = {
    ...compileCache,
    PATH: process.env.PATH,
    HOMEPORT_MDNS: '0',
    HOMEPORT_DLNA: '0',
    HOMEPORT_MPV: '0',
    HOMEPORT_DATA: folder,
    HOMEPORT_CLOUD: cloud.url,
    HOMEPORT_LIBRARY: `${join(folder, 'films')}:/nowhere/else`,
  }
  box = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  lives += 1
  await cloud.hello(lives)
  return cloud.signs.at(-1)?.clientId ?? ''
}

async function kill(): Promise<void> {
  if (box.exitCode !== null || box.signalCode !== null) return
  const gone = new Promise((resolve) => box.once('exit', resolve))
  box.kill('SIGKILL')
  await gone
}

/** The mirror of a cloud that acknowledged every chunk: the newest value of each film. */
function mirrored(): Map<string, unknown> {
  const rows = cloud.received.flatMap(({ realm, up }) => (realm === 'en' && up.kind === 'mirror' ? up.rows : []))
  const existing = new Map<string, { rev: number; value: unknown }>()
  for (const { report, key, rev, value } of rows)
    if (report === filmRow.name && rev > (existing.get(key)?.rev ?? 0)) existing.set(key, { rev, value })
  return new Map([...existing].filter(([, { value }]) => value !== null).map(([key, { value }]) => [key, value]))
}

let acknowledged = 0
async function follow(devsn: string): Promise<void> {
  await cloud.send(devsn, 'en', { kind: 'household', members: [owner], name: '' })
  await cloud.send(devsn, 'en', { kind: 'mirror_from', epoch: '', rev: 0 })
  acknowledged = cloud.received.length
}

/** Acknowledges all chunks since the last call. */
async function acknowledge(devsn: string): Promise<void> {
  const latest = cloud.received.slice(acknowledged)
  acknowledged += latest.length
  for (const { realm, up } of latest)
    if (realm === 'en' && up.kind === 'mirror')
      await cloud.send(devsn, 'en', { kind: 'mirror_ack', epoch: up.epoch, rev: up.rev })
}

type ScanState = z.infer<typeof movieScan.output>
const far = {
  someListed: (scan: ScanState) => scan.films > 0,
  someRead: (scan: ScanState) => scan.probed > 2,
  manyRead: (scan: ScanState) => scan.probed > 20,
}
const ScanAnswer = z.object({ data: movieScan.output })

async function scanOf(devsn: string): Promise<ScanState> {
  return ScanAnswer.parse(await cloud.act(devsn, 'movie_scan', {})).data
}

it('P37: kill -9 while films are found and read leaves no half film, none doubled and none lost', async () => {
  const one = await clip()
  mkdirSync(join(folder, 'films'), { recursive: true })
  for (let at = 0; at < films; at += 1) copyFileSync(one, join(folder, 'films', `Film ${at} (2020).mkv`))
  // Killed where the first ones are listed, where some are read and where many are; a box waits until files are finished by itself.
  for (const isFar of [far.someListed, far.someRead, far.manyRead]) {
    const devsn = await start()
    await until('it is as far as it is to be killed', async () => isFar(await scanOf(devsn)))
    await kill()
  }
  renameSync(join(folder, 'films', 'Film 7 (2020).mkv'), join(folder, 'films', 'Seven (1995).mkv'))
  rmSync(join(folder, 'films', 'Film 8 (2020).mkv'))
  const devsn = await start()
  await follow(devsn)
  await until('all are read', async () => {
    await acknowledge(devsn)
    const { is_scanning, probed } = await scanOf(devsn)
    return !is_scanning && probed === films - 1
  })
  await until('the cloud was told of all', async () => {
    await acknowledge(devsn)
    return mirrored().size === films - 1 && [...mirrored().values()].every((film) => filmRow.row.parse(film).duration_ms !== null)
  })
  const titles = [...mirrored().values()].map((film) => filmRow.row.parse(film).title)
  expect(new Set(titles).size).toBe(films - 1)
  expect(titles).toContain('Seven')
  expect(titles).not.toContain('Film 7')
  const listed = z.object({ data: movieList.output }).parse(await cloud.act(devsn, 'movie_list', { limit: 9, offset: 210 }))
  expect(listed.data).toMatchObject({ total: films - 1 })
  expect(listed.data.data).toHaveLength(9)
}, 180_000)
