/** The tasks that have a job in the engine, up to the limit of running ones; the others wait in the table, so ten thousand of them cost the engine nothing. */
export type Slots = ReturnType<typeof createSlots>

export function createSlots({ limit }: { limit: () => number }) {
  const taken = new Set<string>()
  return {
    has: (task_id: string): boolean => taken.has(task_id),
    ids: (): string[] => [...taken],
    take: (task_id: string): void => void taken.add(task_id),
    release: (task_id: string): void => void taken.delete(task_id),
    releaseAll: (): void => taken.clear(),
    /** How many more tasks may get a job. */
    free: (): number => limit() - taken.size,
    /** The newest ones over the limit. */
    over: (): string[] => [...taken].slice(limit()),
  }
}
