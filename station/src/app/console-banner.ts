/** Text that the station prints on the console: how to bind the box while it is unbound, one line afterwards. */
import os from 'node:os'
import { renderUnicodeCompact } from 'uqr'
import type { StationConfig } from './config.ts'

/** Quiet zone of a QR code: four empty modules, needed by cameras. */
const quietModules = 4
const innerCards = /^(docker|br-|veth|virbr|tun|tap|wg|tailscale|zt|lo)/

/** tv: addresses of the TV page, where it is served. */
export type BannerFacts = { devsn: string; code: string; tv: ScreenAddresses | undefined }
export type ScreenAddresses = { local: string; house: string }

export function unboundBanner(config: StationConfig, { devsn, code, tv }: BannerFacts): string {
  const address = appAddress(config)
  const link = bindLink(config, { devsn, code })
  return [
    '',
    renderUnicodeCompact(link, { border: quietModules }),
    '',
    `  Homeport is at   ${address}`,
    `  Serial number    ${devsn}`,
    `  Pairing code     ${code.slice(0, 4)} ${code.slice(4)}   (expires in 10 minutes, then a new one appears)`,
    '  Scan the QR code with your phone, or open the address and enter the pairing code.',
    ...tvLines(tv),
    '',
  ].join('\n')
}

export function boundLine(config: StationConfig, { devsn, tv }: Omit<BannerFacts, 'code'>): string {
  const bound = `Homeport is at ${appAddress(config)}; box ${devsn} is paired. Run "npm run pair" to add someone to the household.`
  return [bound, ...tvLines(tv)].join('\n')
}

function tvLines(tv: ScreenAddresses | undefined): string[] {
  if (!tv) return []
  return [`  TV in the house  ${tv.house}`, `  TV on this box   ${tv.local}   (for a browser on the box itself)`]
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

function lanAddress(): string | undefined {
  const cards = Object.entries(os.networkInterfaces()).flatMap(([name, addresses]) =>
    (addresses ?? []).map((card) => ({ ...card, name })),
  )
  const near = cards.filter((card) => card.family === 'IPv4' && !card.internal)
  return (near.find((card) => !innerCards.test(card.name)) ?? near[0])?.address
}
