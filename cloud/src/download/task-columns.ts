/** The fields by which a task is sorted, filtered and searched, as columns beside its JSON. */
import { TaskStatus, type Task, type taskStates } from '@homeport/contract/download/download.ts'
import { simplify } from '@homeport/contract/shape/simplify.ts'
import { foldWords } from '@homeport/contract/shape/search-words.ts'

type TaskState = (typeof taskStates)[number]

/** queue_group: failed ones first, then those in progress, those that wait or are stopped, complete ones. queue_key: the place in the queue; of complete ones the latest first. */
export type TaskColumns = {
  is_done: number
  created_at: number
  state: TaskState
  category: string
  queue_group: number
  queue_key: number
  name_key: string
  size_key: number
  progress_key: number
  speed_key: number
  words: string
}

export async function columnsOf(task: Task): Promise<TaskColumns> {
  const { words, name_key } = await textKeysOf(task)
  return {
    is_done: task.is_done ? 1 : 0,
    created_at: task.created_at,
    state: stateOf(task),
    category: task.category,
    queue_group: groupOf(task),
    queue_key: task.is_done ? -(task.done_at ?? task.created_at) : task.order || (task.wait?.place ?? 0),
    name_key,
    size_key: Math.round(task.download_size || task.total_size),
    progress_key: Math.round(task.progress * 1_000),
    speed_key: Math.round(task.speed_bytes),
    words,
  }
}

/** The fields of a task that change its place in the list. Its progress and speed are left out: they change all the time. */
export function placeOf(task: Task): string {
  return [
    task.status,
    task.is_done,
    stateOf(task),
    groupOf(task),
    task.order,
    task.wait?.place,
    task.category,
    task.name,
    task.film?.title,
  ].join('\n')
}

/** '' of a complete one that is not seeding. */
function stateOf({ is_done, is_seeding, status, wait }: Task): TaskState {
  if (is_done) return is_seeding ? 'seeding' : ''
  if (status === TaskStatus.failed || status === TaskStatus.error) return 'failed'
  if (status !== TaskStatus.run) return 'stopped'
  return wait ? 'waiting' : 'running'
}

const waitsInQueue = ['queued', 'space', 'folder', 'schedule']

function groupOf(task: Task): number {
  if (task.is_done) return 3
  const state = stateOf(task)
  if (state === 'failed') return 0
  if (state === 'running' || (task.wait && !waitsInQueue.includes(task.wait.reason))) return 1
  return 2
}

/** Kept for the last tasks: a name is read into pinyin once, not at each report. */
const cache = new Map<string, { words: string; name_key: string }>()
const cacheMost = 5_000

async function textKeysOf({ name, film, url }: Task): Promise<{ words: string; name_key: string }> {
  const key = [film?.title ?? '', name, url].join('\n')
  const existing = cache.get(key)
  if (existing) return existing
  if (cache.size >= cacheMost) cache.clear()
  const title = foldText(film?.title || name || url)
  const spoken = han.test(title) ? await pinyinOf(title) : title
  const keys = {
    words: [title, foldText(name), foldText(linkText(url)), ...(spoken === title ? [] : [spoken.replaceAll(' ', '')])].join(' '),
    name_key: spoken.replace(/^\./, '').replace(/\d+/g, (digits) => digits.padStart(10, '0')),
  }
  cache.set(key, keys)
  return keys
}

/** The dictionary is loaded at the first Chinese name. */
async function pinyinOf(text: string): Promise<string> {
  const { pinyin } = await import('pinyin-pro')
  return pinyin(text, { toneType: 'none', nonZh: 'consecutive', v: true })
}

const han = /\p{Script=Han}/u
const linkMost = 1_000

/** Without a magnet's trackers: they name no download. */
function linkText(url: string): string {
  const link = url.replace(/[?&](tr|ws|x\.pe|xs|as)(\.\d+)?=[^&]*/gi, '').slice(0, linkMost)
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}

/** Case, width, accents, punctuation, and traditional or simplified characters do not matter; the signs of C++ and .NET do. */
function foldText(text: string): string {
  return simplify(foldWords(text))
}

/** Letters, digits, marks, + # and dots only: nothing that a pattern of LIKE would read. */
export function queryWords(query: string): string[] {
  return [...new Set(foldText(query).split(' '))].filter((word) => word !== '')
}
