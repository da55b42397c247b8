/** A Kodi of the house, added in the app: Debian's Kodi on a display that nobody sees plays a film, and the phone's remote drives it. In English on a phone and in Chinese on a desktop in the dark. */
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canMakeFilms, hevc, makeFilm } from './parts/film.ts'
import { inLanguages } from './parts/languages.ts'
import { look } from './parts/look.ts'
import { settleOn } from './parts/session.ts'
import { words as storyWords } from './parts/story.ts'
import { kodiLogin, noKodi, startKodi } from '../testing/real-kodi.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const words = {
  en: {
    ...storyWords.en,
    owner: 'tide-table',
    tvs: /^TVs/,
    add: 'Add a Kodi',
    address: 'Address of Kodi',
    port: 'Port',
    username: 'Username',
    password: 'Password',
    wrongAddress: 'Enter an address like 192.168.1.20',
    wrongPassword: 'Kodi doesn’t accept this username and password',
    kodi: /^Kodi/,
    lacks: /Kodi · no speed, no comments/,
    elsewhere: /^Play elsewhere/,
    playOn: 'Play on',
    playThere: /^Play on Kodi/,
    pause: 'Pause',
    stop: 'Stop',
    ok: 'OK',
    remove: 'Remove this TV',
    forgets: 'It stops playing, and the box forgets its address and password.',
    removeIt: 'Remove',
  },
  zh: {
    ...storyWords.zh,
    owner: '潮汐表',
    tvs: /^电视/,
    add: '添加 Kodi',
    address: 'Kodi 的地址',
    port: '端口',
    username: '用户名',
    password: '密码',
    wrongAddress: '请输入类似 192.168.1.20 的地址',
    wrongPassword: 'Kodi 不接受此用户名和密码',
    kodi: /^Kodi/,
    lacks: /Kodi · 不支持倍速、弹幕/,
    elsewhere: /^换一台播放/,
    playOn: '播放到',
    playThere: /^在「Kodi/,
    pause: '暂停',
    stop: '停止',
    ok: '确定',
    remove: '移除这台电视',
    forgets: '它会停止播放，盒子会删除它的地址和密码。',
    removeIt: '移除',
  },
} as const
const title = 'Metropolis'
const missing = [
  !hasBrowser && 'no Chromium',
  !canMakeFilms && 'no ffmpeg',
  !lanAddress && 'no address on a network',
  noKodi,
].filter(Boolean)

describe.skipIf(missing.length > 0)(`Kodi${missing.length > 0 ? ` (skipped: ${missing.join(', ')})` : ''}`, () => {
  const looks = [
    ['en', { width: 390, height: 844 }],
    ['zh', { width: 1280, height: 800, dark: true }],
  ] as const
  describe.each(inLanguages('en', looks))('in the house of a box (%s)', (lang, size) => {
    const w = words[lang]
    let kodi: Awaited<ReturnType<typeof startKodi>>
    let world: World
    let phone: Phone

    beforeAll(async () => {
      kodi = await startKodi()
      world = await openWorld()
      await makeFilm(path.join(world.downloads, `${title} (1927).mkv`), { seconds: 120, video: hevc, audio: 'flac' })
      phone = await openPhone({ locale: w.locale, ...size })
      const address = world.addresses[0] ?? ''
      await settleOn(phone, { address, lang, username: w.owner, code: (await world.pair()).code })
    })
    afterAll(async () => {
      await phone.close()
      await world.stop()
      kodi.stop()
    })

    const openTvs = async () => {
      await phone.page.goto(`${world.addresses[0]}/#/pages/device/setting/setting`)
      await phone.page.getByRole('button', { name: w.tvs }).click()
      return phone.page.getByRole('dialog')
    }

    test('the owner adds it; what is wrong is said at its field', async () => {
      const sheet = await openTvs()
      await sheet.getByRole('button', { name: w.add }).click()
      const form = sheet.getByRole('region', { name: w.add })
      const submit = form.getByRole('button', { name: w.add })
      await form.getByLabel(w.address).fill('http://127.0.0.1')
      await submit.click()
      await form.getByText(w.wrongAddress).waitFor()
      await form.getByLabel(w.address).fill('127.0.0.1')
      await form.getByLabel(w.port).fill(String(kodi.port))
      await form.getByLabel(w.username).fill(kodiLogin.username)
      await form.getByLabel(w.password).fill('another')
      await look(phone, `kodi-form-${lang}`)
      await submit.click()
      await form.getByText(w.wrongPassword).waitFor()
      expect(await phone.axe()).toEqual([])
      await look(phone, `kodi-wrong-${lang}`)
      await form.getByLabel(w.password).fill(kodiLogin.password)
      await submit.click()
      await sheet.getByText(w.lacks).waitFor()
      await look(phone, `kodi-added-${lang}`)
    })

    test('a film plays there, and the remote pauses and stops it', async () => {
      const { page } = phone
      await page.goto(`${world.addresses[0]}/#/pages/main/movie/list`)
      await page.getByRole('link', { name: title }).first().click()
      await page.getByRole('heading', { name: title }).waitFor()
      await page.getByRole('button', { name: w.elsewhere }).click()
      const sheet = page.getByRole('dialog', { name: w.playOn })
      await sheet.getByRole('radio', { name: w.kodi }).click()
      await look(phone, `kodi-where-${lang}`)
      await sheet.getByRole('button', { name: w.playThere }).click()
      const asked = (properties: string[]) => kodi.call('Player.GetProperties', { playerid: 1, properties })
      await until('Kodi plays it', async () => /"speed":1/.test(await asked(['speed'])))
      await page.getByRole('button', { name: w.ok, exact: true }).waitFor()
      await page.getByRole('button', { name: w.pause, exact: true }).click()
      await until('Kodi stands', async () => /"speed":0/.test(await asked(['speed'])))
      expect(await phone.axe()).toEqual([])
      await look(phone, `kodi-remote-${lang}`)
      await page.getByRole('button', { name: w.stop, exact: true }).click()
      await until('Kodi shows nothing', async () => (await kodi.call('Player.GetActivePlayers')).includes('"result":[]'))
      await look(phone, `kodi-idle-${lang}`)
    })

    test('is removed with its password', async () => {
      const sheet = await openTvs()
      await sheet.getByRole('button', { name: w.kodi }).click()
      await sheet.getByRole('button', { name: w.remove }).click()
      await sheet.getByText(w.forgets).waitFor()
      await look(phone, `kodi-remove-${lang}`)
      await sheet.getByRole('button', { name: w.removeIt, exact: true }).click()
      await sheet.getByText(w.lacks).waitFor({ state: 'hidden' })
      expect(phone.errors).toEqual([])
    })
  })
})
