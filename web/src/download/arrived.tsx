/** What finished last, without buttons: a glance. */
import type { Task } from '@homeport/contract/download.ts'
import './download.css'
import { DownloadRow } from './row.tsx'

export function Arrived({ tasks }: { tasks: Task[] }) {
  return (
    <ul>
      {tasks.map((task, index) => (
        <li key={task.task_id}>
          <DownloadRow task={task} isLined={index > 0} start={() => {}} stop={() => {}} />
        </li>
      ))}
    </ul>
  )
}
