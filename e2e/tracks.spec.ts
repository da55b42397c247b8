/**
 * Subtitles and audio tracks: a film with two sounds and a GBK subtitle beside it. Chosen on the phone, the TV shows the line at its time; another sound, two subtitles at once, night sound; a reload of the TV keeps
 * them with their offset and size, the next film begins with the habit, and more subtitles are fetched from a service. In Chinese on a phone and in English on a desktop.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Act, In, Shape } from '@homeport/contract/kit/operation.ts'
import { PlayerInfo, playerStatus } from '@homeport/contract/playback/playback.ts'
import { playerSetTracks } from '@homeport/contract/playback/tracks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeText } from '../testing/encode-text.ts'
import { openSubtitleProvider, testSubtitleKey, type SubtitleServer } from '../testing/subtitle-provider/server.ts'
import { askAs } from './parts/app.ts'
import { canMakeFilms, filmMaker, makeFilm } from './parts/film.ts'
import { look } from './parts/look.ts'
import { measureNightPath, watchLoudspeakers } from './parts/night-sound.ts'
import { settleOn } from './parts/session.ts'
import { words as storyWords } from './parts/story.ts'
import { openTv, playOnNewTv, tvWords, type TvPage } from './parts/tv.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'
import { inLanguages } from './parts/languages.ts'

const words = {
  en: {
    ...storyWords.en,
    owner: 'harbour-light',
    sheet: 'Subtitles and audio',
    off: 'Off',
    position: 'Position',
    pause: 'Pause',
    find: 'Find subtitles…',
    exact: 'Made for this file',
    close: 'Close',
    openRemote: 'Open remote',
    second: 'Second subtitles',
    more: 'Playback',
    night: 'Night sound',
    nightText: 'Voices louder, bangs quieter. Kept for this TV.',
    nightBlocked: 'Press OK on the TV’s remote to turn it on.',
    nightOn: 'Night sound on',
    pressOk: 'Press OK on the TV’s remote to turn on night sound',
    playOn: 'Play',
  },
  zh: {
    ...storyWords.zh,
    owner: '慢火车',
    sheet: '字幕和音轨',
    off: '关闭',
    position: '播放进度',
    pause: '暂停',
    find: '查找字幕…',
    exact: '与此文件完全匹配',
    close: '关闭',
    openRemote: '打开遥控器',
    second: '第二字幕',
    more: '播放设置',
    night: '夜间音效',
    nightText: '对白更清楚，巨响变小声；这台电视会记住。',
    nightBlocked: '按一下电视遥控器上的「确定」即可打开。',
    nightOn: '夜间音效开',
    pressOk: '按一下电视遥控器上的「确定」即可打开夜间音效。',
    playOn: '播放',
  },
} as const

const seconds = 60
/** The level of the tones in dB, and a level that they have with night sound only. */
const recorded = -21
const raised = -19
const lines = {
  first: '头脑与双手之间',
  second: '必须由心来调和',
  next: '日出时分，这里没有别人',
  fetched: 'The mediator must be the heart',
}
const cue = (from: number, to: number, text: string) =>
  `1\r\n00:00:${String(from).padStart(2, '0')},000 --> 00:00:${to},000\r\n${text}\r\n\r\n`
const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)

/** Two sounds: English and Chinese, each a tone of its own. */
async function makeTwoSounds(file: string, work: string): Promise<void> {
  await makeFilm(work, { seconds })
  await mkdir(path.dirname(file), { recursive: true })
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=880:duration=${seconds}`]
  const maps = ['-map', '0:v', '-map', '0:a', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac']
  const tags = ['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=chi', '-metadata:s:a:1', 'title=国语']
  const done = spawnSync(filmMaker ?? '', ['-v', 'error', '-y', '-i', work, ...tone, ...maps, ...tags, file], {
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`ffmpeg made no film: ${done.stderr}`)
  await rm(work)
}

describe.skipIf(missing.length > 0)(`tracks${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`, () => {
  const looks = [
    ['zh', { width: 390, height: 844, dark: true }],
    ['en', { width: 1280, height: 800 }],
  ] as const
  describe.each(inLanguages('en', looks))('of a film on the TV (%s)', (lang, size) => {
    const w = words[lang]
    let world: World
    let service: SubtitleServer
    let phone: Phone
    let tv: TvPage
    let act: <I extends Shape>(command: Act<I>, data: In<I>) => Promise<{ code: number; data?: unknown }>
    const at = (name: string) => path.join(world.downloads, name)

    beforeAll(async () => {
      service = await openSubtitleProvider({
        entries: [
          {
            id: 11,
            language: 'en',
            release: 'Metropolis.1927.Restored',
            text: cue(10, 50, lines.fetched),
            title: 'metropolis',
            downloads: 12_034,
          },
        ],
      })
      world = await openWorld({ env: { OPENSUBTITLES_KEY: testSubtitleKey, OPENSUBTITLES_URL: service.url } })
      await makeTwoSounds(at('Metropolis (1927).mkv'), path.join(world.folder, 'work.mp4'))
      await makeFilm(at('Sunrise (1927).mp4'), { seconds })
      const text = cue(10, 30, lines.first) + cue(30, 55, lines.second)
      await writeFile(at('Metropolis (1927).zh.srt'), encodeText(text, 'gb18030'))
      await writeFile(at('Metropolis (1927).de.sup'), 'pictures')
      await writeFile(at('Sunrise (1927).srt'), cue(0, 59, lines.next))
      phone = await openPhone({ locale: w.locale, ...size })
      const address = world.addresses[0] ?? ''
      const { devsn, code } = await world.pair()
      const { token } = await settleOn(phone, { address, lang, username: w.owner, code })
      act = (command, data) => askAs.act({ address, lang, token }, command, { devsn, data })
      await phone.page.goto(`${address}/#/pages/main/movie/list`)
      await phone.page.getByRole('link', { name: 'Metropolis' }).first().click()
      await phone.page.getByRole('heading', { name: 'Metropolis' }).waitFor()
      tv = await openTv(`http://${lanAddress}:${world.screenPort}/`, w.locale)
      await tv.page.addInitScript(watchLoudspeakers)
      await playOnNewTv(phone, tv, { lang })
      await until('the film moves', async () => (await tv.film()).hasPicture && (await tv.film()).point > 0.3)
    })
    afterAll(async () => {
      await phone.close()
      await tv.close()
      await world.stop()
      await service.stop()
    })

    const onTv = (text: string) => until(`the TV shows ${text}`, async () => (await tv.words()).includes(text))
    const notOnTv = (text: string) => until(`the TV shows no ${text}`, async () => !(await tv.words()).includes(text))
    const row = (name: RegExp | string) => phone.page.getByRole('radio', { name })
    const openSheet = () => phone.page.getByRole('button', { name: w.sheet }).click()
    const closeSheet = async () => {
      await phone.page.keyboard.press('Escape')
      await phone.page.getByRole('heading', { name: w.sheet }).waitFor({ state: 'hidden' })
    }
    /** With a tap on the slider: to within two seconds. */
    async function seekTo(target: number): Promise<void> {
      const { x, y, width, height } = (await phone.page.getByRole('slider', { name: w.position }).boundingBox()) ?? {
        x: 0,
        y: 0,
        width: 0,
        height: 0,
      }
      await phone.page.mouse.click(x + (width * target) / seconds, y + height / 2)
      await until('the TV has sought', async () => Math.abs((await tv.film()).point - target) < 2)
    }

    test('a GBK subtitle is chosen on the phone and stands on the TV at its time', async () => {
      await phone.page.getByRole('button', { name: w.pause }).click()
      await openSheet()
      await row(/简体中文/).waitFor()
      expect(await row(/Deutsch/).getAttribute('aria-disabled')).toBe('true')
      expect(await phone.axe()).toEqual([])
      await row(/简体中文/).click()
      await look(phone, `tracks-sheet.${lang}`)
      await closeSheet()
      await seekTo(20)
      await onTv(lines.first)
      await look(tv, `tracks-tv.${lang}`)
      await seekTo(40)
      await onTv(lines.second)
      await notOnTv(lines.first)
    })

    test('a reload of the TV keeps subtitle, offset and size', async () => {
      await seekTo(33)
      await onTv(lines.second)
      const { screen_id: target } = PlayerInfo.parse((await act(playerStatus, {})).data)
      await act(playerSetTracks, { target, offset_ms: 5_000, size: 'l' })
      await onTv(lines.first)
      await until('the text is large', () => tv.page.locator('.subtitle-layer-large').isVisible())
      await look(tv, `tracks-tv-large.${lang}`)
      await tv.page.reload()
      await until('the film is back', async () => (await tv.film()).hasPicture)
      await onTv(lines.first)
      await until('the text is large', () => tv.page.locator('.subtitle-layer-large').isVisible())
    })

    test('another sound is chosen, and the film goes on where it was', async () => {
      await openSheet()
      await row(/国语/).click()
      await until('the sound is chosen', async () => (await row(/国语/).getAttribute('aria-checked')) === 'true')
      await closeSheet()
      await onTv(lines.first)
      // The line of this point in the whole film, also where the source begins later.
      await notOnTv(lines.second)
    })

    test('subtitles are found in the service and fetched; they show at once', async () => {
      await openSheet()
      await phone.page.getByRole('button', { name: w.find }).click()
      const hit = phone.page.getByRole('button', { name: /Metropolis.1927.Restored/ })
      await hit.waitFor()
      expect(await phone.axe()).toEqual([])
      await look(phone, `tracks-find.${lang}`)
      await hit.click()
      await until('it is chosen', async () => (await row(/English Metropolis/).getAttribute('aria-checked')) === 'true')
      await onTv(lines.fetched)
      await row(/简体中文/).click()
      await onTv(lines.first)
      await closeSheet()
    })

    test('a second subtitle stands above the first, and pictures are no choice', async () => {
      await openSheet()
      await phone.page.getByRole('button', { name: w.second }).click()
      await phone.page.getByRole('heading', { name: w.second }).waitFor()
      expect(await row(/Deutsch/).getAttribute('aria-disabled')).toBe('true')
      expect(await phone.axe()).toEqual([])
      await row(/English Metropolis/).click()
      await look(phone, `tracks-second.${lang}`)
      await onTv(lines.fetched)
      await onTv(lines.first)
      await look(tv, `tracks-tv-second.${lang}`)
      const boxOf = (text: string) => tv.page.locator('.subtitle-layer-subtitles p').filter({ hasText: text }).boundingBox()
      const [above, below] = [await boxOf(lines.fetched), await boxOf(lines.first)]
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
      await phone.page.keyboard.press('Escape')
      await phone.page.getByRole('heading', { name: w.second }).waitFor({ state: 'hidden' })
    })

    test('night sound brings whispers and bangs together', async () => {
      const { before, after } = await measureNightPath(tv.page)
      expect(before.bang - before.whisper).toBeGreaterThan(35)
      expect(after.bang - after.whisper).toBeLessThan(15)
      expect(after.whisper).toBeGreaterThan(before.whisper + 12)
      expect(after.bang).toBeLessThan(before.bang - 5)
      expect(after.peak).toBeLessThan(-3)
    })

    const loudness = () => tv.page.evaluate(() => Number(Reflect.get(window, 'loudspeakers')()))
    const night = () => phone.page.getByRole('switch', { name: w.night })

    test('it is switched on the phone within a film; a TV that wants a key first says so and goes on sounding', async () => {
      // A page that nobody touched yet.
      await tv.page.reload()
      await until('the film is back', async () => (await tv.film()).hasPicture)
      await phone.page.getByRole('button', { name: w.playOn, exact: true }).click()
      await until('it plays', async () => !(await tv.film()).isPaused)
      await phone.page.getByRole('button', { name: w.more, exact: true }).click()
      await phone.page.getByText(w.nightText).waitFor()
      await look(phone, `night-sheet.${lang}`)
      expect(await phone.axe()).toEqual([])
      await night().click({ force: true })
      await phone.page.getByText(w.nightBlocked).waitFor()
      expect(await night().isChecked()).toBe(true)
      await tv.press('Enter')
      await phone.page.getByText(w.nightText).waitFor()
      await until('the TV says it', async () => (await tv.words()).includes(w.nightOn))
      await look(tv, `night-tv.${lang}`)
      await until('the tone is raised', async () => (await loudness()) > raised)
      await night().click({ force: true })
      await until('it is as the film has it', async () => Math.abs((await loudness()) - recorded) < 1)
      await night().click({ force: true })
      await until('it is raised again', async () => (await loudness()) > raised)
      await phone.page.keyboard.press('Escape')
    })

    test('the next film begins with the habit, and with night sound', async () => {
      await phone.page.goto(`${world.addresses[0]}/#/pages/main/movie/list`)
      await phone.page.getByRole('link', { name: 'Sunrise' }).first().click()
      await phone.page.getByRole('heading', { name: 'Sunrise' }).waitFor()
      await phone.page.getByRole('button', { name: tvWords[lang].play }).click()
      await onTv(lines.next)
      await until('the text is large', () => tv.page.locator('.subtitle-layer-large').isVisible())
      await until('the next film is heard through it', async () => (await loudness()) > raised)
    })
  })
})
