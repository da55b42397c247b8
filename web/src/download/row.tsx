/** One download row, with its film's title and poster if it has one: time left, percent and size; speed at the right; one button for the main action. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { TaskStatus, type Task } from '@homeport/contract/download.ts'
import { Folder } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { now } from '../kit/clock.ts'
import { useIsLive } from '../kit/connection.ts'
import { dayOf, durationOf, partOf, percentOf, sizeOf, speedOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { usePicture } from '../shared/box-picture.ts'
import { Bar } from '../ui/bar.tsx'
import { IconButton } from '../ui/button.tsx'
import { CheckIcon, PauseIcon, PlayIcon, RetryIcon, WarnIcon } from '../ui/icon.tsx'
import { MiddleEllipsis } from '../ui/middle-ellipsis.tsx'
import { FileIcon } from './file-icon.tsx'
import { isRefused, isRunning, needsYou, secondsLeft, sizeOfTask } from './summary.ts'
import { codeSentence, downloadText, type DownloadWords } from './text.ts'
import { waitText } from './wait-text.ts'

/** An action that is not available now (box offline, read-only list) has no button. */
type Props = {
  task: Task
  isLined: boolean
  start?: ((task: Task) => void) | undefined
  stop?: ((task: Task) => void) | undefined
  play?: ((task: Task) => void) | undefined
  more?: ((task: Task) => void) | undefined
}

export function DownloadRow({ task, isLined, start, stop, play, more }: Props) {
  const words = useText(downloadText)
  // A box of an older version sends no wait.
  const wait = waitSentence(task.wait, useText(waitText))
  const name = task.name || task.url
  const title = task.film?.title || name
  const size = sizeOfTask(task)
  const isLive = useIsLive()
  const tone = needsYou(task) ? 'warn' : !isRunning(task) || task.wait ? 'rest' : isLive ? 'live' : 'old'
  return (
    <div className={['dr', isLined && 'lined', task.is_done && 'bare'].filter(Boolean).join(' ')}>
      {more && (
        <button
          type="button"
          className="more"
          aria-label={words.moreOf(title)}
          onClick={() => more(task)}
          onContextMenu={(event) => {
            event.preventDefault()
            more(task)
          }}
        />
      )}
      <span className="tile tall">
        <Picture task={task} />
      </span>
      <div className="grow">
        {task.film && (
          <p className="nm" title={title}>
            <span className="one">{title}</span>
          </p>
        )}
        <p className={task.film ? 'of cap' : 'nm'} title={name}>
          {task.is_multifile ? <span className="one">{name}</span> : <MiddleEllipsis text={name} />}
        </p>
        {!task.is_done && (
          <Bar percent={size > 0 ? percentOf(task.down_size, size) : task.progress} tone={tone} label={words.progressOf(name)} />
        )}
        <p className="cap num fx between g8">
          <span className="one">
            {isLive || !isRunning(task) ? wait || meta(task, words) : <Part task={task} words={words} />}
          </span>
          <span className="sp">{isLive || !isRunning(task) ? atRight(task) : ''}</span>
        </p>
      </div>
      <Action task={task} words={words} name={title} start={start} stop={stop} play={play} />
    </div>
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

function meta(task: Task, words: DownloadWords): ReactNode {
  const size = sizeOfTask(task)
  if (task.is_done)
    return (
      <span className="ok fx g4">
        <CheckIcon size={15} />
        <span>
          {words.complete}
          <span className="drop">{` · ${sizeOf(size, 3)}`}</span>
        </span>
      </span>
    )
  if (needsYou(task))
    return (
      <span className="warn fx g4">
        <WarnIcon size={15} />
        {isRefused(task) ? `${words.stopped} · ${failureWord(task, words)}` : failureWord(task, words)}
      </span>
    )
  if (!isRunning(task)) {
    if (task.status === TaskStatus.unknown)
      return (
        <span className="warn fx g4">
          <WarnIcon size={15} />
          {words.unknown}
        </span>
      )
    const { part, whole } = partOf(task.down_size, size)
    return size > 0 ? `${words.stopped} · ${words.partOf(part, whole)}` : words.stopped
  }
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

/** Why it waits; '' if it does not. */
function waitSentence(wait: Task['wait'] | undefined, words: typeof waitText.en): string {
  if (wait?.reason === 'queued') return words.queued(wait.place)
  if (wait?.reason !== 'retry') return ''
  const seconds = (wait.next_at ?? 0) - now() / 1000
  return seconds > 0 ? words.retryIn(wait.tries, durationOf(seconds)) : words.retryNow(wait.tries)
}

/** '62% of 18.2 GB'; the narrowest screens leave the size out (look.md). */
function Part({ task, words }: { task: Task; words: DownloadWords }) {
  const size = sizeOfTask(task)
  return (
    <>
      {words.percent(Math.floor(percentOf(task.down_size, size)))}
      <span className="drop">{words.ofSize(sizeOf(size, 3))}</span>
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
  if (task.is_done) return task.done_at === null ? '' : dayOf(task.done_at, now())
  if (!isRunning(task)) return ''
  return task.speed_bytes < 1 ? speedOf(0) : <b className="red">{speedOf(task.speed_bytes)}</b>
}

function Action({
  task,
  words,
  name,
  start,
  stop,
  play,
}: Omit<Props, 'isLined' | 'more'> & { words: DownloadWords; name: string }) {
  if (task.is_done)
    return (
      play && (
        <IconButton label={words.playFile(name)} onClick={() => play(task)}>
          <PlayIcon />
        </IconButton>
      )
    )
  if (isRunning(task) ? !stop : !start) return null
  if (isRunning(task))
    return (
      <IconButton label={words.stop(name)} onClick={() => stop?.(task)}>
        <PauseIcon />
      </IconButton>
    )
  if (needsYou(task))
    return (
      <IconButton label={words.retry(name)} onClick={() => start?.(task)}>
        <RetryIcon />
      </IconButton>
    )
  return (
    <IconButton label={words.start(name)} onClick={() => start?.(task)}>
      <PlayIcon />
    </IconButton>
  )
}
