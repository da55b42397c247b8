/** What the box prints for the person beside it: how to bind it while nobody has, one line afterwards. */
import os from 'node:os'
import { renderUnicodeCompact } from 'uqr'
import type { StationConfig } from './config.ts'

/** A QR needs four empty modules around it to be found by a camera. */
const quietModules = 4
const innerCards = /^(docker|br-|veth|virbr|tun|tap|wg|tailscale|zt|lo)/

export function unboundBanner(config: StationConfig, { devsn, code }: { devsn: string; code: string }): string {
  const address = appAddress(config)
  const link = `${address}/#/pages/main/device/index?devsn=${devsn}&code=${code}`
  return [
    '',
    renderUnicodeCompact(link, { border: quietModules }),
    '',
    `  Homeport is at   ${address}`,
    `  Serial number    ${devsn}`,
    `  Pairing code     ${code.slice(0, 4)} ${code.slice(4)}   (10 minutes, then a new one)`,
    '  Scan the code with your phone, or open the address and type the pairing code.',
    '',
  ].join('\n')
}

export function boundLine(config: StationConfig, devsn: string): string {
  return `Homeport is at ${appAddress(config)}; box ${devsn} is bound. Run "npm run pair" for a code for another member of the household.`
}

/** Where a phone finds the app. */
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
