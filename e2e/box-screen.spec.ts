/** A film on the display of the box itself: mpv under Xvfb shows it full screen, and the phone's remote drives it. In English on a phone and in Chinese on a desktop in the dark. */
import { spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canMakeFilms, filmMaker, hevc, makeFilm } from './parts/film.ts'
import { inLanguages } from './parts/languages.ts'
import { look } from './parts/look.ts'
import { startProgram } from './parts/programs.ts'
import { settleOn } from './parts/session.ts'
import { words as storyWords } from './parts/story.ts'
import { end } from './parts/seed.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const words = {
  en: {
    ...storyWords.en,
    owner: 'harbour-light',
    elsewhere: /^Play elsewhere/,
    playOn: 'Play on',
    own: /^Box screen/,
    can: 'All formats · no comments',
    playThere: 'Play on Box screen',
    noKeys: 'The arrow keys work here while a film plays.',
    ok: 'OK',
    openRemote: 'Open remote',
    close: 'Close',
    play: 'Play',
    pause: 'Pause',
    more: 'Playback',
    speed: 'Speed',
    quality: 'Quality',
    stop: 'Stop',
    tvs: /^TVs/,
    tvName: 'TV name',
    named: 'Projector by the window',
    save: 'Save',
  },
  zh: {
    ...storyWords.zh,
    owner: '慢火车',
    elsewhere: /^换一台播放/,
    playOn: '播放到',
    own: /^盒子的屏幕/,
    can: '支持所有格式 · 不支持弹幕',
    playThere: '在「盒子的屏幕」播放',
    noKeys: '播放影片时可使用方向键。',
    ok: '确定',
    openRemote: '打开遥控器',
    close: '关闭',
    play: '播放',
    pause: '暂停',
    more: '播放设置',
    speed: '倍速',
    quality: '画质',
    stop: '停止',
    tvs: /^电视/,
    tvName: '电视名称',
    named: '窗边的投影',
    save: '保存',
  },
} as const
const title = 'Metropolis'
const black = 16
const programs = ['mpv', 'Xvfb'].map((name) =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((one) => existsSync(one)),
)
const missing = [
  !hasBrowser && 'Chromium',
  !canMakeFilms && 'ffmpeg',
  !lanAddress && 'an address on a network',
  programs.includes(undefined) && 'mpv or no Xvfb',
].filter(Boolean)

describe.skipIf(missing.length > 0)(
  `the box's display${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`,
  () => {
    const looks = [
      ['en', { width: 390, height: 844 }],
      ['zh', { width: 1280, height: 800, dark: true }],
    ] as const
    describe.each(inLanguages('en', looks))('a box with a screen of its own (%s)', (lang, size) => {
      const w = words[lang]
      const display = `:${process.pid % 10_000}`
      let x: ChildProcess
      let world: World
      let phone: Phone

      beforeAll(async () => {
        x = await startProgram(programs[1] ?? '', [display, '-screen', '0', '640x360x24', '-nolisten', 'tcp'])
        await until('the display is there', () => existsSync(`/tmp/.X11-unix/X${display.slice(1)}`))
        world = await openWorld({ env: { HOMEPORT_MPV: '1', DISPLAY: display, WAYLAND_DISPLAY: '' } })
        // No browser plays it.
        await makeFilm(path.join(world.downloads, `${title} (1927).mkv`), { seconds: 120, video: hevc, audio: 'flac' })
        phone = await openPhone({ locale: w.locale, ...size })
        const address = world.addresses[0] ?? ''
        await settleOn(phone, { address, lang, username: w.owner, code: (await world.pair()).code })
        await phone.page.goto(`${address}/#/pages/main/movie/list`)
        await phone.page.getByRole('link', { name: title }).first().click()
        await phone.page.getByRole('heading', { name: title }).waitFor()
      })
      afterAll(async () => {
        await phone.close()
        await world.stop()
        await end(x)
      })

      /** The mean of the picture on the display: a black one is near 0. */
      function brightness(): number {
        const grab = [
          '-v',
          'error',
          '-f',
          'x11grab',
          '-draw_mouse',
          '0',
          '-video_size',
          '640x360',
          '-i',
          display,
          '-frames:v',
          '1',
        ]
        const { stdout } = spawnSync(filmMaker ?? '', [...grab, '-vf', 'scale=16:9', '-pix_fmt', 'gray', '-f', 'rawvideo', '-'])
        return stdout.reduce((sum: number, value) => sum + value, 0) / Math.max(1, stdout.length)
      }

      test('the list says what it can, and the film fills its screen', async () => {
        const { page } = phone
        expect(brightness()).toBeLessThan(black)
        await page.getByRole('button', { name: w.elsewhere }).click()
        const sheet = page.getByRole('dialog', { name: w.playOn })
        await sheet.getByRole('radio', { name: w.own }).click()
        await sheet.getByText(w.can).waitFor()
        expect(await phone.axe()).toEqual([])
        await look(phone, `box-screen-where-${lang}`)
        await sheet.getByRole('button', { name: w.playThere }).click()
        await until('the film is on the display', () => brightness() > 40)
        await page.getByRole('button', { name: w.ok, exact: true }).waitFor()
        await look(phone, `box-screen-remote-${lang}`)
      })

      test('the pad pauses it, and there is no limit of the bit rate to choose', async () => {
        const { page } = phone
        const remote = page.getByRole('dialog').first()
        await remote.getByRole('button', { name: w.ok, exact: true }).click()
        await remote.getByRole('button', { name: w.play, exact: true }).waitFor()
        await remote.getByRole('button', { name: w.play, exact: true }).click()
        await remote.getByRole('button', { name: w.pause, exact: true }).waitFor()
        await remote.getByRole('button', { name: w.more, exact: true }).click()
        const sheet = page.getByRole('dialog', { name: w.more })
        await sheet.getByText(w.speed).first().waitFor()
        expect(await sheet.getByText(w.quality, { exact: true }).count()).toBe(0)
        await look(phone, `box-screen-more-${lang}`)
        await sheet.getByRole('button', { name: w.close }).click()
      })

      test('Stop leaves the display to others, and the remote says that the arrows wait for a film', async () => {
        const { page } = phone
        await page.getByRole('button', { name: w.stop, exact: true }).click()
        await until('the display is black', () => brightness() < black)
        await page.getByText(w.noKeys).waitFor()
        expect(await phone.axe()).toEqual([])
        await look(phone, `box-screen-idle-${lang}`)
      })

      test('is among the TVs of the box, where it is named', async () => {
        const { page } = phone
        await page.goto(`${world.addresses[0]}/#/pages/device/setting/setting`)
        await page.getByRole('button', { name: w.tvs }).click()
        const sheet = page.getByRole('dialog')
        await sheet.getByText(w.can).waitFor()
        await look(phone, `box-screen-tvs-${lang}`)
        await sheet.getByRole('button', { name: w.own }).click()
        await look(phone, `box-screen-one-${lang}`)
        await sheet.getByLabel(w.tvName).fill(w.named)
        await sheet.getByRole('button', { name: w.save }).click()
        await sheet.getByRole('button', { name: w.named }).waitFor()
        expect(await phone.axe()).toEqual([])
        expect(phone.errors).toEqual([])
      })
    })
  },
)
