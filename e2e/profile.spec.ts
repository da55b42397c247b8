/** The user's own profile, in both languages: picture, forms, and the data export. */
import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { register, saveProfile } from '@homeport/contract/account.ts'
import { saveAddress, saveInvoice } from '@homeport/contract/address.ts'
import { askAs } from './parts/app.ts'
import { keepSession } from './parts/session.ts'
import { storyPassword, words } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'
import { storyLanguages } from './parts/languages.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)

const texts = {
  en: {
    username: 'anna-profile',
    change: 'Change picture',
    choose: 'Choose a picture',
    notPicture: 'Not a supported picture. Choose a JPEG, PNG, WebP or GIF.',
    crop: 'Move and zoom',
    hint: 'Drag the picture, or use the arrow keys',
    zoom: 'Zoom',
    use: 'Use picture',
    remove: 'Remove picture',
    nickname: 'Nickname',
    tooShort: 'Use 3 to 15 characters',
    newName: 'Anna of the 海',
    save: 'Save',
    birthday: 'Birthday',
    dateWrong: 'Enter a valid date',
    found: 'Ürümqi, Xinjiang, China',
    recipient: 'Recipient',
    recipientWrong: 'Enter a name of up to 30 characters',
    options: (name: string) => `Options for ${name}`,
    drop: 'Remove',
    enterprise: 'Business',
    noTaxId: 'Enter a tax ID',
    exportData: 'Export my data',
  },
  zh: {
    username: '安娜资料',
    change: '更换头像',
    choose: '选择图片',
    notPicture: '图片格式不支持，请选择 JPEG、PNG、WebP 或 GIF',
    crop: '移动和缩放',
    hint: '拖动图片，或使用方向键',
    zoom: '缩放',
    use: '使用这张图片',
    remove: '移除头像',
    nickname: '昵称',
    tooShort: '昵称需为 3 至 15 个字符',
    newName: '海港边的安娜',
    save: '保存',
    birthday: '生日',
    dateWrong: '日期不正确',
    found: '新疆维吾尔自治区 乌鲁木齐市',
    recipient: '收件人',
    recipientWrong: '收件人姓名需为 1 至 30 个字符',
    options: (name: string) => `${name} 的操作`,
    drop: '删除',
    enterprise: '企业',
    noTaxId: '企业发票需填写税号',
    exportData: '导出我的数据',
  },
} as const

describe.skipIf(missing.length > 0).each(storyLanguages('zh'))(
  `one's own profile (%s${missing.length > 0 ? `, skipped: no ${missing.join(', no ')}` : ''})`,
  (lang) => {
    const w = words[lang]
    const s = texts[lang]
    let world: World
    let phone: Phone
    let address = ''
    let token = ''
    const person = () => ({ address, lang, token })

    beforeAll(async () => {
      world = await openWorld({ hasBox: false })
      address = world.addresses[0] ?? ''
      phone = await openPhone({ locale: w.locale, dark: lang === 'zh' })
      const app = { address, lang }
      const signedIn = await askAs(app, register, { username: s.username, password: storyPassword, agreed: 1 })
      token = signedIn.token
      await askAs(person(), saveProfile, { nickname: s.newName, birthday: '1990-02-28', region: 'CN-6501' })
      await keepSession(phone.page, address, { lang, signedIn })
    })
    afterAll(async () => {
      await phone.close()
      await world.stop()
    })
    afterEach(() => expect(phone.errors).toEqual([]))

    const open = (route: string) => phone.page.goto(`${address}/#${route}`)
    const field = (label: string) => phone.page.getByLabel(label, { exact: true })
    const press = (name: string) => phone.page.getByRole('button', { name, exact: true }).last().click()
    const alert = (text: string) => phone.page.getByRole('alert').getByText(text, { exact: true }).waitFor()
    const picture = () => phone.page.locator('.profile-picture img')

    test('a picture is chosen, cut by finger and keys, shown, and removed; what is none is refused in words', async () => {
      const { page } = phone
      await open('/pages/user/userinfo/index')
      await press(s.change)
      const input = page.locator('input[type=file]')
      await input.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
      await alert(s.notPicture)
      await input.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') })
      await alert(s.notPicture)
      await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await drawing(phone) })
      await page.getByRole('heading', { name: s.crop }).waitFor()
      const port = page.getByRole('group', { name: s.hint })
      await port.waitFor()
      await dragDown(phone, await port.boundingBox())
      expect(await page.getByRole('heading', { name: s.crop }).count()).toBe(1)
      await port.focus()
      for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key)
      await page.getByRole('slider', { name: s.zoom }).focus()
      await page.keyboard.press('ArrowRight')
      expect(await phone.axe()).toEqual([])
      await press(s.use)
      await until(
        'the picture is shown',
        async () => (await picture().evaluate((img: HTMLImageElement) => img.naturalWidth)) > 200,
      )
      const shown = await fetch(new URL((await picture().getAttribute('src')) ?? '', address))
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(await phone.axe()).toEqual([])
      await press(s.change)
      await press(s.remove)
      await picture().waitFor({ state: 'detached' })
    })

    test('the forms of a nickname, a birthday, an address and an invoice title are read by axe with what is missing, and the list of addresses with one', async () => {
      await askAs(person(), saveAddress, {
        name: s.newName,
        area_code: '86',
        phone: '13800000001',
        region: 'CN-6501',
        detail: '8',
        is_default: true,
      })
      await open('/pages/user/mine/setup/username')
      await field(s.nickname).fill('ab')
      await press(s.save)
      await alert(s.tooShort)
      expect(await phone.axe()).toEqual([])
      await open('/pages/user/mine/setup/userinfo')
      await phone.page.getByText(s.found, { exact: true }).waitFor()
      await field(s.birthday).fill('1890-01-01')
      await press(s.save)
      await alert(s.dateWrong)
      expect(await phone.axe()).toEqual([])
      await open('/pages/user/userinfo/addresses?edit=new')
      await field(s.recipient).waitFor()
      await press(s.save)
      await alert(s.recipientWrong)
      expect(await phone.axe()).toEqual([])
      await open('/pages/user/userinfo/invoices?edit=new')
      await phone.page.getByText(s.enterprise, { exact: true }).click()
      await press(s.save)
      await alert(s.noTaxId)
      expect(await phone.axe()).toEqual([])
      await open('/pages/user/userinfo/addresses')
      await press(s.options(s.newName))
      await press(s.drop)
      await phone.page.getByRole('alertdialog').or(phone.page.getByRole('dialog')).first().waitFor()
      expect(await phone.axe()).toEqual([])
    })

    test('the file of one’s own data holds all of it, and no secret', async () => {
      const { page } = phone
      await askAs(person(), saveInvoice, { id: '', type: 'enterprise', title: 'Harbour Light Ltd', tax_id: '91440300708461136T' })
      await open('/pages/user/mine/safe')
      const coming = page.waitForEvent('download')
      await press(s.exportData)
      const file = await coming
      expect(file.suggestedFilename()).toMatch(/^homeport-.+\.json$/)
      const text = await readFile(await file.path(), 'utf8')
      expect(JSON.parse(text)).toMatchObject({
        data: {
          account: { profile: { nickname: s.newName, birthday: '1990-02-28', region: 'CN-6501' } },
          address: { addresses: [{ name: s.newName, is_default: true }], invoices: [{ tax_id: '91440300708461136T' }] },
        },
      })
      expect(token.length).toBeGreaterThan(40)
      expect(text).not.toContain(token)
    })
  },
)

/** A wide picture drawn on a canvas, so that it can be moved. */
async function drawing({ page }: Phone): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 900
    canvas.height = 600
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    for (let at = 0; at < 9; at += 1) {
      pen.fillStyle = `hsl(${at * 40} 60% 50%)`
      pen.fillRect(at * 100, 0, 100, 600)
    }
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

/** Drags the picture down with a finger: the sheet must not treat it as its own swipe. */
async function dragDown({ page }: Phone, box: { x: number; y: number; width: number; height: number } | null): Promise<void> {
  if (!box) throw new Error('nothing to drag')
  const x = box.x + box.width / 2
  const top = box.y + box.height / 2
  const touch = await page.context().newCDPSession(page)
  const at = (y: number) => [{ x, y }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(top) })
  for (let y = top; y < top + 160; y += 20)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(y) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}
