/** The words of the Web API, which changed with version 5: a torrent is stopped and started there, not paused and resumed. */
import { ProgramTooNew, ProgramTooOld } from '../house-program/driver.ts'

/** 4.5, which tells when a magnet has its metadata, and hands it out. */
const oldest = [2, 8, 14] as const
const renamedFrom = [2, 11, 0] as const
/** A first number that is another one means other requests. */
const unknownFrom = [3, 0, 0] as const

/** version: of the Web API. */
export function pauseVerbOf(version: string): 'stop' | 'pause' {
  if (!isAtLeast(version, oldest)) throw new ProgramTooOld(`Web API ${version.slice(0, 20)}`)
  if (isAtLeast(version, unknownFrom)) throw new ProgramTooNew(`Web API ${version.slice(0, 20)}`)
  return isAtLeast(version, renamedFrom) ? 'stop' : 'pause'
}

/** How a torrent is added, whatever the program does with others. */
export const added = (isStopped: boolean) => ({
  paused: isStopped,
  stopped: isStopped,
  autoTMM: false,
  useDownloadPath: false,
  contentLayout: 'Original',
})

function isAtLeast(version: string, least: readonly number[]): boolean {
  const numbers = /^\d+\.\d+(\.\d+)?$/.test(version) ? version.split('.').map(Number) : []
  if (numbers.length === 0) return false
  for (const [at, number] of least.entries()) if ((numbers[at] ?? 0) !== number) return (numbers[at] ?? 0) > number
  return true
}
