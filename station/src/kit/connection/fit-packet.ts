/** Messages of the box fit into a packet: the cloud ends a connection that brings a longer one, and the box would send the same again at once, for ever. */
import { boxPacketMaxBytes, packetEnvelopeBytes, type FromBox, type MirrorRow } from '@homeport/contract/kit/connection.ts'
import { Code } from '@homeport/contract/kit/codes.ts'

/** onTooLong: hears what was left out. */
export type Fitting = { onTooLong: (what: string, bytes: number) => void }

const maxBytes = boxPacketMaxBytes - packetEnvelopeBytes
/** A row comes with the envelope of its chunk. */
const rowMaxBytes = maxBytes - packetEnvelopeBytes

/** As text. undefined: it cannot be sent. Of a reply its code comes, for somebody waits for it. */
export function packetOf(up: FromBox, { onTooLong }: Fitting): string | undefined {
  const text = JSON.stringify(up)
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxBytes) return text
  const what = 'frame' in up ? `${up.kind} ${up.frame.act}` : up.kind
  onTooLong(what, bytes)
  if (up.kind !== 'reply') return undefined
  const { data: _, ...frame } = up.frame
  return JSON.stringify({ ...up, frame: { ...frame, code: Code.fault } })
}

/** A row that is too long is one that the cloud does not have. */
export function fitRow(row: MirrorRow, { onTooLong }: Fitting): MirrorRow {
  const bytes = Buffer.byteLength(JSON.stringify(row))
  if (bytes <= rowMaxBytes) return row
  onTooLong(`row ${row.report} ${row.key}`, bytes)
  return { ...row, value: null }
}
