/** The files of a download with their progress. */
import type { Task } from '@homeport/contract/download.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { percentOf, sizeOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { Bar } from '../ui/bar.tsx'
import { Button } from '../ui/button.tsx'
import { MiddleEllipsis } from '../ui/middle-ellipsis.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { filePagesAtOnce, filesOf } from './data.ts'
import { FileIcon } from './file-icon.tsx'
import { downloadText } from './text.ts'

export function FilesSheet({ task, close }: { task: Task | null; close: () => void }) {
  const words = useText(downloadText)
  const [pages, setPages] = useState(filePagesAtOnce)
  const files = useQuery(filesOf(task, pages))
  const { sub_fileinfo: shown = [], total = 0 } = files.data ?? {}
  return (
    <Sheet isOpen={task !== null} close={close} title={words.filesOf} closeLabel={useText(commonText).close}>
      <p className="sub acts-of">{task?.name}</p>
      {files.isPending && <span className="sk late" style={{ height: 48, width: '100%' }} />}
      {files.isError && <p className="cap warn">{words.noFileList}</p>}
      <ul className="files">
        {shown.map((file) => (
          <li key={file.index} className={file.is_selected ? '' : 'left-out'}>
            <FileIcon name={file.file_name} />
            <div className="grow">
              <p className="fx sub">
                <MiddleEllipsis text={file.file_name} />
              </p>
              {file.is_selected && file.down_size !== undefined && file.down_size < file.file_size && (
                <Bar percent={percentOf(file.down_size, file.file_size)} tone="live" label={words.progressOf(file.file_name)} />
              )}
              <p className="cap num">
                {!file.is_selected
                  ? words.leftOut
                  : file.down_size === undefined
                    ? sizeOf(file.file_size)
                    : file.down_size >= file.file_size
                      ? `${words.complete} · ${sizeOf(file.file_size)}`
                      : words.partOf(sizeOf(file.down_size, 3), sizeOf(file.file_size, 3))}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < total && (
        <p className="cap num fx between">
          {words.firstFiles(shown.length, total)}
          <Button look="plain" isSmall isBusy={files.isFetching} onClick={() => setPages(pages + filePagesAtOnce)}>
            {words.moreFiles}
          </Button>
        </p>
      )}
    </Sheet>
  )
}
