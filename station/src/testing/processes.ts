/** The processes of this machine, by their command lines. */
import { readdirSync, readFileSync } from 'node:fs'

/** With NUL between its arguments; '' if the process has ended, also while it is read. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** All but the own one whose command line holds each of these. */
export function processesOf(...parts: string[]): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .filter((pid) => {
      const command = commandOf(pid)
      return parts.every((part) => command.includes(part))
    })
}
