/** Runs the owner's program when a download is done (HOMEPORT_ON_DONE); whatever becomes of it, the download is done. */
import { execFile } from 'node:child_process'
import type { Task } from '@homeport/contract/download/download.ts'
import type { StationEventBus } from '../shared/event-bus.ts'

const endsWithinMs = 600_000

export type OnDoneDeps = {
  /** Path of the program, '' for none. */
  program: string
  events: StationEventBus
  searchPath: string
  /** Absolute. */
  pathOf: (task_id: string) => Promise<string>
  warn: (line: string) => void
  onFault: (fault: unknown) => void
}

export function runOnDone({ program, events, searchPath, pathOf, warn, onFault }: OnDoneDeps): void {
  if (program === '') return
  events.on('task_done', ({ task }) => void run(task).catch(onFault))

  async function run(task: Task): Promise<void> {
    const env = {
      PATH: searchPath,
      HOMEPORT_TASK_NAME: task.name,
      HOMEPORT_TASK_PATH: await pathOf(task.task_id),
      HOMEPORT_TASK_CATEGORY: task.category,
      HOMEPORT_TASK_URL: withoutLogin(task.url),
      HOMEPORT_TASK_SIZE: String(task.download_size),
    }
    execFile(program, [], { env, timeout: endsWithinMs }, (error) => {
      if (error) warn(`HOMEPORT_ON_DONE failed for "${task.name}": ${error.message.split('\n')[0]}`)
    })
  }
}

function withoutLogin(url: string): string {
  if (!URL.canParse(url) || !url.includes('@')) return url
  const plain = new URL(url)
  plain.username = ''
  plain.password = ''
  return plain.href
}
