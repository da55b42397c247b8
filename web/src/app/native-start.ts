/** The parts of the app for Android and iOS that a browser lacks: links and files of other apps, the phone's Back, and its volume keys for the remote. */
import { hasLayers } from '../kit/nav/layers.ts'
import { isNative, nativePlugins } from '../kit/native-shell.ts'
import { addressNow, back, forward, readHash } from '../kit/nav/nav.ts'
import { homePath } from '../kit/nav/return-path.ts'
import { takeNativeInput } from '../kit/shell/shared-input.ts'
import { isRemoteOpen } from '../playback/open-remote.ts'

const downloadsPath = '/pages/device/download/list'
/** The page of the app's own files that takes the address of the cloud. */
const addressPage = './address.html'

type VolumeKey = 'volume_up' | 'volume_down'

/** Call before the first screen. */
export async function startNative(): Promise<void> {
  if (!isNative()) return
  const { App } = nativePlugins()
  const launch = await App?.getLaunchUrl()
  if (launch?.url) openAddress(launch.url)
  await takeShared()
  App?.addListener('appUrlOpen', ({ url }) => openAddress(url))
  App?.addListener('backButton', goBack)
  nativePlugins().SharedInput?.addListener('shared', () => void takeShared())
  listenToVolumeKeys()
}

/** magnet:…, homeport://open/#/pages/…, homeport://address, or the cloud's own https address with a page. Others open nothing. */
export function openAddress(address: string): void {
  if (/^magnet:\?/i.test(address)) {
    if (takeNativeInput({ text: address, files: [] })) openDownloads()
    return
  }
  if (!URL.canParse(address)) return
  const { protocol, hostname, hash } = new URL(address)
  if (protocol !== 'homeport:' && protocol !== 'https:') return
  if (protocol === 'homeport:' && hostname === 'address') openAddressPage()
  // As if typed into an address bar: a pairing code in it is read there.
  else if (hash.startsWith('#/') && hash.slice(1) !== addressNow()) location.hash = hash
}

/** An app that was built for one cloud stays with it. */
function openAddressPage(): void {
  if (!document.querySelector('script[data-address]')) location.replace(addressPage)
}

async function takeShared(): Promise<void> {
  const shared = await nativePlugins().SharedInput?.take()
  if (!shared) return
  const files = shared.files.map(({ name, data }) => new File([bytesOf(data)], name, { type: 'application/x-bittorrent' }))
  if (takeNativeInput({ text: shared.text, files })) openDownloads()
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}

function openDownloads(): void {
  if (readHash(location.hash)[0] !== downloadsPath) forward(downloadsPath)
}

/** As in a browser; on the home page the app goes to the background, as Android's own apps do. */
function goBack(): void {
  const path = readHash(location.hash)[0]
  if (!hasLayers() && (path === homePath || path === '/')) void nativePlugins().App?.minimizeApp()
  else back(homePath)
}

/** Only while the remote is open: otherwise they are the phone's own. A key that is held while it closes is released. */
function listenToVolumeKeys(): void {
  const plugin = nativePlugins().HardwareKeys
  if (!plugin) return
  let held: VolumeKey | null = null
  plugin.addListener('key', ({ key, phase }) => {
    held = phase === 'down' ? key : null
    void press(key, phase)
  })
  const update = () => {
    const isOn = isRemoteOpen.get()
    if (!isOn && held) void press(held, 'up')
    if (!isOn) held = null
    void plugin.setOn({ isOn })
  }
  isRemoteOpen.watch(update)
  update()
}

async function press(key: VolumeKey, phase: 'down' | 'up'): Promise<void> {
  const { keys } = await import('../playback/pad/remote-status.ts')
  if (phase === 'down') keys.down(key)
  else keys.up(key)
}
