/** Text that the station prints on the console: how to bind the box while it is unbound, one line afterwards. */
import os from 'node:os'
import { renderUnicodeCompact } from 'uqr'
import type { StationConfig } from './config.ts'

/** Quiet zone of a QR code: four empty modules, needed by cameras. */
const quietModules = 4
const innerCards = /^(docker|br-|veth|virbr|tun|tap|wg|tailscale|zt|lo)/

/** tv: addresses of the TV page, where it is served. host: the lasting name of this machine in the house, such as homeport.local; '' if it has none. */
export type BannerFacts = { devsn: string; code: string; tv: ScreenAddresses | undefined; host: string }
export type ScreenAddresses = { local: string; house: string }

export function unboundBanner(config: StationConfig, { devsn, code, tv, host }: BannerFacts): string {
  const address = appAddress(config)
  const link = bindLink(config, { devsn, code })
  return [
    '',
    renderUnicodeCompact(link, { border: quietModules }),
    '',
    `  Homeport is at   ${address}`,
    ...lastingLines(config, host),
    `  Serial number    ${devsn}`,
    `  Pairing code     ${code.slice(0, 4)} ${code.slice(4)}   (expires in 10 minutes, then a new one appears)`,
    '  Scan the QR code with your phone, or open the address and enter the pairing code.',
    ...tvLines(tv, host),
    '',
  ].join('\n')
}

export function boundLine(config: StationConfig, { devsn, tv, host }: Omit<BannerFacts, 'code'>): string {
  const bound = `Homeport is at ${appAddress(config)}; box ${devsn} is paired. Run "npm run pair" to add someone to the household.`
  return [bound, ...lastingLines(config, host), ...tvLines(tv, host)].join('\n')
}

/** The address that stays when the router gives this machine another one. It is not in the QR code: older Androids can't find it. */
function lastingLines(config: StationConfig, host: string): string[] {
  if (host === '' || config.publicUrl !== '' || appPortOf(config) === 0) return []
  return [`  or always at     http://${host}:${config.port}   (the one to install the app from, or to bookmark)`]
}

function tvLines(tv: ScreenAddresses | undefined, host: string): string[] {
  if (!tv) return []
  return [
    `  TV in the house  ${tv.house}`,
    ...(host === '' ? [] : [`  or always at     http://${host}:${new URL(tv.house).port}`]),
    `  TV on this box   ${tv.local}   (for a browser on the box itself)`,
  ]
}

/** Port of app and cloud where they are on this machine, else 0. */
export function appPortOf({ cloud, port }: Pick<StationConfig, 'cloud' | 'port'>): number {
  return isLocal(new URL(cloud).hostname) ? port : 0
}

/** The key is in the fragment (after #), so no server receives it; it works on this machine only, and once. */
export function screenAddresses({ port, key }: { port: number; key: string }): ScreenAddresses {
  return { local: `http://127.0.0.1:${port}/#key=${key}`, house: `http://${lanAddress() ?? '127.0.0.1'}:${port}` }
}

/** A link that opens the app with serial and code filled in. */
export function bindLink(config: StationConfig, { devsn, code }: { devsn: string; code: string }): string {
  return `${appAddress(config)}/#/pages/main/device/index?devsn=${devsn}&code=${code}`
}

/** Address of the app for a phone. */
export function appAddress({ publicUrl, cloud, port }: StationConfig): string {
  if (publicUrl !== '') return publicUrl
  return isLocal(new URL(cloud).hostname) ? `http://${lanAddress() ?? '127.0.0.1'}:${port}` : cloud
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}

/** Addresses of the direct socket for apps. Where the cloud runs on the box itself it would be the same way twice: none. */
export function directAddresses({ cloud }: Pick<StationConfig, 'cloud'>, port: number): string[] {
  return port === 0 || isLocal(new URL(cloud).hostname) ? [] : lanAddresses().map((address) => `${address}:${port}`)
}

/** The https port of the cloud where it hands on to this box; 0 unless both are one home. */
export function homeHttpsPort({ cloud, homeTlsPort }: Pick<StationConfig, 'cloud' | 'homeTlsPort'>): number {
  return isLocal(new URL(cloud).hostname) ? homeTlsPort : 0
}

const maxAddresses = 4

function lanAddress(): string | undefined {
  return lanAddresses()[0]
}

function lanAddresses(): string[] {
  return lanInterfaces()
    .map(({ address }) => address)
    .slice(0, maxAddresses)
}

/** Network cards of the house with their addresses, the likeliest first. */
export function lanInterfaces(): { name: string; address: string }[] {
  const cards = Object.entries(os.networkInterfaces()).flatMap(([name, addresses]) =>
    (addresses ?? []).map((card) => ({ ...card, name })),
  )
  const near = cards.filter((card) => card.family === 'IPv4' && !card.internal)
  const own = near.filter((card) => !innerCards.test(card.name))
  return (own.length > 0 ? own : near).map(({ name, address }) => ({ name, address }))
}
