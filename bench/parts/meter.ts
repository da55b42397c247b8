/** Server time as counted by the cloud's metrics since they were first read. */
import type { Call } from '@homeport/contract/kit/operation.ts'

export type Metered = { all: number; inTime: number; seconds: number }

/** inTime: responses within the budget, which must be one of the cloud's buckets (cloud/src/app/metrics.ts). */
export async function metered(port: number, call: Call, budgetMs: number): Promise<Metered> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.includes(`${call.host}${call.path}"`))
  const value = (part: string) =>
    Number(
      lines
        .find((line) => line.includes(part))
        ?.split(' ')
        .at(-1) ?? 0,
    )
  return {
    all: value('http_request_seconds_count'),
    inTime: value(`le="${budgetMs / 1000}"`),
    seconds: value('http_request_seconds_sum'),
  }
}

export function since(before: Metered, after: Metered): Metered {
  return { all: after.all - before.all, inTime: after.inTime - before.inTime, seconds: after.seconds - before.seconds }
}
