/** Watch here in a story: a household whose box has a film and a large file, and the way from the library into the film and onto this screen. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { register, type SignedIn } from '@homeport/contract/account.ts'
import { bindDevice, type Device } from '@homeport/contract/device.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Download, Page } from 'playwright-core'
import { until } from '../../testing/until.ts'
import type { World } from '../world.ts'
import { askAs, type App } from './app.ts'
import { makeFilm } from './film.ts'
import { storyPassword } from './story.ts'

export const hereFilm = 'Metropolis'
export const largeFile = 'large.bin'
export const largeBytes = 40 * 1024 * 1024

export const hereWords = {
  en: {
    watchHere: 'Watch here',
    progress: 'Progress',
    pause: 'Pause',
    resume: 'Play',
    tracks: /^Subtitles/,
    actionsOf: (name: string) => `Actions for ${name}`,
    keep: /^Save to/,
  },
  zh: {
    watchHere: '在这里观看',
    progress: '进度',
    pause: '暂停',
    resume: '播放',
    tracks: /^字幕/,
    actionsOf: (name: string) => `「${name}」的操作`,
    keep: /^保存到/,
  },
}

/** A film of a minute with subtitles, a file of 40 MB, and the box's owner. */
export async function settleWithFilm(
  world: World,
  { lang, username }: { lang: Lang; username: string },
): Promise<{ caller: App; signedIn: SignedIn; device: Device }> {
  await makeFilm(path.join(world.downloads, `${hereFilm} (1927).mp4`), { seconds: 60 })
  await writeFile(path.join(world.downloads, `${hereFilm} (1927).en.srt`), '1\n00:00:00,000 --> 00:01:00,000\nThe city\n')
  await writeFile(path.join(world.downloads, largeFile), Buffer.alloc(largeBytes, 'homeport'))
  const guest = { address: world.addresses[0] ?? '', lang }
  const signedIn = await askAs(guest, register, { username, password: storyPassword, agreed: 1 })
  const caller = { ...guest, token: signedIn.token }
  const device = await askAs(caller, bindDevice, { devsn: '', code: (await world.pair()).code })
  return { caller, signedIn, device }
}

export const onHereFilm = (page: Page) => page.getByRole('heading', { name: hereFilm }).waitFor()

export async function openHereFilm(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/#/pages/main/movie/list`)
  await page.getByRole('link', { name: hereFilm }).first().click()
  await onHereFilm(page)
}

/** From the film's page until it plays. here: this screen in the sheet. onSheet: before it goes. */
export async function watchHere(
  page: Page,
  { lang, here, onSheet }: { lang: Lang; here: RegExp; onSheet?: () => Promise<void> },
): Promise<void> {
  await page
    .getByRole('button', { name: `: ${hereFilm}` })
    .first()
    .click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('radio', { name: here }).click()
  await onSheet?.()
  await sheet.getByRole('button', { name: hereWords[lang].watchHere }).click()
  await page.getByRole('slider', { name: hereWords[lang].progress }).waitFor()
  await until('the film plays', async () => (await herePoint(page)) > 0.3)
}

/** s; 0 while no film is there. */
export async function herePoint(page: Page): Promise<number> {
  return Number(await page.evaluate('document.querySelector("video")?.currentTime ?? 0').catch(() => 0))
}

/** Saves the large file from the list of files; it comes whole. */
export async function saveLargeFile(page: Page, { address, lang }: { address: string; lang: Lang }): Promise<Download> {
  await page.goto(`${address}/#/pages/device/files/list`)
  await page.getByRole('button', { name: /^downloads / }).click()
  await page.getByRole('button', { name: hereWords[lang].actionsOf(largeFile) }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: hereWords[lang].keep }).click()
  const saved = await saving
  if ((await digestOf(await saved.path())) !== digest(Buffer.alloc(largeBytes, 'homeport'))) throw new Error('it is not whole')
  return saved
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(file)) hash.update(bytes)
  return hash.digest('hex')
}
