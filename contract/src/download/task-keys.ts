/** The fields by which downloads are sorted, filtered and searched, in the cloud and on the box. */
import { dropOldest } from '../kit/collection/drop-oldest.ts'
import { foldText } from '../shape/list-keys/fold-text.ts'
import { syllablesOf } from '../shape/list-keys/pinyin.ts'
import { sortKeyOf } from '../shape/list-keys/sort-key.ts'
import { taskLimit, type Task, type TaskGroups, type taskSorts } from './download.ts'
import { groupOf, stateOf, type TaskState } from './task-group.ts'

/** queue_group: failed ones first, then those in progress, those that wait or are stopped, complete ones. queue_key: the place in the queue; of complete ones the latest first. */
export type TaskFields = {
  is_done: number
  created_at: number
  state: TaskState
  category: string
  queue_group: number
  queue_key: number
  size_key: number
  progress_key: number
  speed_key: number
}
/** words: all that it is found by, in one text. */
export type TaskTexts = { name_key: string; words: string }
export type TaskKeys = TaskFields & TaskTexts

/** In the order of the queue. */
export const taskGroups = ['failed', 'progress', 'waiting', 'done'] as const satisfies readonly (keyof TaskGroups)[]

export const noTaskGroups: TaskGroups = { failed: 0, progress: 0, waiting: 0, done: 0 }

type Order = 'asc' | 'desc'
/** isFixed: is_up does not turn it. */
export type TaskOrder = { key: keyof TaskKeys | 'task_id'; order: Order; isFixed?: true }

/** One after the other. */
export const taskOrders: Record<(typeof taskSorts)[number], readonly TaskOrder[]> = {
  // Complete ones stay behind those in progress.
  queue: [{ key: 'is_done', order: 'asc', isFixed: true }, ...by('asc', 'queue_group', 'queue_key', 'created_at')],
  added: by('desc', 'created_at'),
  name: by('asc', 'name_key'),
  size: by('desc', 'size_key'),
  progress: by('desc', 'progress_key'),
  speed: by('desc', 'speed_key'),
}

function by(order: Order, ...keys: readonly TaskOrder['key'][]): TaskOrder[] {
  return [...keys, 'task_id' as const].map((key) => ({ key, order }))
}

export function turned({ order, isFixed }: TaskOrder, isUp: boolean): Order {
  if (!isUp || isFixed) return order
  return order === 'asc' ? 'desc' : 'asc'
}

export async function taskKeysOf(task: Task): Promise<TaskKeys> {
  return { ...taskFieldsOf(task), ...(await taskTextsOf(task)) }
}

export function taskFieldsOf(task: Task): TaskFields {
  return {
    is_done: task.is_done ? 1 : 0,
    created_at: task.created_at,
    state: stateOf(task),
    category: task.category,
    queue_group: taskGroups.indexOf(groupOf(task)),
    queue_key: task.is_done ? -(task.done_at ?? task.created_at) : task.order || (task.wait?.place ?? 0),
    size_key: Math.round(task.download_size || task.total_size),
    progress_key: Math.round(task.progress * 1_000),
    speed_key: Math.round(task.speed_bytes),
  }
}

/** Kept for the last tasks: a name is read into pinyin once, not at each report. */
const cache = new Map<string, TaskTexts>()
const maxCache = taskLimit

export async function taskTextsOf({ name, film, url }: Task): Promise<TaskTexts> {
  const key = [film?.title ?? '', name, url].join('\n')
  const existing = cache.get(key)
  if (existing) return existing
  const title = foldText(film?.title || name || url)
  const syllables = await syllablesOf(title)
  const texts = {
    words: [title, foldText(name), foldText(linkText(url)), ...(syllables.length > 0 ? [syllables.join('')] : [])].join(' '),
    name_key: sortKeyOf(syllables.join(' ') || title),
  }
  cache.set(key, texts)
  dropOldest(cache, maxCache)
  return texts
}

const maxLink = 1_000

/** Without a magnet's trackers: they name no download. */
function linkText(url: string): string {
  const link = url.replace(/[?&](tr|ws|x\.pe|xs|as)(\.\d+)?=[^&]*/gi, '').slice(0, maxLink)
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}
