/** The finished file of a link in its work folder, and the mark that says so: the engine that knew it may be gone before the file is moved out (promise 37). */
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TaskRow } from '../table/task-row.ts'

const markName = 'finished.aria2'
/** The engine gives a file of these kinds its name only once it is whole. */
const namedWhenWhole = new Set<TaskRow['kind']>(['rtmp', 'mms'])

export function finishedFiles(workOf: (task_id: string) => string) {
  const namesIn = (task_id: string): Promise<string[]> => readdir(workOf(task_id)).catch((): string[] => [])

  /** The only file of a work folder that has no record of its own, '' if there is none. */
  async function finishedIn(task_id: string): Promise<string> {
    const names = await namesIn(task_id)
    const whole = names.filter((name) => !name.endsWith('.aria2') && !names.includes(`${name}.aria2`))
    return whole.length === 1 ? (whole[0] ?? '') : ''
  }

  return {
    finishedIn,
    /** The engine has said that the file is whole. */
    markFinished: (task_id: string): Promise<void> => writeFile(join(workOf(task_id), markName), ''),
    unmarkFinished: (task_id: string): Promise<void> => rm(join(workOf(task_id), markName), { force: true }),
    /** As finishedIn, where the file is known to be whole: by the mark, or by how its engine leaves it. */
    async wholeIn({ task_id, kind, total_size }: TaskRow): Promise<string> {
      const name = await finishedIn(task_id)
      if (name === '' || namedWhenWhole.has(kind)) return name
      const names = await namesIn(task_id)
      if (names.includes(markName)) return name
      // The box's own engine keeps the record of its ranges beside the whole file.
      if (kind === 'http') return names.some((other) => other.endsWith('.aria2')) ? name : ''
      // Every part of an ed2k file was verified before its record went.
      const size = await stat(join(workOf(task_id), name)).then((file) => file.size)
      return kind === 'ed2k' && size === total_size ? name : ''
    },
  }
}
