/** Renders a QR code as one SVG path of its dark modules; side: modules per row. */
import { encode } from 'uqr'

export type Qr = { path: string; side: number }

export function qrOf(text: string): Qr {
  const { data, size } = encode(text, { border: 0 })
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map((run) => ({ x: run.index, y, w: run[0].length })),
  )
  return { path: runs.map(({ x, y, w }) => `M${x} ${y}h${w}v1h-${w}z`).join(''), side: size }
}
