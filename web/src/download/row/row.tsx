/** One download row, with its film's title and poster if it has one: time left, percent and size; speed at the right; one button for the main action. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { TaskStatus, type Task } from '@homeport/contract/download/download.ts'
import { ArrowUp, Folder, HardDrive, Moon, Radio } from 'lucide-react'
import { memo, useState, type ReactNode } from 'react'
import { now } from '../../kit/time/clock.ts'
import { useIsLive } from '../../kit/call/connection.ts'
import { dayOf, durationOf, partOf, percentOf, sizeOf, speedOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { useThrottle } from '../../kit/time/throttle.ts'
import { usePicture } from '../../shared/box-picture.ts'
import { ActionKey } from '../../ui/action-key.tsx'
import { Bar } from '../../ui/bar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { CheckIcon, ClockIcon, PauseIcon, PlayIcon, RetryIcon, WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx'
import textStyles from '../../ui/text.module.css'
import tileStyles from '../../ui/tile.module.css'
import styles from '../download-row.module.css'
import { FileIcon } from '../../shared/file-icon.tsx'
import { isRefused, isRunning, isStuck, needsYou, secondsLeft, sizeOfTask } from '../summary.ts'
import { codeSentence, downloadText, type DownloadWords } from '../text.ts'
import { rowText } from './row-text.ts'
import { whyText } from './why-text.ts'
import { whyOf, type Why } from './stall-reason.ts'

type RowWords = typeof rowText.en

/** An action that is not available now (box offline, read-only list) has no button. lookAgain: looks for peers or tries at once; first: to the front of the queue. */
type Props = {
  task: Task
  isLined: boolean
  start?: ((task: Task) => void) | undefined
  stop?: ((task: Task) => void) | undefined
  lookAgain?: ((task: Task) => void) | undefined
  first?: ((task: Task) => void) | undefined
  play?: ((task: Task) => void) | undefined
  more?: ((task: Task) => void) | undefined
  /** In the place of the button for the main action. */
  end?: ReactNode
}

/** One row is drawn again when its own task changes. */
export const DownloadRow = memo(function DownloadRow({ task, isLined, more, end, ...actions }: Props) {
  const words = useText(downloadText)
  const own = useText(rowText)
  const why = whyOf(task, useText(whyText))
  const name = task.name || task.url
  const title = task.film?.title || name
  const size = sizeOfTask(task)
  const isLive = useIsLive()
  const tone = needsYou(task) || why?.isBad ? 'warn' : !isRunning(task) || why ? 'rest' : isLive ? 'live' : 'old'
  const hasBar = !task.is_done && !(task.wait?.reason === 'queued' && task.down_size === 0)
  return (
    <div className={classes(styles.row, isLined && listStyles.lined, task.is_done && styles.done)}>
      {more && (
        <button
          type="button"
          className={styles.more}
          aria-label={words.moreOf(title)}
          onClick={() => more(task)}
          onContextMenu={(event) => {
            event.preventDefault()
            more(task)
          }}
        />
      )}
      <span className={classes(tileStyles.tile, tileStyles.tall)}>
        <Picture task={task} />
      </span>
      <div className={layoutStyles.grow}>
        {task.film && (
          <p className={styles.name} title={title}>
            <span className={textStyles.oneLine}>{title}</span>
          </p>
        )}
        <p className={classes(task.film && styles.file, task.film && textStyles.caption, !task.film && styles.name)} title={name}>
          {task.is_multifile ? <span className={textStyles.oneLine}>{name}</span> : <MiddleEllipsis text={name} />}
        </p>
        {hasBar && (
          <Bar percent={size > 0 ? percentOf(task.down_size, size) : task.progress} tone={tone} label={words.progressOf(name)} />
        )}
        <p className={classes(textStyles.caption, textStyles.numeric, layoutStyles.row, layoutStyles.between, layoutStyles.gap8)}>
          <span className={why || needsYou(task) ? undefined : textStyles.oneLine}>
            {isLive || !isRunning(task) ? (
              why ? (
                <WhyLine {...{ why, task, words }} />
              ) : (
                meta(task, words, own)
              )
            ) : (
              <Part task={task} words={words} />
            )}
          </span>
          <span className={styles.side}>{why || (!isLive && isRunning(task)) ? '' : atRight(task)}</span>
        </p>
      </div>
      {end ?? <Action task={task} words={words} name={title} {...actions} />}
    </div>
  )
})

const whyIcons = {
  none: null,
  warn: <WarnIcon size={15} />,
  clock: <ClockIcon size={15} />,
  moon: <Moon size={15} strokeWidth={1.75} />,
  disk: <HardDrive size={15} strokeWidth={1.75} />,
}

/** A download that waits for its turn also shows its size, and how much of it is here. */
function WhyLine({ why, task, words }: { why: Why; task: Task; words: DownloadWords }) {
  const size = sizeOfTask(task)
  const isQueued = task.wait?.reason === 'queued' && size > 0
  return (
    <span className={classes(why.isBad && textStyles.warning, styles.reason)}>
      {whyIcons[why.icon]}
      <span>
        {why.text}
        {isQueued && ' · '}
        {isQueued && (task.down_size > 0 ? <Part task={task} words={words} /> : sizeOf(size))}
      </span>
    </span>
  )
}

/** The film's poster; a file icon without one, or if it cannot be shown. */
function Picture({ task }: { task: Task }) {
  const url = usePicture(task.film?.poster ?? '')
  const [failed, setFailed] = useState('')
  if (url === '' || url === failed) return <TypeIcon task={task} />
  return <img src={url} alt="" decoding="async" draggable={false} onError={() => setFailed(url)} />
}

function TypeIcon({ task }: { task: Task }) {
  if (task.is_multifile) return <Folder strokeWidth={1.75} />
  return <FileIcon name={task.name} />
}

function meta(task: Task, words: DownloadWords, own: RowWords): ReactNode {
  const size = sizeOfTask(task)
  if (task.is_seeding)
    return (
      <span className={classes(textStyles.success, layoutStyles.row, layoutStyles.gap4)}>
        <ArrowUp size={15} strokeWidth={2} />
        <span>
          {own.seeding}
          <span className={textStyles.optional}>{` · ${sizeOf(size)}`}</span>
        </span>
      </span>
    )
  if (task.is_done)
    return (
      <span className={classes(textStyles.success, layoutStyles.row, layoutStyles.gap4)}>
        <CheckIcon size={15} />
        <span>
          {words.complete}
          <span className={textStyles.optional}>{` · ${sizeOf(size)}`}</span>
        </span>
      </span>
    )
  if (needsYou(task))
    return (
      <span className={classes(textStyles.warning, styles.reason)}>
        <WarnIcon size={15} />
        <span>{isRefused(task) ? `${words.stopped} · ${failureWord(task, words)}` : failureWord(task, words)}</span>
      </span>
    )
  if (!isRunning(task)) {
    if (task.status === TaskStatus.unknown)
      return (
        <span className={classes(textStyles.warning, layoutStyles.row, layoutStyles.gap4)}>
          <WarnIcon size={15} />
          {words.unknown}
        </span>
      )
    const { part, whole } = partOf(task.down_size, size)
    return size > 0 ? `${words.stopped} · ${words.partOf(part, whole)}` : words.stopped
  }
  if (task.is_live)
    return (
      <span className={classes(layoutStyles.row, layoutStyles.gap4)}>
        <Radio size={15} strokeWidth={1.75} />
        {own.live(sizeOf(task.down_size))}
      </span>
    )
  const remaining = secondsLeft(task)
  if (remaining === null && size === 0) return task.url.startsWith('magnet:') ? words.fetchingList : words.starting
  if (remaining === null) return waiting(task, words)
  return (
    <>
      {`${words.timeLeft(durationOf(remaining))} · `}
      <Part task={task} words={words} />
    </>
  )
}

/** '62% of 18.2 GB'; the narrowest screens leave the size out (look.md). */
function Part({ task, words }: { task: Task; words: DownloadWords }) {
  const size = sizeOfTask(task)
  return (
    <>
      {words.percent(Math.floor(percentOf(task.down_size, size)))}
      <span className={textStyles.optional}>{words.ofSize(sizeOf(size))}</span>
    </>
  )
}

/** Why no data flows: a magnet's peers, or a start that is pending. */
function waiting(task: Task, words: DownloadWords): ReactNode {
  const word = task.url.startsWith('magnet:') && task.peers === 0 ? words.lookingForPeers : words.starting
  if (task.is_multifile) return `${word} · ${words.ofFiles(task.select_count, task.file_count)}`
  return (
    <>
      {`${word} · `}
      <Part task={task} words={words} />
    </>
  )
}

function failureWord(task: Task, words: DownloadWords): string {
  if (task.reason !== '' && task.reason in words.reasons) return words.reasons[task.reason] ?? words.reasons['other'] ?? ''
  return task.code !== Code.ok ? codeSentence(words, task.code, task.url) : (words.reasons[''] ?? '')
}

function atRight(task: Task): ReactNode {
  if (task.is_seeding) return speedOf(task.up_speed_bytes)
  if (task.is_done) return task.done_at === null ? '' : dayOf(task.done_at, now())
  if (!isRunning(task)) return ''
  return task.speed_bytes < 1 ? speedOf(0) : <b className={textStyles.accent}>{speedOf(task.speed_bytes)}</b>
}

type ActionProps = Pick<Props, 'start' | 'stop' | 'lookAgain' | 'first' | 'play'> & {
  task: Task
  words: DownloadWords
  name: string
}

function Action({ task, words, name, ...actions }: ActionProps) {
  const action = actionOf(task, words, useText(rowText))
  const run = action && actions[action.run]
  const throttled = useThrottle()
  if (!action || !run) return null
  if (action.caption !== undefined)
    return (
      <span className={styles.worded}>
        <ActionKey
          icon={action.icon}
          caption={action.caption}
          label={action.label(name)}
          onClick={() => throttled(() => run(task))}
        />
      </span>
    )
  return (
    <IconButton label={action.label(name)} onClick={() => throttled(() => run(task))}>
      {action.icon}
    </IconButton>
  )
}

/** caption: in words below the icon, where the icon alone does not say it. */
type RowAction = {
  run: keyof Omit<ActionProps, 'task' | 'words' | 'name'>
  label: (name: string) => string
  icon: ReactNode
  caption?: string
}

/** The main action of a task. */
function actionOf(task: Task, words: DownloadWords, own: RowWords): RowAction | null {
  if (task.is_done) return { run: 'play', label: words.playFile, icon: <PlayIcon />, caption: words.playOnTv }
  if (!isRunning(task))
    return needsYou(task)
      ? { run: 'start', label: words.retry, icon: <RetryIcon /> }
      : { run: 'start', label: words.start, icon: <PlayIcon /> }
  if (task.wait?.reason === 'queued') return { run: 'first', label: own.startNow, icon: <PlayIcon /> }
  if (isStuck(task)) return { run: 'lookAgain', label: own.lookAgain, icon: <RetryIcon /> }
  return { run: 'stop', label: words.stop, icon: <PauseIcon /> }
}
