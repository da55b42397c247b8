/** Medians, percentiles and the output line of a bench, with what the machine was doing since the last one. */
import { machineNow } from './machine.ts'

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: number[]) => percentile(values, 0.5)

export function report(what: string, { figure, budget, unit }: { figure: number; budget: number; unit: string }): void {
  console.log(`${what}: ${figure.toFixed(2)} ${unit} (budget ${budget} ${unit}; ${machineNow()})`)
}
