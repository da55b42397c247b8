/** The app for Android and iOS: what other apps and the phone's own keys do in it. Capacitor's bridge is played by the test. */
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cloudAddress } from '../kit/native-shell.ts'
import { appAddress, share } from '../kit/browser-features.ts'
import { canHaveWorker, isInstalled } from '../kit/platform.ts'
import { sharedInput } from '../kit/shell/shared-input.ts'
import { closeRemote, openRemote } from '../playback/open-remote.ts'
import { keys } from '../playback/pad/remote-status.ts'
import { openAddress, startNative } from './native-start.ts'

const magnet = `magnet:?xt=urn:btih:${'a'.repeat(40)}`
const listeners = new Map<string, (data: unknown) => void>()
const listen = (event: string, listener: (data: never) => void) => {
  listeners.set(event, (data) => listener(data as never))
  return { remove: async () => {} }
}
const app = {
  getLaunchUrl: vi.fn(async (): Promise<{ url?: string } | undefined> => undefined),
  minimizeApp: vi.fn(async () => {}),
  addListener: listen,
}
const shared = { take: vi.fn(async () => ({ text: '', files: [] as { name: string; data: string }[] })), addListener: listen }
const volume = { setOn: vi.fn(async () => {}), addListener: listen }
const sheet = { share: vi.fn(async () => ({})) }

beforeEach(() => {
  location.hash = ''
  sharedInput.set(null)
  closeRemote()
  vi.clearAllMocks()
  const plugins = { App: app, SharedInput: shared, HardwareKeys: volume, Share: sheet }
  vi.stubGlobal('Capacitor', { getPlatform: () => 'android', Plugins: plugins })
})
afterEach(() => {
  document.head.querySelector('meta[name=homeport-cloud]')?.remove()
})

test('a magnet link that opens the app waits on the page of downloads', async () => {
  app.getLaunchUrl.mockResolvedValueOnce({ url: magnet })
  await startNative()
  expect(sharedInput.get()?.text).toBe(magnet)
  expect(location.hash).toBe('#/pages/device/download/list')
})

test('a link that another app shares while it is open loses the words around it, a torrent file keeps its bytes', async () => {
  await startNative()
  shared.take.mockResolvedValueOnce({ text: `Metropolis ${magnet}`, files: [{ name: 'a.torrent', data: btoa('d4:infoe') }] })
  listeners.get('shared')?.({})
  await waitFor(() => expect(sharedInput.get()).not.toBe(null))
  expect(sharedInput.get()?.text).toBe(magnet)
  const [file] = sharedInput.get()?.files ?? []
  expect([file?.name, await file?.text()]).toEqual(['a.torrent', 'd4:infoe'])
})

test.each([
  ['homeport://open/#/pages/main/movie/list', '#/pages/main/movie/list'],
  ['https://home.example.org/#/pages/forum/postings/thread?id=3', '#/pages/forum/postings/thread?id=3'],
  ['javascript://x/#/pages/main/movie/list', ''],
  ['homeport://open/#x', ''],
  ['no address', ''],
])('%s opens %s', (address, hash) => {
  openAddress(address)
  expect(location.hash).toBe(hash)
})

test('the volume keys are the remote’s while it is open', async () => {
  const down = vi.spyOn(keys, 'down').mockReturnValue()
  const up = vi.spyOn(keys, 'up').mockReturnValue()
  await startNative()
  expect(volume.setOn).toHaveBeenLastCalledWith({ isOn: false })
  openRemote()
  expect(volume.setOn).toHaveBeenLastCalledWith({ isOn: true })
  listeners.get('key')?.({ key: 'volume_up', phase: 'down' })
  await waitFor(() => expect(down).toHaveBeenCalledWith('volume_up'))
  closeRemote()
  expect(volume.setOn).toHaveBeenLastCalledWith({ isOn: false })
  await waitFor(() => expect(up).toHaveBeenCalledWith('volume_up'))
})

test('Back on the home page sends the app to the background, elsewhere it goes back', async () => {
  await startNative()
  listeners.get('backButton')?.({})
  expect(app.minimizeApp).toHaveBeenCalledOnce()
  openAddress('homeport://open/#/pages/main/movie/list')
  listeners.get('backButton')?.({})
  await waitFor(() => expect(location.hash).toBe('#/pages/index/index'))
  expect(app.minimizeApp).toHaveBeenCalledOnce()
})

test('addresses for other people are the cloud’s, and the phone’s own sheet shares them', async () => {
  expect(appAddress()).toBe(location.origin + location.pathname)
  document.head.insertAdjacentHTML('beforeend', '<meta name="homeport-cloud" content="http://192.168.1.20:8700" />')
  expect([cloudAddress(), appAddress()]).toEqual(['http://192.168.1.20:8700', 'http://192.168.1.20:8700/'])
  expect(await share({ title: 'A', url: appAddress() })).toBe(true)
  expect(sheet.share).toHaveBeenCalledWith({ title: 'A', url: 'http://192.168.1.20:8700/' })
  expect([isInstalled(), canHaveWorker()]).toEqual([true, false])
})
