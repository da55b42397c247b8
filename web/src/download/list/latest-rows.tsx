/** Rows of finished downloads on the home page: they load where there are any. */
import type { Task } from '@homeport/contract/download/download.ts'
import { DownloadRow } from '../row/row.tsx'

export function LatestRows({ tasks }: { tasks: readonly Task[] }) {
  return (
    <ul>
      {tasks.map((task, index) => (
        <li key={task.task_id}>
          <DownloadRow task={task} isLined={index > 0} />
        </li>
      ))}
    </ul>
  )
}
