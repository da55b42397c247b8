/** The lists of downloads from the box itself, while the cloud is away. */
import { listTasks, taskList, TaskStatus, type Task, type TaskGroups } from '@homeport/contract/download/download.ts'
import { groupOf } from '@homeport/contract/download/task-group.ts'
import { foldWords } from '@homeport/contract/shape/search-words.ts'
import { getConfig, getDownloadConfig } from '@homeport/contract/download/download-config.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import { later } from '../kit/clock.ts'
import { answerInHouse } from '../kit/call/in-house.ts'
import { send } from '../kit/call/link.ts'

/** The latest ones: the whole list of a box with more needs the cloud. */
export const tasksInHouse = 990
const pageSize = 99
/** Lists that are drawn together are read once. */
const keptMs = 1_000

type Query = Out<typeof listTasks.input>
type TaskState = Query['state']

export function answerDownloadsInHouse(): () => void {
  const stops = [
    answerInHouse(listTasks, async (query) => ({ ...listOf(await allTasks(), query), stale_at: null })),
    answerInHouse(getConfig, async () => ({ ...(await send(getDownloadConfig, {})), stale_at: null })),
  ]
  return () => stops.forEach((stop) => stop())
}

let reading: Promise<Task[]> | null = null

function allTasks(): Promise<Task[]> {
  if (reading) return reading
  reading = readAll()
  const forget = () => void (reading = null)
  reading.then(() => later(keptMs, forget), forget)
  return reading
}

async function readAll(): Promise<Task[]> {
  const tasks: Task[] = []
  for (let offset = 0; offset < tasksInHouse; offset += pageSize) {
    const { data, total } = await send(taskList, { limit: pageSize, offset })
    for (const task of data) tasks.push(task)
    if (offset + pageSize >= total) break
  }
  return tasks
}

/** The answer of the cloud to the same query, but for pinyin and traditional characters. */
export function listOf(tasks: readonly Task[], query: Query) {
  const { page, limit, is_done, state, category, q, sort, is_up } = query
  const words = foldWords(q).split(' ').filter(Boolean)
  const matches = tasks.filter(
    (task) =>
      (is_done === undefined || task.is_done === is_done) &&
      (state === '' || stateOf(task) === state) &&
      (category === '' || task.category === category) &&
      hasAll([task.name, task.film?.title, task.url].join(' '), words),
  )
  const sorted = matches.toSorted(orders[sort])
  if (is_up) sorted.reverse()
  const done = tasks.filter((task) => task.is_done).length
  const groups: TaskGroups = { failed: 0, progress: 0, waiting: 0, done: 0 }
  for (const task of matches) groups[groupOf(task)] += 1
  return {
    data: sorted.slice((page - 1) * limit, page * limit),
    total: matches.length,
    page,
    limit,
    counts: { all: tasks.length, progress: tasks.length - done, done },
    groups,
  }
}

/** Folding a thousand names takes longer than to look through them: not without words. */
function hasAll(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const folded = foldWords(text)
  return words.every((word) => folded.includes(word))
}

const groupOrder: readonly (keyof TaskGroups)[] = ['failed', 'progress', 'waiting', 'done']
const byNumber = (key: (task: Task) => number) => (one: Task, other: Task) => key(one) - key(other)
const byName = new Intl.Collator(['zh', 'en'], { numeric: true, sensitivity: 'base' })
const orders: Record<Query['sort'], (one: Task, other: Task) => number> = {
  queue: (one, other) => groupOrder.indexOf(groupOf(one)) - groupOrder.indexOf(groupOf(other)) || placeOf(one) - placeOf(other),
  added: byNumber((task) => -task.created_at),
  name: (one, other) => byName.compare(one.film?.title || one.name || one.url, other.film?.title || other.name || other.url),
  size: byNumber((task) => -(task.download_size || task.total_size)),
  progress: byNumber((task) => -task.progress),
  speed: byNumber((task) => -task.speed_bytes),
}

function placeOf(task: Task): number {
  return task.is_done ? -(task.done_at ?? task.created_at) : task.order || (task.wait?.place ?? 0)
}

function stateOf({ is_done, is_seeding, status, wait }: Task): TaskState {
  if (is_done) return is_seeding ? 'seeding' : ''
  if (status === TaskStatus.failed || status === TaskStatus.error) return 'failed'
  if (status !== TaskStatus.run) return 'stopped'
  return wait ? 'waiting' : 'running'
}
