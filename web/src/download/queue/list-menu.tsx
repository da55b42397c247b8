/** The menu of the list of downloads: many at once, and the settings. */
import type { Task } from '@homeport/contract/download/download.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { isFailure } from '../../kit/failure.ts'
import { useText } from '../../kit/lang.ts'
import { forward } from '../../kit/nav/nav.ts'
import { commonText } from '../../kit/text/text.ts'
import { PauseIcon, PlayIcon, RetryIcon, SlidersIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import actionStyles from '../actions.module.css'
import { downloadText } from '../text.ts'
import { queueText } from './queue-text.ts'
import { ruleAll } from './queue-mutations.ts'
import { recordingsOf, StopRecordingsSheet } from './stop-recordings-sheet.tsx'

/** running: those of the queue that are known, the running ones first. */
type Props = {
  isOpen: boolean
  onClose: () => void
  isOnline: boolean
  hasTasks: boolean
  running: readonly Task[]
  select: () => void
}

export function ListMenu({ isOpen, onClose, isOnline, hasTasks, running, select }: Props) {
  const words = useText(queueText)
  const [isStopping, setStopping] = useState(false)
  const recordings = recordingsOf(running)
  const ruling = useMutation(ruleAll(useQueryClient()))
  const rule = (action: 'start' | 'stop' | 'retry', of: 'all' | 'failed') =>
    ruling.mutate(
      { action, of },
      {
        onSuccess: ({ changed }) => toast(words.done(changed)),
        onError: (failure) => void (isFailure(failure, 'task') && toast(words.failed)),
      },
    )
  const row = (label: string, icon: ReactNode, act: () => void) => (
    <button
      type="button"
      className={actionStyles.action}
      onClick={() => {
        onClose()
        act()
      }}
    >
      {icon}
      <span className={layoutStyles.grow}>{label}</span>
    </button>
  )
  return (
    <>
      <Sheet isOpen={isOpen} onClose={onClose} title={words.more} closeLabel={useText(commonText).close}>
        <div className={actionStyles.actions}>
          {isOnline && hasTasks && (
            <>
              {row(words.selectMany, <ListChecks strokeWidth={1.75} />, select)}
              {row(words.startAll, <PlayIcon />, () => rule('start', 'all'))}
              {row(words.stopAll, <PauseIcon />, () => (recordings > 0 ? setStopping(true) : rule('stop', 'all')))}
              {row(words.retryAll, <RetryIcon />, () => rule('retry', 'failed'))}
            </>
          )}
          {row(useText(downloadText).settings, <SlidersIcon />, () => forward('/pages/device/setting/downloadconfig'))}
        </div>
      </Sheet>
      <StopRecordingsSheet
        isOpen={isStopping}
        onClose={() => setStopping(false)}
        count={recordings}
        confirm={words.stopAll}
        stop={() => rule('stop', 'all')}
      />
    </>
  )
}
