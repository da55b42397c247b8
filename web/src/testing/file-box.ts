/** For tests: a box that lists the folders it is given and answers for work on files. */
import type { FileEntry } from '@homeport/contract/files.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { ok, published, type Answer } from './server.ts'

export const anEntry = (name: string, more: Partial<FileEntry> = {}): FileEntry => ({
  path: '',
  name,
  kind: 'file',
  size: 1_000,
  items: null,
  modified_at: 0,
  task_id: '',
  is_part: false,
  movie_id: '',
  file_id: '',
  films: 0,
  ...more,
})
export const aFolder = (name: string, more: Partial<FileEntry> = {}) =>
  anEntry(name, { kind: 'folder', items: 0, size: 0, ...more })

export const refusal = (reason: string, name = '', code: number = Code.taken): Answer => ({ code, data: { reason, name } })

export type Acts = Record<string, (data: Record<string, unknown>) => Answer>
type Job = { state: 'running' | 'done' | 'cancelled'; done?: number; failed?: { reason: string; name: string }[] }

/** folders: by path. jobs: what file_job answers, one after the other; the last one stays. answer: of /emqx/publish; `acts` replaces the box's own. */
export function openFileBox() {
  const folders: Record<string, FileEntry[]> = {
    '': [aFolder('Downloads', { path: 'd1' })],
    d1: [aFolder('Metropolis', { items: 3 }), anEntry('poster.png', { kind: 'image' }), anEntry('notes.txt', { kind: 'txt' })],
    'd1/Metropolis': [],
  }
  const jobs: Job[] = [{ state: 'done' }]
  const box = {
    folders,
    canWrite: true,
    jobs,
    answer: (acts: Acts) =>
      published({ file_list: list, file_job: job, file_move: begun, file_copy: begun, file_delete: begun, ...acts }),
  }

  const namesOf = (path: string) => (path === '' ? [] : ['Downloads', ...path.split('/').slice(1)])
  const list: Acts[string] = ({ path, q }) => {
    const at = typeof path === 'string' ? path : ''
    const word = typeof q === 'string' ? q : ''
    const all = box.folders[at]
    if (!all) return refusal('gone', at.split('/').at(-1), Code.notFound)
    const entries = all.filter(({ name }) => name.includes(word))
    return ok({
      path: at,
      names: namesOf(at),
      entries,
      total: entries.length,
      total_size: 5_000,
      next: '',
      free: 4_000_000_000,
      disk_total: 8_000_000_000,
      can_write: box.canWrite && at !== '',
    })
  }
  const job: Acts[string] = ({ cancel }) => {
    if (cancel === true) box.jobs = [{ state: 'cancelled' }]
    const now = box.jobs.length > 1 ? box.jobs.shift() : box.jobs[0]
    return ok({ job_id: 'j', done: 0, total: 4_000, failed: [], ...now })
  }
  const begun = () => ok({ job_id: 'j' })
  return box
}
