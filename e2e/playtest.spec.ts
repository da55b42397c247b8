/** "What can this box play?": a person tests it from the settings, goes away and comes back, and sees what each TV plays. */
import { listDevices } from '@homeport/contract/device.ts'
import { screenAdmit } from '@homeport/contract/playback/screen.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './parts/app.ts'
import { canMakeFilms } from './parts/film.ts'
import { storyLanguages } from './parts/languages.ts'
import { look } from './parts/look.ts'
import { settleOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { digitsOn, openTv, type TvPage } from './parts/tv.ts'
import { patienceMs } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)

const own = {
  en: {
    title: 'What can this box play?',
    back: 'Back',
    noTv: 'Turn on a TV to see what it can play.',
    start: 'Start the test',
    again: 'Test again',
    stop: 'Stop',
    tried: (done: number) => `${done} of 8 tried`,
    converting: 'Converting on this box',
    asTheyAre: /^As they are: HD\s\(H\.264\)/,
    offline: 'Run the test when it’s back.',
  },
  zh: {
    title: '这台盒子能播放什么？',
    back: '返回',
    noTv: '打开电视即可查看它能播放什么。',
    start: '开始测试',
    again: '重新测试',
    stop: '停止',
    tried: (done: number) => `已测试 ${done}/8`,
    converting: '盒子转码速度',
    asTheyAre: /^直接播放：高清（H\.264）/,
    offline: '盒子上线后即可测试。',
  },
}

describe.skipIf(missing.length > 0).each(storyLanguages('en'))('what the box can play (%s)', (lang) => {
  let world: World
  let phone: Phone
  let tv: TvPage | undefined
  const w = own[lang]

  beforeAll(async () => {
    world = await openWorld()
    phone = await openPhone({ locale: words[lang].locale, dark: lang === 'zh' })
  })
  afterAll(async () => {
    await tv?.close()
    await phone?.close()
    await world?.stop()
  })

  test('a test that is begun goes on without the page, is stopped, and says what each TV plays as it is', async () => {
    const { page } = phone
    const address = world.addresses[0] ?? ''
    const username = lang === 'en' ? 'tester' : '测试的人'
    const { token } = await settleOn(phone, { address, lang, username, code: (await world.pair()).code })
    await page.goto(`${address}/#/pages/device/setting/setting`)
    await page.getByRole('link', { name: w.title }).click()
    await page.getByText(w.noTv).waitFor()
    await look(phone, `playtest-new-${lang}`)
    expect(await phone.axe()).toEqual([])

    await page.getByRole('button', { name: w.start }).click()
    await page.getByText(w.tried(0)).waitFor()
    await page.getByRole('button', { name: w.back }).click()
    await page.getByRole('link', { name: w.title }).click()
    await page.getByText(w.tried(1)).waitFor()
    await look(phone, `playtest-running-${lang}`)
    expect(await phone.axe()).toEqual([])
    await page.getByRole('button', { name: w.stop }).click()
    await page.getByRole('button', { name: w.start }).click()

    tv = await openTv(`http://${lanAddress}:${world.screenPort}/`)
    const { data } = await askAs({ address, lang, token }, listDevices, {})
    await askAs.act({ address, lang, token }, screenAdmit, {
      devsn: data[0]?.devsn ?? '',
      data: { digits: await digitsOn(tv, 'en') },
    })
    await page.getByText(w.asTheyAre).waitFor()
    await page.getByRole('button', { name: w.again }).waitFor({ timeout: 2 * patienceMs })
    await page.getByRole('heading', { name: w.converting }).waitFor()
    await look(phone, `playtest-done-${lang}`)
    expect(await phone.axe()).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await look(phone, `playtest-wide-${lang}`)
    await world.killStation()
    await page.getByText(w.offline).waitFor()
    await look(phone, `playtest-offline-${lang}`)
    expect(phone.errors).toEqual([])
  })
})
