/** The samples as a table, as text that shows in a terminal, and as SVG. */
import type { Retained, Sample } from './meter.ts'
import { p95Of, type Answer } from './others.ts'

/** answers: to others meanwhile. */
export type Row = { round: number; name: string; samples: readonly Sample[]; answers: readonly Answer[] }

const lines = [
  { key: 'cloudMb', name: 'cloud MB', colour: '#2563eb' },
  { key: 'boxMb', name: 'box MB', colour: '#16a34a' },
  { key: 'engineMb', name: 'engine MB', colour: '#d97706' },
  { key: 'cloudTurnMs', name: 'cloud turn ms', colour: '#93c5fd' },
  { key: 'boxTurnMs', name: 'box turn ms', colour: '#86efac' },
] as const
type Key = (typeof lines)[number]['key']

export const most = (samples: readonly Sample[], key: Key) => samples.reduce((highest, one) => Math.max(highest, one[key]), 0)

/** The highest of each case over all rounds. */
export function tableOf(rows: readonly Row[]): string {
  const names = [...new Set(rows.map(({ name }) => name))]
  const head = ['case', 'rounds', ...lines.map(({ name }) => name), 'others p95 ms']
  const body = names.map((name) => {
    const own = rows.filter((row) => row.name === name)
    return [
      name,
      String(own.length),
      ...lines.map(({ key }) =>
        most(
          own.flatMap(({ samples }) => samples),
          key,
        ).toFixed(0),
      ),
      p95Of(own.flatMap(({ answers }) => answers)).toFixed(0),
    ]
  })
  const widths = head.map((_, at) => Math.max(...[head, ...body].map((row) => (row[at] ?? '').length)))
  return [head, ...body].map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')).join('\n')
}

const columns = 100
const blocks = '▁▂▃▄▅▆▇█'

export function textOf(samples: readonly Sample[], retained: readonly Retained[]): string {
  const bars = lines.map(({ key, name }) =>
    barOf(
      name,
      samples.map((one) => one[key]),
    ),
  )
  const ofRounds = (['cloudMb', 'boxMb'] as const).map((key) =>
    barOf(
      `retained ${key.slice(0, -2)}`,
      retained.map((one) => one[key]),
    ),
  )
  return [...bars, ...ofRounds].join('\n')
}

/** Each column is the highest of its share of the values; full height is the highest of all. */
function barOf(name: string, values: readonly number[]): string {
  const highest = Math.max(0, ...values)
  const perColumn = Math.max(1, Math.ceil(values.length / columns))
  let bar = ''
  for (let at = 0; at < values.length; at += perColumn) {
    const value = Math.max(...values.slice(at, at + perColumn))
    bar += blocks[Math.min(blocks.length - 1, Math.floor((value / (highest || 1)) * blocks.length))]
  }
  return `${name.padEnd(14)} ${bar} ${highest.toFixed(0)}`
}

const [width, height, margin] = [1_000, 400, 50]

export function svgOf(samples: readonly Sample[]): string {
  const seconds = Math.max(1, samples.at(-1)?.atSeconds ?? 1)
  const highest = Math.max(1, ...lines.map(({ key }) => most(samples, key)))
  const x = (at: number) => (margin + (at / seconds) * (width - 2 * margin)).toFixed(1)
  const y = (value: number) => (height - margin - (value / highest) * (height - 2 * margin)).toFixed(1)
  const drawn = lines.map(({ key, name, colour }, at) => {
    const points = samples.map((one) => `${x(one.atSeconds)},${y(one[key])}`).join(' ')
    const label = `<text x="${margin + at * 180}" y="20" fill="${colour}">${name}, ${most(samples, key).toFixed(0)} at most</text>`
    return `<polyline points="${points}" fill="none" stroke="${colour}"/>${label}`
  })
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<text x="5" y="${y(share * highest)}">${(share * highest).toFixed(0)}</text><text x="${x(share * seconds)}" y="${height - 20}">${((share * seconds) / 60).toFixed(1)} min</text>`,
  )
  const text = 'font-family="sans-serif" font-size="12"'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${text}><rect width="100%" height="100%" fill="#fff"/>${drawn.join('')}${ticks.join('')}</svg>\n`
}
