/** The videos of a finished download, to choose one to play. */
import type { MediaFile, Task } from '@homeport/contract/download/download.ts'
import { useQuery } from '@tanstack/react-query'
import { sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { classes } from '../../ui/classes.ts'
import { PlayIcon, WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { LineBreaks } from '../../ui/lines.tsx'
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'
import styles from '../actions.module.css'
import { videosOf } from '../data.ts'
import { FileIcon } from '../../shared/file-icon.tsx'
import { downloadText } from '../text.ts'

type Props = { task: Task | null; onClose: () => void; play: ((file: MediaFile) => void) | undefined }

export function VideosSheet({ task, onClose, play }: Props) {
  const words = useText(downloadText)
  const videos = useQuery(videosOf(task))
  const paths = videos.data?.paths
  return (
    <Sheet isOpen={task !== null} onClose={onClose} title={words.videos} closeLabel={useText(commonText).close}>
      <p className={classes(textStyles.secondary, styles.subject)}>{task?.name}</p>
      {videos.isPending && <Skeleton height={56} isLate />}
      {videos.isError && (
        <p className={classes(textStyles.caption, textStyles.warning, layoutStyles.row, layoutStyles.gap4)} role="alert">
          <WarnIcon size={15} />
          <LineBreaks text={words.noResponse} />
        </p>
      )}
      {videos.data && !paths && (
        <p className={classes(textStyles.caption, textStyles.warning, layoutStyles.row, layoutStyles.gap4)} role="alert">
          <WarnIcon size={15} />
          <LineBreaks text={words.notVideo} />
        </p>
      )}
      <div className={styles.actions}>
        {paths?.map((file) => (
          <button
            key={file.url}
            type="button"
            className={styles.action}
            onClick={() => {
              onClose()
              play?.(file)
            }}
          >
            <FileIcon name={file.name} />
            <span className={layoutStyles.grow}>
              <span className={layoutStyles.row}>
                <span className={textStyles.visuallyHidden}>{`${words.play} `}</span>
                <MiddleEllipsis text={file.name} />
              </span>
              <span className={classes(textStyles.caption, textStyles.numeric)}>{sizeOf(file.file_size)}</span>
            </span>
            <PlayIcon />
          </button>
        ))}
      </div>
    </Sheet>
  )
}
