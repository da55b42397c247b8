/** The remote in a household: two phones and one TV, what plays next and a phone that sleeps. In Chinese on a dark phone and in English on a desktop. */
import { copyFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fingerOn } from './parts/drag.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { look } from './parts/look.ts'
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
    anna: 'pier-anna',
    ben: 'boat-ben',
    inUse: /^pier-anna is watching Metropolis on/,
    replace: 'Replace',
    tookOver: /boat-ben now plays Sunrise/,
    addIt: 'Add to queue: Metropolis',
    addSunrise: 'Add to queue: Sunrise',
    addFaust: 'Add to queue: Faust',
    playNext: 'Play next',
    playlist: 'Playlist',
    queue: 'Queue',
    toEnd: 'Add to queue',
    move: (title: string) => `Move ${title}`,
    remove: (title: string) => `Remove ${title}`,
    next: 'Next: Metropolis',
    more: 'Playback',
    close: 'Close',
    elsewhere: /^Play elsewhere/,
    playOn: 'Play on',
    thisDevice: /^This (device|phone)/,
    watchHere: 'Watch here',
    pause: 'Pause',
    play: 'Play',
    comments: 'Comments',
    comment: 'Comment on the film',
    send: 'Send',
    tracks: 'Subtitles and audio',
    openRemote: 'Open remote',
    progress: 'Progress',
    forward30: 'Forward 30 seconds',
    resume: /^Resume from/,
  },
  zh: {
    ...storyWords.zh,
    anna: '码头安娜',
    ben: '渡船小本',
    inUse: /^码头安娜正在「.*」看《Metropolis》/,
    replace: '换成我的',
    tookOver: /渡船小本在「.*」播放了《Sunrise》/,
    addIt: '加入待播：Metropolis',
    addSunrise: '加入待播：Sunrise',
    addFaust: '加入待播：Faust',
    playNext: '下一个播放',
    playlist: '播放列表',
    queue: '待播',
    toEnd: '加入待播',
    move: (title: string) => `移动《${title}》`,
    remove: (title: string) => `移除《${title}》`,
    next: '接下来：Metropolis',
    more: '播放设置',
    close: '关闭',
    elsewhere: /^换一台播放/,
    playOn: '播放到',
    thisDevice: /^(本机|这部手机)/,
    watchHere: '在这里观看',
    pause: '暂停',
    play: '播放',
    comments: '弹幕',
    comment: '发一条弹幕',
    send: '发送',
    tracks: '字幕和音轨',
    openRemote: '打开遥控器',
    progress: '进度',
    forward30: '前进 30 秒',
    resume: /^从 .* 继续/,
  },
} as const

/** By a finger, from the middle of one to the middle of the other. */
async function drag({ page }: Phone, from: Locator, to: Locator): Promise<void> {
  // It lies still and nothing covers it.
  await from.click({ trial: true })
  const middle = async (part: Locator) => {
    const box = await part.boundingBox()
    if (!box) throw new Error('it is not on the screen')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const [start, end] = [await middle(from), await middle(to)]
  const finger = await fingerOn(page)
  await finger.down(start)
  for (const share of [0.3, 0.6, 1]) await finger.move({ x: start.x, y: start.y + (end.y - start.y) * share })
  await finger.up()
}

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)

describe.skipIf(missing.length > 0)(
  `the remote in a household${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`,
  () => {
    const looks = [
      ['zh', { width: 390, height: 844, dark: true }],
      ['en', { width: 1280, height: 800 }],
    ] as const
    describe.each(inLanguages('zh', looks))('%s', (lang, size) => {
      const w = words[lang]
      let world: World
      let anna: Phone
      let ben: Phone
      let tv: TvPage

      async function join(username: string): Promise<Phone> {
        const phone = await openPhone({ locale: w.locale, ...size })
        const { code } = await world.pair()
        await settleOn(phone, { address: world.addresses[0] ?? '', lang, username, code })
        return phone
      }
      async function openFilm({ page }: Phone, title: string): Promise<void> {
        await page.goto(`${world.addresses[0]}/#/pages/main/movie/list`)
        await page.getByRole('link', { name: title }).first().click()
        await page.getByRole('heading', { name: title }).waitFor()
      }
      const remote = ({ page }: Phone) => page.locator('.remote-remote')
      const plays = (title: string) =>
        until(`the TV plays ${title}`, async () => (await tv.words()).includes(title) && (await tv.film()).hasPicture)

      beforeAll(async () => {
        world = await openWorld()
        await makeFilm(path.join(world.downloads, 'Metropolis (1927).mp4'), { seconds: 120 })
        await makeFilm(path.join(world.downloads, 'Sunrise (1927).mp4'), { seconds: 120 })
        await copyFile(path.join(world.downloads, 'Sunrise (1927).mp4'), path.join(world.downloads, 'Faust (1926).mp4'))
        const cue = (text: string) => `1\n00:00:00,000 --> 00:01:59,000\n${text}\n`
        await writeFile(path.join(world.downloads, 'Metropolis (1927).en.srt'), cue('The city sleeps'))
        await writeFile(path.join(world.downloads, 'Metropolis (1927).zh.srt'), cue('城市睡了'))
        anna = await join(w.anna)
        ben = await join(w.ben)
        tv = await openTv(`http://${lanAddress}:${world.screenPort}/`, w.locale)
      })
      afterAll(async () => {
        await anna.close()
        await ben.close()
        await tv.close()
        await world.stop()
      })

      test('somebody else’s film is replaced only on purpose, and the person who watched it hears by whom', async () => {
        await openFilm(anna, 'Metropolis')
        await playOnNewTv(anna, tv, { lang })
        await plays('Metropolis')
        await openFilm(ben, 'Sunrise')
        await ben.page.locator('.mini-player-miniPlayer').getByText(w.anna).waitFor()
        await look(ben, `remote-mini-${lang}`)
        await ben.page.getByRole('button', { name: tvWords[lang].play }).click()
        await ben.page.getByRole('alertdialog', { name: w.inUse }).waitFor()
        expect(await ben.axe()).toEqual([])
        await look(ben, `remote-in-use-${lang}`)
        await ben.page.getByRole('button', { name: w.replace }).click()
        await remote(ben).getByText('Sunrise').first().waitFor()
        await anna.page.getByText(w.tookOver).waitFor()
        await look(anna, `remote-took-over-${lang}`)
        await plays('Sunrise')
        await remote(anna).getByText(w.ben).waitFor()
      })

      test('a film is put next, stands in the playlist of everybody, and is played', async () => {
        await ben.page.keyboard.press('Escape')
        await openFilm(ben, 'Metropolis')
        await ben.page.getByRole('button', { name: w.addIt }).click()
        await ben.page.getByRole('button', { name: w.playNext }).click()
        await remote(anna).getByRole('button', { name: w.next }).waitFor()
        await remote(anna).getByRole('button', { name: w.playlist }).click()
        await anna.page.getByRole('region', { name: w.queue }).getByText('Metropolis').waitFor()
        expect(await anna.axe()).toEqual([])
        await look(anna, `remote-playlist-${lang}`)
        await anna.page.getByRole('dialog', { name: w.playlist }).getByRole('button', { name: w.close }).click()
        await remote(anna).getByRole('button', { name: w.next }).click()
        await plays('Metropolis')
      })

      test('the playlist is put in order by finger and by keyboard, and the second phone shows the same order', async () => {
        for (const [title, button] of [
          ['Sunrise', w.addSunrise],
          ['Faust', w.addFaust],
        ] as const) {
          await openFilm(ben, title)
          await ben.page.getByRole('button', { name: button }).click()
          await ben.page.getByRole('button', { name: w.toEnd, exact: true }).click()
        }
        await ben.page.getByRole('button', { name: w.openRemote }).first().click()
        for (const phone of [anna, ben]) await remote(phone).getByRole('button', { name: w.playlist }).click()
        const rows = ({ page }: Phone) => page.getByRole('region', { name: w.queue }).getByRole('listitem')
        const isOrder = (...titles: string[]) =>
          until(`both phones have ${titles.join(', ')}`, async () => {
            const lists = await Promise.all([anna, ben].map((phone) => rows(phone).allInnerTexts()))
            return lists.every(
              (texts) => texts.length === titles.length && titles.every((title, at) => texts[at]?.includes(title)),
            )
          })
        await isOrder('Sunrise', 'Faust')
        await drag(anna, anna.page.getByRole('button', { name: w.move('Faust'), exact: true }), rows(anna).first())
        await isOrder('Faust', 'Sunrise')
        await ben.page.getByRole('button', { name: w.move('Faust'), exact: true }).focus()
        await ben.page.keyboard.press('ArrowDown')
        await isOrder('Sunrise', 'Faust')
        // The row that moved keeps the focus: the next key goes on with it.
        await ben.page.keyboard.press('ArrowUp')
        await isOrder('Faust', 'Sunrise')
        await look(ben, `remote-order-${lang}`)
        for (const title of ['Faust', 'Sunrise']) await ben.page.getByRole('button', { name: w.remove(title) }).click()
        await until('both are empty', async () => (await rows(anna).count()) + (await rows(ben).count()) === 0)
        for (const { page } of [anna, ben])
          await page.getByRole('dialog', { name: w.playlist }).getByRole('button', { name: w.close }).click()
        await openFilm(ben, 'Metropolis')
      })

      test('a comment written on the phone flies over the TV as it was typed', async () => {
        await remote(anna).getByRole('button', { name: w.more, exact: true }).click()
        await anna.page.getByRole('button', { name: w.comments, exact: true }).click()
        await anna.page.getByRole('textbox', { name: w.comment }).fill('so <b>quiet</b> 安静')
        await anna.page.getByRole('button', { name: w.send }).click()
        await until('it flies', async () =>
          (await tv.page.locator('.tv-bullets-bullet').allInnerTexts()).includes('so <b>quiet</b> 安静'),
        )
        expect(await anna.axe()).toEqual([])
        await look(anna, `remote-comments-${lang}`)
        await look(tv, `tv-comment-${lang}`)
        await anna.page.getByRole('dialog', { name: w.comments }).getByRole('button', { name: w.close }).click()
      })

      test('two phones change the tracks: each sees what the other chose, and the TV shows the last choice', async () => {
        const row = ({ page }: Phone, name: RegExp) => page.getByRole('radio', { name })
        const isChosen = (phone: Phone, name: RegExp) =>
          until('it is chosen', async () => (await row(phone, name).getAttribute('aria-checked')) === 'true')
        await ben.page.getByRole('button', { name: w.openRemote }).first().click()
        for (const phone of [anna, ben]) await remote(phone).getByRole('button', { name: w.tracks }).click()
        await row(anna, /English/).click()
        await isChosen(ben, /English/)
        await until('the TV shows it', async () => (await tv.words()).includes('The city sleeps'))
        await row(ben, /中文/).click()
        await isChosen(anna, /中文/)
        await until('the TV shows the other', async () => (await tv.words()).includes('城市睡了'))
        for (const { page } of [anna, ben]) await page.keyboard.press('Escape')
        await anna.page.getByRole('heading', { name: w.tracks }).waitFor({ state: 'hidden' })
      })

      test('a phone that slept shows what is true within a second of waking', async () => {
        await sleep(anna)
        await openFilm(ben, 'Metropolis')
        await ben.page.locator('main').getByRole('button', { name: w.pause, exact: true }).click()
        await until('the TV is paused', async () => (await tv.film()).isPaused)
        await wake(anna)
        await remote(anna).getByRole('button', { name: w.play, exact: true }).waitFor()
        expect(anna.errors).toEqual([])
        expect(ben.errors).toEqual([])
        expect(tv.errors).toEqual([])
      })

      test('a phone or computer shows a film itself: the box’s page plays it in the same tab, for its user alone; Back leads to the app, where it goes on here or on the TV', async () => {
        const { page } = ben
        const point = async () => Number(await page.evaluate('document.querySelector("video")?.currentTime ?? 0').catch(() => 0))
        const watchHere = async () => {
          await page.getByRole('button', { name: w.elsewhere }).click()
          const sheet = page.getByRole('dialog', { name: w.playOn })
          await sheet.getByRole('radio', { name: w.thisDevice }).click()
          expect(await ben.axe()).toEqual([])
          await look(ben, `remote-here-${lang}`)
          await sheet.getByRole('button', { name: w.watchHere }).click()
          await page.getByRole('slider', { name: w.progress }).waitFor()
        }
        const resume = page.getByRole('button', { name: w.resume })
        await openFilm(ben, 'Sunrise')
        await watchHere()
        await until('the film plays in this browser', async () => (await point()) > 0.3)
        expect(page.url()).not.toContain('key=')
        await plays('Metropolis')
        expect(await anna.page.getByText('Sunrise').count()).toBe(0)
        await page.mouse.move(200, 200)
        await page.getByRole('button', { name: w.forward30 }).click()
        await until('it goes on 30 seconds later', async () => (await point()) > 30)
        await page.getByRole('button', { name: w.pause, exact: true }).click()
        await page.getByRole('button', { name: w.play, exact: true }).waitFor()
        expect(await ben.axe()).toEqual([])
        await look(ben, `here-paused-${lang}`)
        const pausedAt = await point()
        await page.goBack()
        await page.getByRole('heading', { name: 'Sunrise' }).waitFor()
        const offered = async () => {
          const [, minutes = '', seconds = ''] = /(\d+):(\d+)/.exec((await resume.textContent()) ?? '') ?? []
          return Number(minutes) * 60 + Number(seconds)
        }
        await until('the film’s page offers to go on there', async () => Math.abs((await offered()) - pausedAt) <= 1)
        await watchHere()
        await until('it goes on where it was', async () => (await point()) >= pausedAt - 1)
        await page.getByRole('button', { name: w.close, exact: true }).click()
        await page.getByRole('heading', { name: 'Sunrise' }).waitFor()
        await resume.click()
        await plays('Sunrise')
        expect(ben.errors).toEqual([])
      })
    })
  },
)

/** As a browser does when the phone is locked and unlocked: the page is hidden, and nothing else of it changes. */
async function setShown({ page }: Phone, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}
const sleep = (phone: Phone) => setShown(phone, 'hidden')
const wake = (phone: Phone) => setShown(phone, 'visible')
