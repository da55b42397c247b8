/** Work that was not done in time, until it is tried again: after a minute, and each time after twice as long, up to an hour. */
const firstMs = 60_000
const maxMs = 3_600_000

export type PutOff = ReturnType<typeof createPutOff>

export function createPutOff(now: () => number) {
  const waits = new Map<string, { until: number; waitMs: number }>()

  return {
    add(id: string): void {
      const waitMs = Math.min((waits.get(id)?.waitMs ?? firstMs / 2) * 2, maxMs)
      waits.set(id, { until: now() + waitMs, waitMs })
    },
    /** It was done. */
    drop: (id: string): void => void waits.delete(id),
    /** Those whose time has not come. */
    ids: (): string[] => [...waits].filter(([, { until }]) => until > now()).map(([id]) => id),
    /** Forgets what was due long ago and not tried: it is gone. */
    forgetOld(): void {
      for (const [id, { until, waitMs }] of waits) if (until + waitMs + firstMs < now()) waits.delete(id)
    },
    isEmpty: (): boolean => waits.size === 0,
  }
}
