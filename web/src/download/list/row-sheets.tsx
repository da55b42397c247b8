/** The sheets of the selected row, one at a time: actions, files, videos, remove. */
import type { MediaFile, Task } from '@homeport/contract/download/download.ts'
import { useText } from '../../kit/lang.ts'
import { forward } from '../../kit/nav/nav.ts'
import { copyText } from '../../kit/browser-features.ts'
import { toast } from '../../ui/toast.tsx'
import { ActionsSheet, type Action } from './actions-sheet.tsx'
import { FilesSheet } from '../files/files-sheet.tsx'
import { pathOfTask } from '../paths.ts'
import { RemoveSheet } from './remove-sheet.tsx'
import { isEmptyFailure } from '../summary.ts'
import { downloadText } from '../text.ts'
import { VideosSheet } from './videos-sheet.tsx'

/** Plays one of a download's videos. */
export type Play = (file: MediaFile, task: Task) => void
export type Open = { task: Task; sheet: 'actions' | 'files' | 'videos' | 'remove' } | null

type Props = {
  open: Open
  show: (next: Open) => void
  isOnline: boolean
  start: (task: Task) => void
  stop: (task: Task) => void
  remove: (task: Task, files: 0 | 1) => void
  /** Removes without a question. */
  discard: (task: Task) => void
  play: Play | undefined
  /** Plays a video while it loads. */
  playTask: (task: Task) => void
  openFilm: ((movieId: string) => void) | undefined
  /** On the task's own page. */
  isPage?: boolean
}

export function RowSheets(props: Props) {
  const { open, show, isOnline, start, stop, remove, discard, play, playTask, openFilm, isPage = false } = props
  const words = useText(downloadText)
  const at = (sheet: NonNullable<Open>['sheet']) => (open?.sheet === sheet ? open.task : null)
  const close = () => show(null)
  function act(action: Action, task: Task) {
    if (action === 'detail') forward(pathOfTask(task.task_id))
    else if (action === 'play') playTask(task)
    else if (action === 'start') start(task)
    else if (action === 'stop') stop(task)
    else if (action === 'remove' && isEmptyFailure(task)) discard(task)
    else if (action === 'film') openFilm?.(task.film?.movie_id ?? '')
    else if (action === 'copy') toast(copyText(task.url) ? words.copied : words.copyFailed)
    else show({ task, sheet: action })
  }
  return (
    <>
      <ActionsSheet
        task={at('actions')}
        isOnline={isOnline}
        onClose={close}
        act={act}
        hasFilms={openFilm !== undefined}
        hasDetail={!isPage}
        canPlay={play !== undefined}
      />
      <FilesSheet task={at('files')} isOnline={isOnline} onClose={close} />
      <VideosSheet task={at('videos')} onClose={close} play={(file) => open && play?.(file, open.task)} />
      <RemoveSheet task={at('remove')} onClose={close} remove={remove} />
    </>
  )
}
