/**
 * The whole system on the machine's LAN address: register → bind → http link and magnet → progress → done → files equal.
 * Once on one process with SQLite, once on two cloud processes with PostgreSQL and an external broker.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storyLanguages } from './parts/languages.ts'
import { aria2 } from './parts/programs.ts'
import { openSeed, hasSeed, type Seed } from './parts/seed.ts'
import { settleOn } from './parts/session.ts'
import { addLink, bindOn, percentOf, percentsToEnd, registerOn, watchToEnd, words } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openFileServer, openWorld, type FileServer, type World } from './world.ts'

const { TEST_DATABASE_URL: databaseUrl, TEST_MQTT_URL: mqttUrl } = process.env
const missing = [
  !hasBrowser && 'Chromium',
  !hasSeed && 'qbittorrent-nox',
  !aria2 && 'aria2',
  !lanAddress && 'an address on a network',
].filter(Boolean)
const outside = [...missing, !databaseUrl && 'TEST_DATABASE_URL', !mqttUrl && 'TEST_MQTT_URL'].filter(Boolean)

const film = randomBytes(12_000_000)
const parts = { 'feature.mkv': randomBytes(9_000_000), 'extra.mp4': randomBytes(1_500_000), 'notes.txt': Buffer.from('小城之春') }

type Stage = { world: World; seed: Seed; files: FileServer }
const folderOf = { en: 'Harbour en', zh: '港湾 zh' }

async function openStage(world: World, lang: Lang): Promise<Stage> {
  const files = await openFileServer({ [`/${lang} film.bin`]: film }, 3_000_000)
  return { world, files, seed: await seedOf(world, folderOf[lang]) }
}

async function seedOf(world: World, name: string): Promise<Seed> {
  const folder = path.join(world.folder, 'seeded')
  await mkdir(path.join(folder, name), { recursive: true })
  for (const [file, body] of Object.entries(parts)) await writeFile(path.join(folder, name, file), body)
  return openSeed({
    work: path.join(world.folder, `seed-${name}`),
    folder,
    name,
    files: Object.keys(parts),
    // Slow enough for percents to be seen on a busy machine.
    bytesPerSecond: 1_500_000,
  })
}

async function closeStage({ world, files, seed }: Stage): Promise<void> {
  await Promise.all([seed.stop(), files.stop()])
  await world.stop()
}

type Visitor = { phone: Phone; lang: Lang }

/** Registered and bound. */
async function arrive({ world }: Stage, lang: Lang, size: { width?: number; height?: number } = {}): Promise<Visitor> {
  const w = words[lang]
  const phone = await openPhone({ locale: w.locale, dark: lang === 'zh', ...size })
  const address = world.addresses[0] ?? ''
  await registerOn(phone, w, { address, username: lang === 'en' ? 'harbour-light' : '海港灯' })
  expect(await phone.axe()).toEqual([])
  const { code } = await world.pair()
  await bindOn(phone, w, code)
  expect(await phone.axe()).toEqual([])
  return { phone, lang }
}

/** On the way: a full bar is no step. */
const isAbove = (least: number, percent: number | 'complete') => percent !== 'complete' && percent > least && percent < 100

/** A link, then a magnet of which one file is left out. */
async function downloadBoth({ world, files, seed }: Stage, { phone, lang }: Visitor): Promise<void> {
  const w = words[lang]
  const { page } = phone
  const address = world.addresses[0] ?? ''
  try {
    await page.goto(`${address}/#/pages/device/download/list`)
    const [file, third] = [`${lang} film.bin`, film.length / 3]
    files.allow(`/${file}`, third)
    await addLink(phone, w, `${files.address}/${lang}%20film.bin`)
    await page.getByRole('dialog').getByRole('button', { name: w.start }).click()
    await until('a part of the first third is shown', async () => isAbove(0, await percentOf(page, w, file)))
    files.allow(`/${file}`, third)
    await until('more than the first third is shown', async () => isAbove(34, await percentOf(page, w, file)))
    files.allow(`/${file}`, Number.POSITIVE_INFINITY)
    await watchToEnd(page, w, file)

    await addLink(phone, w, seed.magnet)
    const extra = page.getByRole('dialog').getByRole('checkbox', { name: /extra\.mp4/ })
    await extra.waitFor({ state: 'attached' })
    expect(await phone.axe()).toEqual([])
    await extra.uncheck({ force: true })
    await page.getByRole('dialog').getByRole('button', { name: w.start }).click()
    const name = folderOf[lang]
    const magnetSeen = await watchToEnd(page, w, name)
    expect(magnetSeen.filter((percent) => percent > 0 && percent < 100).length).toBeGreaterThan(0)
    expect(await phone.axe()).toEqual([])

    expect((await readFile(path.join(world.downloads, `${lang} film.bin`))).equals(film)).toBe(true)
    for (const file of ['feature.mkv', 'notes.txt'] as const) {
      expect((await readFile(path.join(world.downloads, name, file))).equals(parts[file])).toBe(true)
    }
    // The engine deletes the unselected stubs just after the end.
    await until(
      'only the chosen files are left',
      async () => !(await readdir(path.join(world.downloads, name))).includes('extra.mp4'),
    )
    expect(phone.errors).toEqual([])
  } finally {
    await phone.close()
  }
}

describe.skipIf(missing.length > 0).each(storyLanguages('zh'))(
  `one process on SQLite (%s${missing.length > 0 ? `, skipped: no ${missing.join(', no ')}` : ''})`,
  (lang) => {
    let frame: Stage
    beforeAll(async () => {
      frame = await openStage(await openWorld(), lang)
    })
    afterAll(() => closeStage(frame))

    test('an owner registers, binds the box, and downloads a link and a magnet', async () => {
      await downloadBoth(frame, await arrive(frame, lang, { width: 1280, height: 800 }))
    })

    test('the station is killed in the middle, and the download ends whole', async () => {
      const { world } = frame
      const body = randomBytes(10_000_000)
      const slow = await openFileServer({ '/killed.bin': body }, 1_500_000)
      const w = words[lang]
      const phone = await openPhone({ locale: w.locale })
      const { page } = phone
      try {
        const address = world.addresses[0] ?? ''
        const username = lang === 'en' ? 'second-mate' : '值班二副'
        await settleOn(phone, { address, lang, username, code: (await world.pair()).code })
        await page.goto(`${address}/#/pages/device/download/list`)
        await addLink(phone, w, `${slow.address}/killed.bin`)
        await page.getByRole('dialog').getByRole('button', { name: w.start }).click()
        const row = page.locator('.download-row-row').filter({ hasText: 'killed.bin' })
        await until('a fifth is here', async () => Number(await row.getByRole('progressbar').getAttribute('value')) >= 20)
        await world.killStation()
        await world.startStation()
        await percentsToEnd(page, w, 'killed.bin')
        // It resumed from the data on disk: at most the last seconds were downloaded again.
        expect(slow.servedBytes()).toBeLessThan(body.length * 1.9)
        expect((await readFile(path.join(world.downloads, 'killed.bin'))).equals(body)).toBe(true)
      } finally {
        await phone.close()
        await slow.stop()
      }
    })
  },
)

describe.skipIf(outside.length > 0).each(storyLanguages('zh'))(
  `two processes on PostgreSQL over a broker (%s${outside.length > 0 ? `, skipped: no ${outside.join(', no ')}` : ''})`,
  (lang) => {
    let frame: Stage
    const name = `homeport_e2e_${randomBytes(4).toString('hex')}`
    beforeAll(async () => {
      await onDatabase(`create database ${name}`)
      const url = new URL(databaseUrl ?? '')
      url.pathname = `/${name}`
      frame = await openStage(await openWorld({ clouds: 2, env: { DATABASE_URL: url.href, MQTT_URL: mqttUrl ?? '' } }), lang)
    })
    afterAll(async () => {
      await closeStage(frame)
      await onDatabase(`drop database ${name} with (force)`)
    })

    test('an owner does the same through one process while the box serves the other', async () => {
      await downloadBoth(frame, await arrive(frame, lang))
    })
  },
)

async function onDatabase(statement: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(statement)
  await client.end()
}
