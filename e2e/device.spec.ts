/** The household of a box, in both languages: two users with two phones, the owner's rights, and the messages while the box is offline. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { renderSVG } from 'uqr'
import { look } from './parts/look.ts'
import { openLayers } from './parts/open-layers.ts'
import { signUpOn } from './parts/session.ts'
import { bindOn, words } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'
import { storyLanguages } from './parts/languages.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)

const texts = {
  en: {
    owner: 'anna-owner',
    member: 'ben-member',
    settings: 'Box settings',
    household: 'Household',
    ownerRole: 'Owner',
    memberRole: 'Member',
    unknownQr: 'Unknown QR code',
    invalidQr: 'Invalid qrcode',
    rename: 'Rename',
    name: 'Name',
    save: 'Save',
    renamed: 'Name saved',
    newName: 'Attic box',
    special: 'Special characters aren’t allowed',
    unbind: 'Remove',
    unbindThis: 'Unpair this box',
    isUnbound: 'Device is unbound, please rebind',
    close: 'Close',
    info: 'About this box',
    parts: 'Components',
    status: 'Status and disks',
    disks: 'Disks',
    mine: 'My boxes',
    connect: 'Connect a TV',
    invite: 'Invite someone',
    joined: /joined$/,
    newCode: 'New code',
    back: 'Back',
    saved: 'Box is offline',
    filesLater: 'Files show up when the box is back',
    noTv: /No TV connected/,
    remote: /^Remote/,
    left: 'Left',
    nearby: 'Found nearby',
    codeOf: (sn: string) => `Enter the code that Homeport ${sn} shows.`,
  },
  zh: {
    owner: '安娜主人',
    member: '小本成员',
    settings: '盒子设置',
    household: '家庭',
    ownerRole: '管理员',
    memberRole: '成员',
    unknownQr: '无法识别的二维码',
    invalidQr: '无效的二维码',
    rename: '重命名',
    name: '名称',
    save: '保存',
    renamed: '新名称已保存',
    newName: '阁楼的盒子',
    special: '不能使用特殊字符',
    unbind: '移除',
    unbindThis: '解绑这台盒子',
    isUnbound: '设备已解绑，请重新绑定',
    close: '关闭',
    info: '盒子信息',
    parts: '组件',
    status: '状态与硬盘',
    disks: '硬盘',
    mine: '我的盒子',
    connect: '连接电视',
    invite: '邀请家人',
    joined: /已加入$/,
    newCode: '换一个',
    back: '返回',
    saved: '盒子已离线',
    filesLater: '盒子恢复在线后可查看文件',
    noTv: /未连接电视/,
    remote: /^遥控器/,
    left: '左',
    nearby: '附近的盒子',
    codeOf: (sn: string) => `请输入「Homeport ${sn}」显示的配对码。`,
  },
} as const

describe.skipIf(missing.length > 0).each(storyLanguages('zh'))(
  `the household of a box (%s${missing.length > 0 ? `, skipped: no ${missing.join(', no ')}` : ''})`,
  (lang) => {
    const w = words[lang]
    const s = texts[lang]
    let world: World
    let owner: Phone
    let member: Phone
    let address = ''

    beforeAll(async () => {
      world = await openWorld()
      address = world.addresses[0] ?? ''
      owner = await openPhone({ locale: w.locale })
      member = await openPhone({ locale: w.locale, dark: true, ...(lang === 'zh' ? { width: 1280, height: 800 } : {}) })
    })
    afterAll(async () => {
      await owner.close()
      await member.close()
      await world.stop()
    })
    afterEach(() => {
      expect(owner.errors).toEqual([])
      expect(member.errors).toEqual([])
    })

    const open = ({ page }: Phone, path: string) => page.goto(`${address}/#${path}`)

    /** Selects a photo for the scan, as from a phone's camera. */
    async function photograph({ page }: Phone, picture: string): Promise<void> {
      const desk = await page.context().newPage()
      await desk.setContent(`<body style="margin:24px;width:320px;background:#fff">${picture}</body>`)
      const buffer = await desk.locator('body').screenshot()
      await desk.close()
      await page.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer })
    }

    test('on plain http a photo of the QR fills in the code; other pictures get their words', async () => {
      await signUpOn(owner, { address, lang, username: s.owner })
      await open(owner, '/pages/main/device/index')
      const { page } = owner
      const { devsn, code } = await world.pair()
      // Its box is found in the house: choosing it says whose code is meant, and the code stays to be typed (P19).
      const found = page.getByRole('button', { name: new RegExp(`^Homeport ${devsn.slice(-4)}`) })
      await found.click()
      await page.getByText(s.codeOf(devsn.slice(-4)), { exact: true }).waitFor()
      expect(await page.getByLabel(w.code, { exact: true }).inputValue()).toBe('')
      await photograph(owner, renderSVG('https://example.org/a-poster'))
      await page.getByText(s.unknownQr).waitFor()
      await page.getByText(s.unknownQr).waitFor({ state: 'detached' })
      await photograph(owner, '<p>no code here</p>')
      await page.getByText(s.invalidQr).waitFor()
      await photograph(owner, renderSVG(`${address}/#/pages/main/device/index?devsn=${devsn}&code=${code}`))
      const field = page.getByLabel(w.code, { exact: true })
      await until('the code is filled in', async () => (await field.inputValue()) === code)
      expect(await owner.axe()).toEqual([])
    })

    test('the second person joins by the invitation on the owner’s phone, and both see the household (C41)', async () => {
      const { page } = owner
      await bindOn(owner, w, (await world.pair()).code)
      await open(owner, '/pages/device/setting/setting')
      await page.getByRole('heading', { name: s.settings, level: 1 }).waitFor()
      await page.getByRole('link', { name: s.household }).click()
      await page.getByRole('button', { name: s.invite }).click()
      const sheet = page.getByRole('dialog')
      const code = sheet.getByRole('img', { name: /^(\S ){7}\S$/ })
      const read = async () => ((await code.getAttribute('aria-label')) ?? '').replaceAll(' ', '')
      const first = await read()
      expect(await owner.axe()).toEqual([])
      await sheet.getByRole('button', { name: s.newCode }).click()
      await until('another code stands there', async () => (await code.count()) === 1 && (await read()) !== first)

      // Her phone's camera reads the QR: a link that opens the app with the code filled in.
      await signUpOn(member, { address, lang, username: s.member })
      const asked = member.page.waitForResponse((response) => response.url().endsWith('/device/device/nearby'))
      await open(member, '/pages/main/device/index')
      await asked
      expect(await member.page.getByText(s.nearby).count()).toBe(0)
      const qr = await sheet.locator('.invite-qr').screenshot()
      await member.page.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: qr })
      const field = member.page.getByLabel(w.code, { exact: true })
      await until('the code is filled in', async () => (await field.inputValue()) === (await read()))
      await bindOn(member, w, await read())
      await page.getByText(s.joined).first().waitFor()
      await sheet.waitFor({ state: 'detached' })

      const rows = page.locator('.household-row')
      await rows.filter({ hasText: s.member }).getByText(s.memberRole, { exact: true }).waitFor()
      await rows.filter({ hasText: s.owner }).locator('.text-caption').getByText(s.ownerRole).waitFor()
      expect(await owner.axe()).toEqual([])
    })

    test('the owner names the box, and the member’s app shows the name at once; a member may not', async () => {
      await open(member, '/pages/main/device/index')
      await member.page.getByText(w.online).first().waitFor()
      const { page } = owner
      await open(owner, '/pages/device/setting/setting')
      await page.getByRole('button', { name: /Homeport/ }).click()
      await page.getByRole('button', { name: s.rename }).click()
      await page.getByLabel(s.name, { exact: true }).fill('<b>')
      await page.getByRole('button', { name: s.save }).click()
      await page.getByRole('alert').getByText(s.special).waitFor()
      await page.getByLabel(s.name, { exact: true }).fill(s.newName)
      expect(await owner.axe()).toEqual([])
      await page.getByRole('button', { name: s.save }).click()
      await page.getByText(s.renamed).waitFor()
      await member.page.getByRole('heading', { name: s.newName }).waitFor()

      await open(member, '/pages/user/mine/device')
      await member.page.getByRole('button', { name: s.newName }).click()
      await member.page.getByRole('button', { name: s.unbindThis }).waitFor()
      expect(await member.page.getByRole('button', { name: s.rename }).count()).toBe(0)
      expect(await member.axe()).toEqual([])
      await member.page.getByRole('button', { name: s.close }).click()
    })

    test('P20: whom the owner unbinds is told within a second, and the box is gone from their app', async () => {
      await open(member, '/pages/main/device/index')
      await member.page.getByRole('heading', { name: s.newName }).waitFor()
      await member.page.getByText(w.online).first().waitFor()
      await until('the member’s socket is open', () =>
        member.page.evaluate((key) => localStorage.getItem(key) !== null, `homeport.${lang}.socket_fd`),
      )
      const { page } = owner
      await open(owner, '/pages/device/setting/household')
      await page.getByRole('button', { name: s.member }).click()
      const unbound = page.waitForResponse((answer) => answer.url().endsWith('/user/device/unbindMember'))
      await page.getByRole('button', { name: s.unbind, exact: true }).click()
      await unbound
      await member.page.getByText(s.isUnbound).waitFor()
      await member.page.getByRole('heading', { name: w.bindTitle }).waitFor()
      await until(
        'the household is the owner alone',
        async () => (await page.getByRole('button', { name: s.member }).count()) === 0,
      )
    })

    test('every page of the settings stands, and Back leads to where one came from', async () => {
      const { page } = owner
      await open(owner, '/pages/device/setting/setting')
      for (const [name, mark] of [
        [s.info, s.parts],
        [s.status, s.disks],
      ] as const) {
        await page.getByRole('link', { name }).click()
        await page.getByRole('heading', { name, level: 1 }).waitFor()
        await page.getByText(mark, { exact: true }).first().waitFor()
        expect(await owner.axe()).toEqual([])
        await page.getByRole('button', { name: s.back }).click()
        await page.getByRole('heading', { name: s.settings, level: 1 }).waitFor()
      }
      await open(owner, '/pages/user/mine/device')
      await page.getByRole('button', { name: s.newName }).waitFor()
      expect(await owner.axe()).toEqual([])
    })

    test('the remote stands over the device tab, says how a TV is connected, and Back takes it away', async () => {
      const { page } = owner
      await open(owner, '/pages/main/device/index')
      await page.getByRole('button', { name: s.remote }).click()
      await page.getByRole('button', { name: s.noTv }).waitFor()
      await page.getByRole('button', { name: s.left, exact: true }).waitFor()
      expect(await owner.axe()).toEqual([])
      await page.getByRole('button', { name: s.noTv }).click()
      await page.getByRole('heading', { name: s.connect }).waitFor()
      await page.getByText(/^http:\/\/[\d.]+:\d+/).waitFor()
      expect(await owner.axe()).toEqual([])
      await page.getByRole('dialog').filter({ hasText: s.connect }).getByRole('button', { name: s.close }).click()
      await openLayers(page, 1)
      await page.goBack()
      await page.locator('.remote-remote').waitFor({ state: 'detached' })
      expect(page.url()).toContain('/pages/main/device/index')
    })

    test('what is saved of a box that is off is shown at once; files say that they come with it', async () => {
      const { page } = owner
      await world.killStation()
      await until('the app knows that the box is off', async () => (await page.locator('.dot-dot.dot-off').count()) > 0)
      await page.evaluate(() => (location.hash = '#/pages/device/setting/status'))
      await page.getByText(s.saved).waitFor()
      expect(await page.getByRole('alertdialog').count()).toBe(0)
      expect(await owner.axe()).toEqual([])
      await page.getByRole('button', { name: s.back }).click()
      await page.evaluate(() => (location.hash = '#/pages/device/files/list'))
      await page.getByText(s.filesLater).waitFor()
      expect(await page.getByRole('alertdialog').count()).toBe(0)
      expect(await owner.axe()).toEqual([])
      await look(owner, `files-off-${lang}`)
    })
  },
)
