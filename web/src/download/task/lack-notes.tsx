/** Reasons why something cannot be done with a download now: its controls are greyed, and the reason stands below them. */
import { lackReasons, type LackReason, type TaskDetail, type TaskWork } from '@homeport/contract/download/task-control.ts'
import { useText } from '../../kit/lang.ts'
import textStyles from '../../ui/text.module.css'
import { taskText } from './task-text.ts'

type Detail = Pick<TaskDetail, 'cannot'> | undefined

/** null: it can be done. A reason that this app does not know is none to grey it for. */
export function lackOf(detail: Detail, what: TaskWork): LackReason | null {
  const lack = detail?.cannot.find((one) => one.what === what)
  return lackReasons.find((reason) => reason === lack?.why) ?? null
}

export function LackNotes({ detail, works }: { detail: Detail; works: readonly TaskWork[] }) {
  const { lacks } = useText(taskText)
  const reasons = new Set(works.map((what) => lackOf(detail, what)).filter((reason) => reason !== null))
  return [...reasons].map((reason) => (
    <p key={reason} className={textStyles.caption} role="note">
      {lacks[reason]}
    </p>
  ))
}
