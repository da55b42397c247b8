/** The mini-program's pages, rendered, on a phone whose cloud answers as the contract's samples do. */
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bindWechat, loginByWebview, logout, webviewCode, wechatAccount, wechatMiniProgram } from '@homeport/contract/account.ts'
import { wechatAdd } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { builtModule, openPage, pagePaths, sourceFolder } from './pages.ts'
import { openPhone, sampleOf } from './phone.ts'

const indexPath = 'pages/index/index'
const webPath = 'pages/web_view/index'
const link = 'https://home.example.org/#/pages/main/device/index?devsn=K7Q2M4XW5ZPA7F3A&code=7K3M9QXW'

let phone: ReturnType<typeof openPhone>
let page: ReturnType<typeof openPage> | undefined
beforeEach(() => (phone = openPhone()))
afterEach(() => page?.close())

const open = (path: string, query?: Record<string, string>) => (page = openPage(path, query))
const refusal = (code: number, msg = 'In the server’s words') => ({ code, msg, data: null })

/** Taps take effect a moment later, as on the phone. */
const noticeOf = (one: ReturnType<typeof openPage>) => (one.has('.notice') ? one.textOf('.notice') : '')

async function signedIn() {
  const index = open(indexPath)
  index.tap('.check')
  index.tap('.sign-in')
  await expect.poll(() => index.has('.open')).toBe(true)
  return index
}

describe('signing in', () => {
  test('asks for the terms first, then signs in by the code of WeChat and keeps the token on the phone', async () => {
    const index = open(indexPath)
    index.tap('.sign-in')
    await expect.poll(() => noticeOf(index)).toBe('Agree to the terms and privacy policy to continue')
    expect(phone.requests).toEqual([])
    index.tap('.check')
    await expect.poll(() => noticeOf(index)).toBe('')
    index.tap('.sign-in')
    await expect.poll(() => index.textOf('.name')).toBe('wx_012345678')
    const [request] = phone.requests
    expect(request).toMatchObject({
      url: 'https://homeport.example.org/en/forum/third/wechatMiniProgram',
      method: 'POST',
      data: 'code=wechat-code&agreed=1',
      timeout: 60_000,
      header: { Token: '', Version: 'v3', Source: 'app', client: 'app', SsoClient: 'h5', Devsn: '' },
    })
    expect(phone.storage.get('session.en')).toEqual({ token: 'tok_example', name: 'wx_012345678', devsn: '' })
  })

  test('is in the phone’s language, and in its realm', async () => {
    phone.language = 'zh_CN'
    const index = await signedIn()
    expect(index.textOf('.open')).toBe('打开 Homeport')
    expect(phone.requests[0]?.url).toContain('/zh/forum/')
    phone.language = 'en'
    index.show()
    expect(index.textOf('.sign-in')).toBe('Sign in with WeChat')
  })

  test('leads to the terms and the privacy policy', async () => {
    const index = open(indexPath)
    index.tap('.link-terms')
    index.tap('.link-privacy')
    await expect.poll(() => phone.opened).toEqual(['/pages/web_view/index?page=terms', '/pages/web_view/index?page=privacy'])
  })

  test.each([
    ['WeChat gives no code', () => (phone.loginCode = undefined), 'WeChat sign-in failed. Try again.'],
    ['WeChat gives an empty code', () => (phone.loginCode = ''), 'WeChat sign-in failed. Try again.'],
    ['the network is away', () => (phone.answer = () => undefined), 'Network error, please retry'],
    ['a proxy answers', () => phone.answers('<html>', 502), 'Network error, please retry'],
    ['the answer is no envelope', () => phone.answers('<html>'), 'Network error, please retry'],
    [
      'the answer has no token',
      () => phone.answers({ code: Code.ok, msg: 'ok', data: { user: {} } }),
      'Network error, please retry',
    ],
    ['the server has no mini-program', () => phone.answers(refusal(Code.notAllowed)), 'In the server’s words'],
    ['WeChat does not answer the server', () => phone.answers(refusal(Code.noResponse)), 'In the server’s words'],
  ])('%s: it says so, keeps nothing, and can be tried again', async (_, spoil, words) => {
    spoil()
    const index = open(indexPath)
    index.tap('.check')
    index.tap('.sign-in')
    await expect.poll(() => noticeOf(index)).toBe(words)
    expect(phone.storage.size).toBe(0)
    phone.loginCode = 'wechat-code'
    phone.answer = ({ url }) => ({ statusCode: 200, data: sampleOf(url) })
    index.tap('.sign-in')
    await expect.poll(() => index.has('.open')).toBe(true)
  })

  test('where the server wants an invitation, its QR code is scanned and goes along; another code is none', async () => {
    const wanted = { code: Code.wrongCredentials, msg: 'A new account needs an invitation.', data: { field: 'invitation' } }
    phone.answers(wanted)
    const index = open(indexPath)
    index.tap('.check')
    expect(index.has('.invitation')).toBe(false)
    index.tap('.sign-in')
    await expect.poll(() => index.has('.invitation')).toBe(true)
    expect(noticeOf(index)).toBe('A new account needs an invitation.')
    phone.scanned = 'https://example.org/'
    index.tap('.invitation')
    await expect.poll(() => noticeOf(index)).toBe('This QR code is no invitation')
    phone.answer = ({ url }) => ({ statusCode: 200, data: sampleOf(url) })
    phone.scanned = link
    index.tap('.invitation')
    await expect.poll(() => index.has('.open')).toBe(true)
    expect(phone.requests.at(-1)?.data).toBe('code=wechat-code&agreed=1&invitation=7K3M9QXW')
  })

  test('the server’s modal is shown in its words', async () => {
    phone.answers(refusal(Code.modal, 'Too many wrong tries.'))
    const index = open(indexPath)
    index.tap('.check')
    index.tap('.sign-in')
    await expect.poll(() => phone.modals).toEqual(['Too many wrong tries.'])
    expect(index.has('.notice')).toBe(false)
  })

  test('one tap more while it is under way sends nothing more', async () => {
    const index = open(indexPath)
    index.tap('.check')
    index.tap('.sign-in')
    index.tap('.sign-in')
    await expect.poll(() => index.has('.open')).toBe(true)
    expect(phone.requests.length).toBe(1)
  })
})

describe('linking WeChat to an account', () => {
  function typed(code: string) {
    const index = open(indexPath)
    index.tap('.check')
    index.tap('.have-account')
    return expect
      .poll(() => index.has('.code'))
      .toBe(true)
      .then(() => (index.type('.code', code), index))
  }

  test('names the account of the code, asks, and signs in to it', async () => {
    const index = await typed('7k3m-9qxw')
    index.tap('.link-wechat')
    await expect.poll(() => index.has('.open')).toBe(true)
    expect(phone.modals).toEqual(['Link this WeChat to the account Anna (anna)? It will sign in there.'])
    expect(phone.requests.map(({ url, data }) => `${url.split('/en')[1]} ${data}`)).toEqual([
      '/forum/third/wechatAccount bind_code=7k3m-9qxw',
      '/forum/third/bindWechat code=wechat-code&bind_code=7k3m-9qxw&agreed=1',
    ])
    expect(phone.storage.get('session.en')).toMatchObject({ token: 'tok_example', name: 'Anna' })
  })

  test('does nothing where the person says no, and nothing before the terms are agreed to', async () => {
    phone.isConfirmed = false
    const index = await typed('7K3M9QXW')
    index.tap('.link-wechat')
    await expect.poll(() => phone.modals.length).toBe(1)
    await expect.poll(() => index.data().pending).toBe('')
    expect(phone.requests.length).toBe(1)
    expect(phone.storage.size).toBe(0)
    index.tap('.check')
    await expect.poll(() => index.data().isAgreed).toBe(false)
    index.tap('.link-wechat')
    await expect.poll(() => noticeOf(index)).toBe('Agree to the terms and privacy policy to continue')
    expect(phone.requests.length).toBe(1)
  })

  test('a refusal is shown in the server’s words, and the code stays typed', async () => {
    const index = await typed('7K3M9QXW')
    phone.answers(refusal(Code.taken, 'This WeChat is linked to another account.'))
    index.tap('.link-wechat')
    await expect.poll(() => noticeOf(index)).toBe('This WeChat is linked to another account.')
    expect(index.data().linkCode).toBe('7K3M9QXW')
    expect(phone.storage.size).toBe(0)
  })
})

describe('binding', () => {
  test('sends what was scanned, with the token, and names the box', async () => {
    const index = await signedIn()
    phone.scanned = link
    index.tap('.bind')
    await expect.poll(() => noticeOf(index)).toMatch(/^Paired: /)
    const request = phone.requests.at(-1)
    expect(request?.header.Token).toBe('tok_example')
    expect(request?.url).toBe('https://homeport.example.org/en/device/wechat/add')
    expect(new URLSearchParams(request?.data).get('code')).toBe(link)
  })

  test('going back from the scanner is no error; a scanner that fails is', async () => {
    const index = await signedIn()
    index.tap('.bind')
    await expect.poll(() => phone.scans).toBe(1)
    await expect.poll(() => index.data().pending).toBe('')
    expect(noticeOf(index)).toBe('')
    phone.scanned = Object.assign(new Error(), { errMsg: 'scanCode:fail no permission' })
    index.tap('.bind')
    await expect.poll(() => noticeOf(index)).toBe('Couldn’t scan the code. Try again.')
  })

  test('a wrong code is refused in the server’s words', async () => {
    const index = await signedIn()
    phone.scanned = 'https://elsewhere.example/menu'
    phone.answers(refusal(Code.invalid, 'Invalid qrcode'))
    index.tap('.bind')
    await expect.poll(() => noticeOf(index)).toBe('Invalid qrcode')
  })

  test.each([Code.noToken, Code.unknownToken, Code.expiredToken, Code.endedElsewhere])(
    'a sign-in that has ended (%i) leaves the phone and is asked for anew',
    async (code) => {
      const index = await signedIn()
      phone.scanned = link
      phone.answers(refusal(code))
      index.tap('.bind')
      await expect.poll(() => index.has('.sign-in')).toBe(true)
      expect(index.textOf('.notice')).toBe('Your sign-in has ended. Sign in again.')
      expect(phone.storage.size).toBe(0)
    },
  )
})

test('signing out is done on the phone without a network too', async () => {
  const index = await signedIn()
  phone.answer = () => undefined
  index.tap('.sign-out')
  await expect.poll(() => index.has('.sign-in')).toBe(true)
  expect(phone.storage.size).toBe(0)
  expect(phone.requests.at(-1)).toMatchObject({ url: expect.stringMatching(/logout$/), header: { Token: 'tok_example' } })
})

describe('opening the app', () => {
  const addressOf = () => new URL(String(page?.data().src))

  test('P12: by a one-time code behind the #, never by the token', async () => {
    const index = await signedIn()
    index.tap('.open')
    await expect.poll(() => phone.opened).toEqual(['/pages/web_view/index'])
    index.close()
    const web = open(webPath)
    await expect.poll(() => web.data().src).not.toBe('')
    const address = addressOf()
    expect(address.origin + address.search).toBe('https://homeport.example.org?lang=en')
    const [path, query] = address.hash.slice(1).split('?')
    expect(path).toBe('/pages/index/index')
    const code = new URLSearchParams(query).get('webview') ?? ''
    expect(loginByWebview.input.safeParse({ code }).success).toBe(true)
    expect(address.href).not.toContain('tok_example')
  })

  test('each opening requests another code', async () => {
    for (const _ of [1, 2]) {
      const web = open(webPath)
      await expect.poll(() => web.data().src).not.toBe('')
      web.close()
    }
    expect(phone.requests.filter(({ url }) => url.endsWith(webviewCode.path)).length).toBe(2)
    page = undefined
  })

  test('without a network it says so, and opens once it is tried again', async () => {
    phone.answer = () => undefined
    const web = open(webPath)
    await expect.poll(() => web.has('.notice')).toBe(true)
    phone.answer = ({ url }) => ({ statusCode: 200, data: sampleOf(url) })
    web.tap('.retry')
    await expect.poll(() => web.data().src).not.toBe('')
  })

  test('a sign-in that has ended leads back to the first page', async () => {
    phone.answers(refusal(Code.expiredToken))
    open(webPath)
    await expect.poll(() => phone.opened).toEqual(['/pages/index/index'])
  })

  test('the legal texts need no sign-in', () => {
    open(webPath, { page: 'privacy' })
    expect(addressOf().hash).toBe('#/pages/main/web_view/index?page=privacy')
    expect(phone.requests).toEqual([])
  })
})

describe('what is shipped', () => {
  test('its calls and codes are the contract’s', () => {
    expect(builtModule('kit/calls.js')).toMatchObject({
      calls: Object.fromEntries(
        Object.entries({ wechatMiniProgram, wechatAccount, bindWechat, webviewCode, logout, wechatAdd }).map(
          ([name, { host, path, method }]) => {
            expect(method).toBe('POST')
            return [name, { path: `/${host}${path}` }]
          },
        ),
      ),
      sessionCodes: [Code.noToken, Code.unknownToken, Code.expiredToken, Code.endedElsewhere],
      modalCode: Code.modal,
      okCode: Code.ok,
    })
  })

  test('each page of app.json has its four files, and nothing else is a page', () => {
    for (const path of pagePaths)
      for (const kind of ['ts', 'json', 'wxml', 'wxss'])
        expect([path, kind, existsSync(join(sourceFolder, `${path}.${kind}`))]).toEqual([path, kind, true])
    const templates = globSync('**/*.wxml', { cwd: sourceFolder }).map((file) => file.replace(/\.wxml$/, ''))
    expect(templates.sort()).toEqual([...pagePaths].sort())
    for (const file of globSync('**/*.json', { cwd: sourceFolder }))
      expect(() => JSON.parse(readFileSync(join(sourceFolder, file), 'utf8'))).not.toThrow()
  })

  /** Comes with miniprogram-simulate, without the right to be run. */
  const isRunnable = process.platform === 'linux' && process.arch === 'x64'
  test.skipIf(!isRunnable)(
    `WeChat’s own compiler takes the templates${isRunnable ? '' : ' (skipped: it is for Linux x64)'}`,
    () => {
      const require = createRequire(import.meta.url)
      const folder = mkdtempSync(join(tmpdir(), 'homeport-wcc-'))
      const compiler = join(folder, 'wcc')
      const compile = (file: string) => spawnSync(compiler, [file], { cwd: sourceFolder, encoding: 'utf8' })
      try {
        copyFileSync(join(dirname(require.resolve('miniprogram-compiler')), 'bin/linux/wcc'), compiler)
        chmodSync(compiler, 0o755)
        for (const path of pagePaths) {
          const { status, stderr } = compile(`${path}.wxml`)
          expect([path, status, stderr]).toEqual([path, 0, ''])
        }
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )
})
