/** The videos of a finished download, to choose one to play. */
import type { MediaFile, Task } from '@homeport/contract/download.ts'
import { useQuery } from '@tanstack/react-query'
import { sizeOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { PlayIcon, WarnIcon } from '../ui/icon.tsx'
import { MiddleEllipsis } from '../ui/middle-ellipsis.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { videosOf } from './data.ts'
import { FileIcon } from './file-icon.tsx'
import { downloadText } from './text.ts'

type Props = { task: Task | null; close: () => void; play: ((file: MediaFile) => void) | undefined }

export function VideosSheet({ task, close, play }: Props) {
  const words = useText(downloadText)
  const videos = useQuery(videosOf(task))
  const paths = videos.data?.paths
  return (
    <Sheet isOpen={task !== null} close={close} title={words.videos} closeLabel={useText(commonText).close}>
      <p className="sub acts-of">{task?.name}</p>
      {videos.isPending && <span className="sk late" style={{ height: 56, width: '100%' }} />}
      {videos.isError && (
        <p className="cap warn fx g4" role="alert">
          <WarnIcon size={15} />
          {words.noResponse}
        </p>
      )}
      {videos.data && !paths && (
        <p className="cap warn fx g4" role="alert">
          <WarnIcon size={15} />
          {words.notVideo}
        </p>
      )}
      <div className="acts">
        {paths?.map((file) => (
          <button
            key={file.url}
            type="button"
            className="act"
            onClick={() => {
              close()
              play?.(file)
            }}
          >
            <FileIcon name={file.name} />
            <span className="grow">
              <span className="fx">
                <span className="vh">{`${words.play} `}</span>
                <MiddleEllipsis text={file.name} />
              </span>
              <span className="cap num">{sizeOf(file.file_size)}</span>
            </span>
            <PlayIcon />
          </button>
        ))}
      </div>
    </Sheet>
  )
}
