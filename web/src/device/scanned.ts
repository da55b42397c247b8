/** Parses the text of a scanned QR code. */
import { bindDevice } from '@homeport/contract/device.ts'
import { readHash } from '../kit/nav.ts'
import type { Pairing } from './pairing.ts'

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
