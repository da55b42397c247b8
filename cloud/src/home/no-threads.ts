/** A cloud without a forum: every board is empty. */
import type { Threads } from './threads.ts'

export const noThreads: Threads = {
  candidates: async () => [],
  rows: async () => [],
  ofBoard: async () => ({ data: [], total: 0 }),
}
