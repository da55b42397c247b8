/** Which tasks play while they load: a video of a link whose streams ffprobe can tell from what is there. */
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { fileKindOf } from '@homeport/contract/shape/file-kind.ts'
import { isLink } from '../engine/engine.ts'
import type { TaskRow } from '../table/store.ts'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { GrowingFiles } from './growing-files.ts'

/** Less than this tells nothing. */
const headMinBytes = 128 * 1024

export type CanPlayDeps = {
  growing: GrowingFiles
  /** ffprobe finds a video there. */
  isVideo: (address: string) => Promise<boolean>
  onChange: (task_id: string) => void
  onFault: (fault: unknown) => void
}
export type CanPlay = ReturnType<typeof createCanPlay>

export function createCanPlay({ growing, isVideo, onChange, onFault }: CanPlayDeps) {
  const playable = new Set<string>()
  const probing = new Set<string>()
  /** How much of the head must be there for the next try. */
  const nextHead = new Map<string, number>()
  const oneAtATime = createOneAtATime()

  const isCandidate = (row: TaskRow): boolean =>
    isLink(row.kind) && row.status !== TaskStatus.done && fileKindOf(row.name) === 'video' && row.total_size > 0

  async function probe(row: TaskRow): Promise<void> {
    const file = await growing.of(row)
    if (!file || !(await isVideo(file.address))) return
    playable.add(row.task_id)
    onChange(row.task_id)
  }

  return {
    has: (row: TaskRow): boolean => isCandidate(row) && playable.has(row.task_id) && growing.headOf(row) > 0,
    /** More of it is there: it is probed in the background until it plays. */
    look(row: TaskRow): void {
      const { task_id } = row
      if (!isCandidate(row) || playable.has(task_id) || probing.has(task_id)) return
      const head = growing.headOf(row)
      if (head < Math.min(row.total_size, nextHead.get(task_id) ?? headMinBytes)) return
      nextHead.set(task_id, 2 * head)
      probing.add(task_id)
      void oneAtATime(() => probe(row))
        .catch(onFault)
        .finally(() => probing.delete(task_id))
    },
    forget(task_id: string): void {
      playable.delete(task_id)
      nextHead.delete(task_id)
    },
  }
}
