/** One download: what it does or why it does not move, its files, trackers and peers, and all that can be done with it. */
import type { Device } from '@homeport/contract/device.ts'
import type { MediaFile, Task } from '@homeport/contract/download/download.ts'
import { taskLookAgain, taskRecheck } from '@homeport/contract/download/task-control.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { videosOf } from '../../../download/data.ts'
import { ListSkeleton } from '../../../download/row/list-states.tsx'
import { downloadsPath } from '../../../download/paths.ts'
import { queueText } from '../../../download/queue/queue-text.ts'
import { rowText } from '../../../download/row/row-text.ts'
import { RowSheets, type Open } from '../../../download/list/row-sheets.tsx'
import { canHaveVideos, isEmptyFailure, isRunning, isStuck, needsYou } from '../../../download/summary.ts'
import { downloadText } from '../../../download/text.ts'
import { detailOf, doTask, taskOf } from '../../../download/task/data.ts'
import { DetailsSection } from '../../../download/task/details-section.tsx'
import { FilesSection } from '../../../download/task/files-section.tsx'
import { lackOf } from '../../../download/task/lack-notes.tsx'
import { Subject } from '../../../download/task/subject.tsx'
import { taskText } from '../../../download/task/task-text.ts'
import styles from '../../../download/task/task.module.css'
import { PeersSection, TrackersSection } from '../../../download/task/trackers-section.tsx'
import { Figures, VerdictCard } from '../../../download/task/verdict.tsx'
import { useRowActions } from '../../../download/list/use-row-actions.ts'
import { useText } from '../../../kit/lang.ts'
import { back, forward, redirect, useQueryValue } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { detailPath } from '../../../movie/data.ts'
import { wantToPlay } from '../../../playback/play/start-play.ts'
import barsStyles from '../../../ui/bars.module.css'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { art } from '../../../ui/drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import gridStyles from '../../../ui/grid.module.css'
import { PauseIcon, PlayIcon, RetryIcon } from '../../../ui/icon.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import textStyles from '../../../ui/text.module.css'
import { toast } from '../../../ui/toast.tsx'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const { device } = useSession()
  const id = useQueryValue('id')
  return device ? <TaskPage key={`${device.devid} ${id}`} device={device} id={id} /> : null
}

function TaskPage({ device, id }: { device: Device; id: string }) {
  const own = useText(taskText)
  const moreLabel = useText(queueText).more
  const common = useText(commonText)
  const client = useQueryClient()
  const [open, show] = useState<Open>(null)
  const { data: task, isPending } = useQuery(taskOf(client, device, id))
  const detail = useQuery(detailOf(device, id)).data
  const isOnline = device.online === 1
  const actions = useActions(task ?? null)
  const play = usePlay(device, show)
  const isTorrent = task?.kind === 'magnet' || task?.kind === 'torrent'
  return (
    <div>
      <NavBar title={own.title} backLabel={common.back} back={() => back(downloadsPath)}>
        {task && (
          <IconButton label={moreLabel} onClick={() => show({ task, sheet: 'actions' })}>
            <Ellipsis strokeWidth={1.75} />
          </IconButton>
        )}
      </NavBar>
      <main className={classes(layoutStyles.page, layoutStyles.appearing, styles.page)}>
        {isPending && isOnline && <ListSkeleton />}
        {(task === null || (!task && !isOnline)) && (
          <EmptyState art={isOnline ? art.arriving : art.boxSilent} title={own.goneTitle} text={own.goneText} isNear>
            <Button variant="main" onClick={() => redirect(downloadsPath)}>
              {own.toList}
            </Button>
          </EmptyState>
        )}
        {task && (
          <div className={gridStyles.halves}>
            <div>
              <Subject task={task} />
              <VerdictCard task={task} />
              <Figures task={task} connected={detail} />
              {!task.is_done && isTorrent && <p className={classes(textStyles.caption, layoutStyles.above24)}>{own.notYet}</p>}
              <FilesSection task={task} detail={detail} isOnline={isOnline} />
            </div>
            <div>
              {isTorrent && detail && <TrackersSection detail={detail} />}
              {isTorrent && detail && <PeersSection peers={detail.peer_list} />}
              <DetailsSection device={device} task={task} detail={detail} />
              {isOnline && isTorrent && (
                <div className={layoutStyles.above24}>
                  <Button isWide disabled={lackOf(detail, 'recheck') !== null} onClick={actions.recheck}>
                    {own.recheck}
                  </Button>
                </div>
              )}
            </div>
          </div>
        )}
      </main>
      {task && isOnline && (
        <Foot
          task={task}
          actions={actions}
          play={() => void play.task(task)}
          remove={() => (isEmptyFailure(task) ? actions.discard(task) : show({ task, sheet: 'remove' }))}
        />
      )}
      <RowSheets
        {...{ open, show, isOnline, ...actions }}
        isPage
        play={play.file}
        playTask={(one) => void play.task(one)}
        openFilm={(movieId) => forward(`${detailPath}?id=${encodeURIComponent(movieId)}`)}
      />
    </div>
  )
}

type Actions = ReturnType<typeof useActions>

/** Those of the row, and what this page alone has; it is left with its download. */
function useActions(task: Task | null) {
  const own = useText(taskText)
  const client = useQueryClient()
  const row = useRowActions()
  const looking = useMutation(doTask(client, taskLookAgain))
  const checking = useMutation(doTask(client, taskRecheck))
  const input = { task_id: task?.task_id ?? '' }
  return {
    ...row,
    remove: (one: Task, files: 0 | 1) => row.remove(one, files, () => back(downloadsPath)),
    discard(one: Task) {
      row.discard(one)
      back(downloadsPath)
    },
    again: () => looking.mutate(input, { onSuccess: () => toast(own.looking), ...row.failed(own.failed) }),
    recheck: () => checking.mutate(input, { onSuccess: () => toast(own.rechecking), ...row.failed(own.noChecksum) }),
  }
}

function usePlay(device: Device, show: (open: Open) => void) {
  const client = useQueryClient()
  const file = ({ url: path, name }: MediaFile, { film }: Task) => {
    const of = { movie_id: film?.movie_id ?? '', title: film?.title || name }
    void wantToPlay(client, device, { ...of, path, point: 0, left: 0, duration: 0 })
  }
  /** A single video plays at once; several open the videos sheet. */
  async function task(one: Task) {
    const videos = await client.fetchQuery(videosOf(one)).catch(() => null)
    const [only, another] = videos?.paths ?? []
    if (only && !another) file(only, one)
    else show({ task: one, sheet: 'videos' })
  }
  return { file, task }
}

function Foot({ task, actions, play, remove }: { task: Task; actions: Actions; play: () => void; remove: () => void }) {
  const own = useText(taskText)
  const words = useText(downloadText)
  const { playNow } = useText(rowText)
  const canPlay = task.can_play || canHaveVideos(task)
  const mayTryAgain = isRunning(task) && isStuck(task)
  return (
    <footer className={classes(barsStyles.bottomBar, styles.foot)}>
      {mayTryAgain ? (
        <Button variant="main" icon={<RetryIcon size={20} />} onClick={actions.again}>
          {own.lookAgain}
        </Button>
      ) : canPlay ? (
        <Button variant="main" icon={<PlayIcon size={20} />} onClick={play}>
          {task.is_done ? words.playOnTv : playNow}
        </Button>
      ) : (
        !task.is_done &&
        !isRunning(task) && (
          <Button
            variant="main"
            icon={needsYou(task) ? <RetryIcon size={20} /> : <PlayIcon size={20} />}
            onClick={() => actions.start(task)}
          >
            {needsYou(task) ? words.retryIt : words.startIt}
          </Button>
        )
      )}
      {isRunning(task) && (
        <Button
          variant="line"
          isSquare={mayTryAgain || canPlay}
          aria-label={words.stopIt}
          icon={<PauseIcon size={22} />}
          onClick={() => actions.stop(task)}
        >
          {mayTryAgain || canPlay ? null : words.stopIt}
        </Button>
      )}
      <Button
        variant="line"
        isSquare
        aria-label={words.removeIt}
        icon={<Trash2 size={22} strokeWidth={1.75} />}
        onClick={remove}
      />
    </footer>
  )
}
