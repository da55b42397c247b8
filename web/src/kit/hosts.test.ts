/** The operator's hosts file, which names the hosts of each environment. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { listDevices } from '@homeport/contract/device.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { aSignIn } from '../testing/samples.ts'

const sent: { url: string; token: string | null }[] = []
let file: unknown = {}
let isFileThere = true

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  sent.length = 0
  isFileThere = true
  document.head.innerHTML = '<meta name="hosts" content="hosts.json">'
  vi.stubGlobal('fetch', async (url: string, request?: RequestInit) => {
    if (url === 'hosts.json') return isFileThere ? new Response(JSON.stringify(file)) : Promise.reject(new Error('no line'))
    sent.push({ url, token: new Headers(request?.headers).get('Token') })
    return new Response(JSON.stringify({ code: Code.ok, msg: '', data: { data: [], total: 0, page: 1, limit: 9 } }))
  })
})

const hostsOf = (name: string) => ({ en: { device: `https://${name}.example/device` } })

/** The app as it starts anew, with what the browser keeps. */
async function startApp() {
  vi.resetModules()
  const { setLang } = await import('./lang.ts')
  setLang('en')
  const { ask } = await import('./call/http.ts')
  return { ...(await import('./session.ts')), ...(await import('./storage.ts')), list: () => ask(listDevices, {}) }
}

test('a session of an environment that the file no longer names ends before the first call: its token goes to no other host', async () => {
  file = { env: 'product', hosts: { product: hostsOf('product'), pre: hostsOf('pre') } }
  let app = await startApp()
  app.storageKeys.app('env').set('pre')
  app = await startApp()
  await app.list().catch(() => null)
  app.startSession(aSignIn)
  await app.list()
  expect(sent).toEqual([{ url: 'https://pre.example/device/user/device/lists', token: aSignIn.token }])

  file = { env: 'product', hosts: { product: hostsOf('product') } }
  app = await startApp()
  expect(app.session.get().token).toBe(aSignIn.token)
  await expect(app.list()).rejects.toMatchObject({ kind: 'session' })
  expect(app.session.get().token).toBe('')
  expect(sent).toHaveLength(1)
})

test('a session stays where the file is read again, and a call tries again after the file could not be read', async () => {
  file = { env: 'product', hosts: { product: hostsOf('product') } }
  let app = await startApp()
  await app.list().catch(() => null)
  app.startSession(aSignIn)
  app = await startApp()
  isFileThere = false
  await expect(app.list()).rejects.toThrow()
  isFileThere = true
  await app.list()
  expect(sent).toEqual([{ url: 'https://product.example/device/user/device/lists', token: aSignIn.token }])
})
