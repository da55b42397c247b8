/** Where a download lies, what it was called, its category, priority and limits, each to be changed with a tap. */
import type { Device } from '@homeport/contract/device.ts'
import { TaskPriority, type Task } from '@homeport/contract/download/download.ts'
import { taskChange, taskRename, type TaskDetail, type TaskWork } from '@homeport/contract/download/task-control.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isFailure } from '../../kit/failure.ts'
import { useKept } from '../../kit/keep/draft.ts'
import { useTyped } from '../../kit/keep/unsent-forms.ts'
import { speedOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { copyText } from '../../kit/browser-features.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/field.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { downloadFolder } from '../config.ts'
import { configText } from '../config-text.ts'
import { queueText } from '../queue/queue-text.ts'
import { changeTasks, moveTasks } from '../queue/queue-mutations.ts'
import { ChoiceSheets } from '../queue/selection-bar.tsx'
import { downloadText } from '../text.ts'
import { doTask } from './data.ts'
import { LackNotes, lackOf } from './lack-notes.tsx'
import { taskText } from './task-text.ts'
import styles from './task.module.css'

type SheetName = 'priority' | 'category' | 'folder' | 'name' | 'limits'
type Props = { device: Device; task: Task; detail: TaskDetail | undefined }

export function DetailsSection({ device, task, detail }: Props) {
  const own = useText(taskText)
  const queue = useText(queueText)
  const words = useText(downloadText)
  const client = useQueryClient()
  const [sheet, show] = useState<SheetName | null>(null)
  const failed = { onError: (failure: Error) => void (isFailure(failure, 'task') && toast(own.failed)) }
  const changing = useMutation(changeTasks(client))
  const moving = useMutation(moveTasks(client))
  const isOnline = device.online === 1
  const ownFolder = task.folder || detail?.path || ''
  const { data: common } = useQuery({ ...downloadFolder(device), enabled: ownFolder === '' })
  const row = (label: string, value: string, { open, what }: { open?: () => void; what?: TaskWork } = {}) =>
    open && isOnline && !(what && lackOf(detail, what)) ? (
      <li>
        <button type="button" className={styles.line} aria-haspopup="dialog" onClick={open}>
          <Line label={label} value={value} />
        </button>
      </li>
    ) : (
      <li className={classes(styles.line, what && lackOf(detail, what) !== null && styles.lacking)}>
        <Line label={label} value={value} />
      </li>
    )
  const priority = (['high', 'normal', 'low'] as const).find((name) => TaskPriority[name] === task.priority) ?? 'normal'
  const limit = detail?.down_limit_bytes ?? 0
  const choices = sheet === 'priority' || sheet === 'category' || sheet === 'folder' ? sheet : null
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{own.details}</h2>
      </div>
      <ul className={styles.group}>
        {row(own.folder, ownFolder || common?.download_path || '–', { open: () => show('folder'), what: 'move' })}
        {row(own.originalName, detail?.original_name || task.name, { open: () => show('name'), what: 'rename' })}
        {row(queue.category, task.category || queue.noCategory, { open: () => show('category') })}
        {!task.is_done && row(queue.priority, queue.priorities[priority], { open: () => show('priority') })}
        {task.kind !== 'rtmp' &&
          task.kind !== 'mms' &&
          row(own.limits, limit > 0 ? speedOf(limit) : own.noLimits, { open: () => show('limits'), what: 'limits' })}
        {detail?.server ? row(own.server, detail.server) : null}
        <li>
          <button
            type="button"
            className={styles.line}
            onClick={() => toast(copyText(task.url) ? words.copied : words.copyFailed)}
          >
            <Line label={words.copyLink} value={task.url} />
          </button>
        </li>
      </ul>
      <LackNotes detail={detail} works={['move', 'rename', 'limits']} />
      <ChoiceSheets
        device={device}
        tasks={[task]}
        sheet={choices}
        show={() => show(null)}
        rule={{
          change: (change) => changing.mutate({ tasks: [task], ...change }, failed),
          move: (folder_id) => moving.mutate({ tasks: [task], folder_id }, failed),
        }}
      />
      <RenameSheet task={task} isOpen={sheet === 'name'} onClose={() => show(null)} />
      {detail && <LimitsSheet key={sheet} task={task} detail={detail} isOpen={sheet === 'limits'} onClose={() => show(null)} />}
    </section>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <>
      <span className={layoutStyles.grow}>{label}</span>
      <span className={classes(styles.value, textStyles.oneLine, textStyles.numeric)}>{value}</span>
    </>
  )
}

function RenameSheet({ task, isOpen, onClose }: { task: Task; isOpen: boolean; onClose: () => void }) {
  const own = useText(taskText)
  const { value: name, change, forget } = useTyped(`download name ${task.task_id}`, task.name)
  const [isRefused, setRefused] = useState(false)
  const renaming = useMutation(doTask(useQueryClient(), taskRename))
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={own.rename} closeLabel={useText(commonText).close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          renaming.mutate(
            { task_id: task.task_id, name: name.trim() },
            {
              onSuccess: () => (forget(), setRefused(false), onClose()),
              onError: (failure) => setRefused(isFailure(failure, 'task') || isFailure(failure, 'field')),
            },
          )
        }}
      >
        <Field
          label={own.newName}
          value={name}
          autoComplete="off"
          error={isRefused ? own.nameTaken : undefined}
          onChange={({ target }) => (setRefused(false), change(() => target.value))}
        />
        <Button variant="main" isWide type="submit" disabled={name.trim() === ''} isBusy={renaming.isPending}>
          {own.save}
        </Button>
      </form>
    </Sheet>
  )
}

const bytesPerMb = 1_000_000
const inMb = (bytes: number) => (bytes === 0 ? '' : String(Math.round(bytes / 1000) / 1000))
const numberOf = (text: string) => Number(text.trim().replace(',', '.'))

type LimitsProps = { task: Task; detail: TaskDetail; isOpen: boolean; onClose: () => void }

function LimitsSheet({ task, detail, isOpen, onClose }: LimitsProps) {
  const own = useText(taskText)
  const settings = useText(configText)
  const [draft, setDraft] = useKept(`download limits ${task.task_id}`, {
    down: inMb(detail.down_limit_bytes),
    up: inMb(detail.up_limit_bytes),
    ratio: detail.seed_ratio === null ? '' : String(detail.seed_ratio),
    minutes: detail.seed_minutes === null ? '' : String(detail.seed_minutes),
  })
  const changing = useMutation(doTask(useQueryClient(), taskChange))
  const isTorrent = detail.info_hash !== ''
  const isWrong = Object.values(draft).some((text) => !(numberOf(text) >= 0))
  const field = (key: keyof typeof draft, label: string, more: { hint: string; unit: string }) => (
    <Field
      label={label}
      value={draft[key]}
      inputMode="decimal"
      autoComplete="off"
      hint={more.hint}
      end={<span className={textStyles.caption}>{more.unit}</span>}
      error={numberOf(draft[key]) >= 0 ? undefined : settings.range}
      onChange={({ target }) => setDraft((before) => ({ ...before, [key]: target.value }))}
    />
  )
  function save() {
    if (isWrong) return
    const orNull = (text: string) => (text.trim() === '' ? null : numberOf(text))
    const minutes = orNull(draft.minutes)
    changing.mutate(
      {
        task_ids: [task.task_id],
        down_limit_bytes: Math.round(numberOf(draft.down) * bytesPerMb),
        up_limit_bytes: Math.round(numberOf(draft.up) * bytesPerMb),
        seed_ratio: orNull(draft.ratio),
        seed_minutes: minutes === null ? null : Math.round(minutes),
      },
      { onSuccess: onClose, onError: (failure) => void (isFailure(failure, 'task') && toast(own.failed)) },
    )
  }
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={own.limits} closeLabel={useText(commonText).close}>
      {field('down', own.limitDown, { hint: own.limitHint, unit: settings.unit })}
      {isTorrent && (
        <>
          {field('up', own.limitUp, { hint: own.limitHint, unit: settings.unit })}
          {field('ratio', own.seedRatio, { hint: own.seedHint, unit: settings.ratioUnit })}
          {field('minutes', own.seedMinutes, { hint: own.seedHint, unit: settings.minutesUnit })}
        </>
      )}
      <Button variant="main" isWide isBusy={changing.isPending} disabled={isWrong} onClick={save}>
        {own.save}
      </Button>
    </Sheet>
  )
}
