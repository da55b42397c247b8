/** The state of the machine while a figure was taken: load, steal, and the processor share of programs that are not the bench's own. Linux only. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Processor time in ticks; own: of this process and all that it started, those that have ended included. */
type Ticks = { all: number; busy: number; steal: number; own: number }

const isKnown = existsSync('/proc/stat')
let before = isKnown ? ticksNow() : undefined
let last = 'machine not seen long enough'
/** In 0.01 s of one core; figures of one measurement are printed at once. */
const ticksLeast = 50

/** Since the last measurement. A PostgreSQL server was not started by the bench, so its share is one of the others'. */
export function machineNow(): string {
  if (!before) return 'machine unknown'
  const now = ticksNow()
  const { all, busy, steal, own } = before
  if (now.all - all < ticksLeast) return last
  before = now
  const share = (ticks: number) => `${Math.max(0, Math.round((100 * ticks) / Math.max(1, now.all - all)))} %`
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ')
  const ownTicks = now.own - own
  last = `load ${load}, steal ${share(now.steal - steal)}, processor: bench ${share(ownTicks)}, others ${share(now.busy - busy - ownTicks)}`
  return last
}

function ticksNow(): Ticks {
  const [, ...columns] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').trim().split(/\s+/)
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softIrq = 0, steal = 0] = columns.map(Number)
  const busy = user + nice + system + irq + softIrq
  return { all: busy + idle + waiting + steal, busy, steal, own: ownTicks() }
}

function ownTicks(): number {
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [statOf(Number(name))] : []))
  const own = new Set([process.pid])
  // Numbers are not always given in the order of birth.
  for (let size = 0; size < own.size;) {
    size = own.size
    for (const { pid, parent } of processes) if (own.has(parent)) own.add(pid)
  }
  return processes.reduce((sum, { pid, ticks }) => (own.has(pid) ? sum + ticks : sum), 0)
}

function statOf(pid: number): { pid: number; parent: number; ticks: number } {
  const stat = textOf(`/proc/${pid}/stat`)
  const columns = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [parent = 0, ...times] = [columns[1], ...columns.slice(11, 15)].map(Number)
  return { pid, parent: Number.isNaN(parent) ? 0 : parent, ticks: times.reduce((sum, time) => sum + (time || 0), 0) }
}

/** '' for a process that ended meanwhile: its ticks count with its parent. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return ''
    throw error
  }
}
