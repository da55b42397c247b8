/** The foot while downloads are selected: what can be done with all of them. */
import type { Device } from '@homeport/contract/device.ts'
import { TaskPriority, type Task } from '@homeport/contract/download/download.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDownToLine, ArrowUpToLine, CheckCheck, Ellipsis, Flag, FolderInput, Tag, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { isFailure } from '../../kit/failure.ts'
import { sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import barsStyles from '../../ui/bars.module.css'
import { Button, IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { PauseIcon, PlayIcon, RetryIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import actionStyles from '../actions.module.css'
import { config } from '../config.ts'
import { queueText } from './queue-text.ts'
import styles from './queue.module.css'
import { changeTasks, moveTasks, orderTasks, ruleMany, type ManyInput } from './queue-mutations.ts'
import { recordingsOf, StopRecordingsSheet } from './stop-recordings-sheet.tsx'
import { Choices } from '../../ui/choices.tsx'
import type { Selection } from './use-selection.ts'

type SheetName = 'more' | 'remove' | 'stop' | 'priority' | 'category' | 'folder'

export function SelectionBar({ device, selection, selectAll }: { device: Device; selection: Selection; selectAll: () => void }) {
  const words = useText(queueText)
  const { tasks, end } = selection
  const [sheet, setSheet] = useState<SheetName | null>(null)
  const rule = useRule(tasks, end)
  const recordings = recordingsOf(tasks)
  const isNone = tasks.length === 0
  const button = (label: string, icon: ReactNode, act: () => void) => (
    <IconButton label={label} disabled={isNone} onClick={act}>
      {icon}
    </IconButton>
  )
  return (
    <footer className={classes(barsStyles.bottomBar, styles.bar)}>
      <p className={textStyles.numeric} role="status">
        {words.selected(tasks.length)}
      </p>
      {button(words.start, <PlayIcon />, () => rule.many('start'))}
      {button(words.stop, <PauseIcon />, () => (recordings > 0 ? setSheet('stop') : rule.many('stop')))}
      {button(words.remove, <Trash2 strokeWidth={1.75} />, () => setSheet('remove'))}
      <IconButton label={words.more} onClick={() => setSheet('more')}>
        <Ellipsis strokeWidth={1.75} />
      </IconButton>
      <Button isSmall onClick={end}>
        {words.endSelect}
      </Button>
      <MoreSheet isOpen={sheet === 'more'} show={setSheet} isNone={isNone} rule={rule} selectAll={selectAll} />
      <RemoveManySheet isOpen={sheet === 'remove'} onClose={() => setSheet(null)} count={tasks.length} rule={rule} />
      <StopRecordingsSheet
        isOpen={sheet === 'stop'}
        onClose={() => setSheet(null)}
        count={recordings}
        confirm={words.stop}
        stop={() => rule.many('stop')}
      />
      <ChoiceSheets device={device} tasks={tasks} sheet={sheet} show={setSheet} rule={rule} />
    </footer>
  )
}

type Rule = ReturnType<typeof useRule>

function useRule(tasks: readonly Task[], end: () => void) {
  const words = useText(queueText)
  const client = useQueryClient()
  const many = useMutation(ruleMany(client))
  const changing = useMutation(changeTasks(client))
  const moving = useMutation(moveTasks(client))
  const ordering = useMutation(orderTasks(client))
  const ended = {
    onSuccess({ changed, refused = [] }: { changed: number; refused?: readonly unknown[] }) {
      toast(refused.length > 0 ? words.refused(refused.length) : words.done(changed))
    },
    onError: (failure: Error) => void (isFailure(failure, 'task') && toast(words.failed)),
  }
  const ids = tasks.map(({ task_id }) => task_id)
  const then = (act: () => void) => {
    act()
    end()
  }
  return {
    many: (action: ManyInput['action'], files: 0 | 1 = 0) => then(() => many.mutate({ action, tasks, files }, ended)),
    change: (change: { priority?: number; category?: string }) => then(() => changing.mutate({ tasks, ...change }, ended)),
    move: (folder_id: string) => then(() => moving.mutate({ tasks, folder_id }, ended)),
    order: (to: 'first' | 'last') => then(() => ordering.mutate({ ids, to }, ended)),
  }
}

type MoreProps = {
  isOpen: boolean
  show: (sheet: SheetName | null) => void
  isNone: boolean
  rule: Rule
  selectAll: () => void
}

function MoreSheet({ isOpen, show, isNone, rule, selectAll }: MoreProps) {
  const words = useText(queueText)
  const row = (label: string, icon: ReactNode, act: () => void) => (
    <button
      type="button"
      className={actionStyles.action}
      onClick={() => {
        show(null)
        act()
      }}
    >
      {icon}
      <span className={layoutStyles.grow}>{label}</span>
    </button>
  )
  return (
    <Sheet isOpen={isOpen} onClose={() => show(null)} title={words.more} closeLabel={useText(commonText).close}>
      <div className={actionStyles.actions}>
        {row(words.selectAll, <CheckCheck strokeWidth={1.75} />, selectAll)}
        {!isNone && (
          <>
            {row(words.retry, <RetryIcon />, () => rule.many('retry'))}
            {row(words.toFront, <ArrowUpToLine strokeWidth={1.75} />, () => rule.order('first'))}
            {row(words.toEnd, <ArrowDownToLine strokeWidth={1.75} />, () => rule.order('last'))}
            {row(words.priority, <Flag strokeWidth={1.75} />, () => show('priority'))}
            {row(words.category, <Tag strokeWidth={1.75} />, () => show('category'))}
            {row(words.move, <FolderInput strokeWidth={1.75} />, () => show('folder'))}
          </>
        )}
      </div>
    </Sheet>
  )
}

function RemoveManySheet({ isOpen, onClose, count, rule }: { isOpen: boolean; onClose: () => void; count: number; rule: Rule }) {
  const words = useText(queueText)
  const go = (files: 0 | 1) => {
    onClose()
    rule.many('remove', files)
  }
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.removeMany(count)} closeLabel={useText(commonText).close}>
      <p className={textStyles.secondary}>{words.removeManyText}</p>
      <div className={actionStyles.stack}>
        <Button isWide onClick={() => go(0)}>
          {words.removeKeep}
        </Button>
        <Button variant="line" isDanger isWide icon={<Trash2 size={20} strokeWidth={1.75} />} onClick={() => go(1)}>
          {words.removeFiles}
        </Button>
        <Button variant="bare" isWide onClick={onClose}>
          {useText(commonText).cancel}
        </Button>
      </div>
    </Sheet>
  )
}

const priorities = ['high', 'normal', 'low'] as const

type ChoiceProps = {
  device: Device
  tasks: readonly Task[]
  sheet: SheetName | null
  show: (sheet: SheetName | null) => void
  rule: Rule
}

/** Also used for one task on its page. */
export function ChoiceSheets({
  device,
  tasks,
  sheet,
  show,
  rule,
}: Omit<ChoiceProps, 'rule'> & { rule: Pick<Rule, 'change' | 'move'> }) {
  const words = useText(queueText)
  const common = useText(commonText)
  const settings = useQuery(config(device)).data
  const close = () => show(null)
  const [one] = tasks
  const only = tasks.length === 1 ? one : undefined
  const then = (act: () => void) => {
    close()
    act()
  }
  return (
    <>
      <Sheet isOpen={sheet === 'priority'} onClose={close} title={words.priority} closeLabel={common.close}>
        <Choices
          label={words.priority}
          values={priorities}
          chosen={priorities.find((name) => TaskPriority[name] === only?.priority) ?? null}
          labelOf={(name) => words.priorities[name]}
          onSelect={(name) => then(() => rule.change({ priority: TaskPriority[name] }))}
        />
      </Sheet>
      <Sheet isOpen={sheet === 'category'} onClose={close} title={words.category} closeLabel={common.close}>
        <Choices
          label={words.category}
          values={['', ...(settings?.categories ?? []).map(({ name }) => name)]}
          chosen={only?.category ?? null}
          labelOf={(name) => name || words.noCategory}
          onSelect={(category) => then(() => rule.change({ category }))}
        />
      </Sheet>
      <Sheet isOpen={sheet === 'folder'} onClose={close} title={words.move} closeLabel={common.close}>
        <Choices
          label={words.move}
          values={(settings?.folders ?? []).map(({ folder_id }) => folder_id)}
          chosen={null}
          labelOf={(id) => settings?.folders.find(({ folder_id }) => folder_id === id)?.name ?? id}
          noteOf={(id) => {
            const free = settings?.folders.find(({ folder_id }) => folder_id === id)?.free ?? null
            return free === null ? words.away : words.folderFree(sizeOf(free))
          }}
          onSelect={(id) => then(() => rule.move(id))}
        />
      </Sheet>
    </>
  )
}
