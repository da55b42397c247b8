/** Downloads that another feature of the box begins, as a feed does. */
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import * as z from 'zod/mini'
import { Refusal } from '../../kit/refusal.ts'
import type { LinkOrTorrent } from '../../shared/link-or-torrent.ts'
import type { Tasks } from '../task/tasks.ts'

export type BegunDeps = {
  tasks: Tasks
  startByItself: (requested: LinkOrTorrent, about: { id: string; category: string }) => Promise<string>
}
export type Begun = ReturnType<typeof createBegun>

const Existing = z.object({ task_id: z.string() })

export function createBegun({ tasks, startByItself }: BegunDeps) {
  return {
    /** Its task, also where the box has it already; the same id is the same one. Throws a Refusal with a reason. */
    async start(requested: LinkOrTorrent, about: { id: string; category: string }): Promise<string> {
      try {
        return await startByItself(requested, about)
      } catch (error) {
        const isThere = error instanceof Refusal && (error.code === TaskCode.inDownloading || error.code === TaskCode.inComplete)
        const existing = z.safeParse(Existing, isThere ? error.data : undefined)
        if (!existing.success) throw error
        return existing.data.task_id
      }
    },
    /** undefined for a task that the box has no longer. */
    isDone: async (task_id: string): Promise<boolean | undefined> => (await tasks.find({ task_id, url: '', key: '' }))?.is_done,
    /** 0 to 100; undefined for a task that the box has no longer. */
    progressOf: async (task_id: string): Promise<number | undefined> =>
      (await tasks.find({ task_id, url: '', key: '' }))?.progress,
    /** Those that are not complete. */
    async unfinished(): Promise<{ task_id: string; name: string }[]> {
      const { tasks: all } = await tasks.matching({ is_done: false, category: '' })
      return all.map(({ task_id, name }) => ({ task_id, name }))
    },
    /** With its files. */
    remove: (task_id: string) => tasks.remove({ task_id, files: 1 }),
  }
}
