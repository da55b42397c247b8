/** What the list of downloads is sorted, filtered and searched by lies in columns; those that stand here already are read in. */
import { PostgresAdapter, sql, type Kysely } from 'kysely'

const atOnce = 500

export async function up(db: Kysely<unknown>): Promise<void> {
  // Sorted by the number of their letters, whatever the server's language.
  const key = db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : 'text'
  for (const name of ['state', 'category', 'name_key', 'words'])
    await db.schema
      .alterTable('tasks')
      .addColumn(name, key, (column) => column.notNull().defaultTo(''))
      .execute()
  for (const name of ['queue_group', 'queue_key', 'size_key', 'progress_key', 'speed_key'])
    await db.schema
      .alterTable('tasks')
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
  await fill(db)
  await db.schema
    .createIndex('tasks_queue')
    .on('tasks')
    .columns(['devsn', 'is_done', 'queue_group', 'queue_key', 'created_at', 'task_id'])
    .execute()
  await db.schema.createIndex('tasks_filter').on('tasks').columns(['devsn', 'is_done', 'state', 'category', 'words']).execute()
  for (const by of ['name_key', 'size_key', 'progress_key', 'speed_key', 'created_at'])
    await db.schema.createIndex(`tasks_by_${by}`).on('tasks').columns(['devsn', 'is_done', by, 'task_id']).execute()
}

async function fill(db: Kysely<unknown>): Promise<void> {
  for (let last = { devsn: '', task_id: '' }; ;) {
    const { rows } = await sql<{ devsn: string; task_id: string; task: string }>`select devsn, task_id, task from tasks
      where devsn > ${last.devsn} or (devsn = ${last.devsn} and task_id > ${last.task_id})
      order by devsn, task_id limit ${sql.lit(atOnce)}`.execute(db)
    for (const { devsn, task_id, task } of rows) {
      const keys = await keysOf(JSON.parse(task))
      await sql`update tasks set state = ${keys.state}, name_key = ${keys.name}, words = ${keys.words},
        queue_group = ${keys.group}, queue_key = ${keys.queue}, size_key = ${keys.size},
        progress_key = ${keys.progress}, speed_key = ${keys.speed}
        where devsn = ${devsn} and task_id = ${task_id}`.execute(db)
    }
    const end = rows.at(-1)
    if (!end) return
    last = end
  }
}

// As tasks were read on the day of this step: a later report of the box replaces it.
type OldTask = {
  name?: string
  url?: string
  status?: number
  is_done?: boolean
  download_size?: number
  total_size?: number
  progress?: number
  speed_bytes?: number
  created_at?: number
  done_at?: number | null
  film?: { title?: string } | null
  wait?: { reason?: string; place?: number } | null
}
const groups = { failed: 0, running: 1, waiting: 2, stopped: 2, '': 3 }

async function keysOf(task: OldTask) {
  const state = stateOf(task)
  const title = fold(task.film?.title || task.name || task.url || '')
  const key = /\p{Script=Han}/u.test(title) ? await pinyinOf(title) : title
  const link = (task.url ?? '').replace(/[?&](tr|ws|x\.pe|xs|as)(\.\d+)?=[^&]*/gi, '').slice(0, 1_000)
  const joined = key === title ? [] : [key.replaceAll(' ', '')]
  return {
    state,
    name: key.replace(/\d+/g, (digits) => digits.padStart(10, '0')),
    words: [title, fold(task.name ?? ''), fold(decoded(link)), ...joined].join(' '),
    group: task.wait?.reason === 'retry' ? 1 : groups[state],
    queue: task.is_done ? -(task.done_at ?? task.created_at ?? 0) : (task.wait?.place ?? 0),
    size: whole(task.download_size || task.total_size),
    progress: whole((task.progress ?? 0) * 1_000),
    speed: whole(task.speed_bytes),
  }
}

async function pinyinOf(text: string): Promise<string> {
  const { pinyin } = await import('pinyin-pro')
  return pinyin(text, { toneType: 'none', nonZh: 'consecutive', v: true })
}

function stateOf({ is_done, status, wait }: OldTask): keyof typeof groups {
  if (is_done) return ''
  if (status === 3 || status === -1) return 'failed'
  if (status !== 1) return 'stopped'
  return wait ? 'waiting' : 'running'
}

function whole(n = 0): number {
  return Math.round(n)
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

function fold(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}
