/** The parts of the Capacitor bridge that Homeport uses in the installed app for Android and iOS. In a browser there is none. */
import type { AppPlatform } from '@homeport/contract/update.ts'

/** Homeport's own plugin of the Android app: downloads a package, shows a notification with the progress, and starts the installer. */
export type PackageInstaller = {
  /** Rejects with a message that begins with `install` if the downloaded package was not installed. */
  install(options: { url: string; title: string }): Promise<void>
  addListener(event: 'progress', listener: (progress: { percent: number }) => void): Promise<{ remove(): Promise<void> }>
}
/** Homeport's own plugin of the Android app: the phone's volume keys, while they are turned on for the app. */
type HardwareKeys = {
  setOn(options: { isOn: boolean }): Promise<void>
  addListener(event: 'key', listener: (press: { key: 'volume_up' | 'volume_down'; phase: 'down' | 'up' }) => void): unknown
}
/** Homeport's own plugin of the Android app: what other apps share. data: base64. */
type SharedInputPlugin = {
  take(): Promise<{ text: string; files: { name: string; data: string }[] }>
  addListener(event: 'shared', listener: () => void): unknown
}
/** Capacitor's own, @capacitor/app: a listener of backButton replaces the phone's own handling (Android only). */
type AppPlugin = {
  getLaunchUrl(): Promise<{ url?: string } | undefined>
  minimizeApp(): Promise<void>
  addListener(event: 'appUrlOpen', listener: (opened: { url: string }) => void): unknown
  addListener(event: 'backButton', listener: () => void): unknown
}
type SharePlugin = { share(options: { title: string; url: string }): Promise<unknown> }
type Plugins = {
  PackageInstaller?: PackageInstaller
  HardwareKeys?: HardwareKeys
  SharedInput?: SharedInputPlugin
  App?: AppPlugin
  Share?: SharePlugin
  Browser?: { open(options: { url: string }): Promise<void> }
}
type Bridge = { getPlatform(): string; Plugins: Plugins }

declare global {
  var Capacitor: Bridge | undefined
}

/** The name of the installed app in both stores. */
export const packageName = 'app.homeport'

export function appPlatform(): AppPlatform {
  const platform = globalThis.Capacitor?.getPlatform()
  return platform === 'android' || platform === 'ios' ? platform : 'h5'
}

/** Opened in the app for Android or iOS. */
export function isNative(): boolean {
  return appPlatform() !== 'h5'
}

/** Empty in a browser. */
export function nativePlugins(): Plugins {
  return isNative() ? (globalThis.Capacitor?.Plugins ?? {}) : {}
}

/** The address of the cloud that the installed app was given; undefined in a browser, whose page comes from its cloud. */
export function cloudAddress(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name=homeport-cloud]')?.content
}

/** In the phone's own browser, or the store. */
export async function openOutside(url: string): Promise<void> {
  const browser = globalThis.Capacitor?.Plugins.Browser
  if (browser) await browser.open({ url })
  else open(url, '_blank', 'noopener')
}

/** Undefined where packages are not installed by the app. */
export function packageInstaller(): PackageInstaller | undefined {
  return appPlatform() === 'android' ? globalThis.Capacitor?.Plugins.PackageInstaller : undefined
}
