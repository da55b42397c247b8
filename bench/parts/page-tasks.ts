/** How long the tasks of a page's main thread take, from a trace: in processor time, so that other programs of the machine do not count. */
import type { CDPSession } from 'playwright-core'
import * as z from 'zod/mini'

const TraceEvent = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  tdur: z.optional(z.number()),
  args: z.optional(z.looseObject({ name: z.optional(z.string()) })),
})

/** ms of processor time of each task while `work` runs, of the renderer's thread that was busy longest. */
export async function taskTimes<T>(session: CDPSession, work: () => Promise<T>): Promise<{ result: T; taskMs: number[] }> {
  const chunks: unknown[][] = []
  session.on('Tracing.dataCollected', ({ value }) => chunks.push(value))
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel'] } })
  const result = await work()
  const isWhole = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await isWhole
  const events = chunks.flat().map((event) => TraceEvent.parse(event))
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const ofThreads = threads.map(({ pid, tid }) =>
    events
      .filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X' && event.name.includes('RunTask'))
      .map(({ tdur = 0 }) => tdur / 1000),
  )
  const sum = (times: number[]) => times.reduce((total, time) => total + time, 0)
  const [taskMs = []] = ofThreads.toSorted((a, b) => sum(b) - sum(a))
  if (taskMs.length === 0) throw new Error('the trace has no task of the page')
  return { result, taskMs }
}
