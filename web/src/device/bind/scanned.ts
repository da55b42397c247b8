/** Parses the text of a scanned QR code. */
import { bindDevice } from '@homeport/contract/device.ts'
import { readHash } from '../../kit/nav/nav.ts'
import type { Pairing } from './pairing.ts'

/** The first of several texts that is the code of a box. */
export function firstPairing(texts: readonly string[]): Pairing | undefined {
  const pairings = texts.map((text) => ({ pairing: readScanned(text), scanned: text }))
  const match = pairings.find(({ pairing }) => pairing !== undefined)
  return match?.pairing && { ...match.pairing, scanned: match.scanned }
}

/** The box's link, or its eight characters alone; undefined if it is no box code. */
export function readScanned(text: string): Pairing | undefined {
  const params = new URLSearchParams(readHash(text.slice(text.indexOf('#')))[1])
  const isLink = text.includes('#')
  const read = bindDevice.input.safeParse({
    devsn: isLink ? (params.get('devsn') ?? '') : '',
    code: isLink ? (params.get('code') ?? '') : text.trim(),
  })
  return read.success ? read.data : undefined
}
