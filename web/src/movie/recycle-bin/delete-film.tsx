/** The row of a film's page that deletes its files; the owner's alone. The chosen one of several versions can be deleted. */
import type { Device } from '@homeport/contract/device.ts'
import type { FilmDetail } from '@homeport/contract/movie/movie.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { back } from '../../kit/nav/nav.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { Row } from '../../ui/row.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { libraryPath } from '../data.ts'
import { binPath, deleteFilm } from './recycle-bin-data.ts'
import { recycleBinText } from './recycle-bin-text.ts'

type Props = {
  device: Device
  film: FilmDetail
  /** The chosen version; '' for the first. */
  chosenId: string
}

export function DeleteFilm({ device, film, chosenId }: Props) {
  const words = useText(recycleBinText)
  const [isOpen, setOpen] = useState(false)
  if (device.role !== 'owner') return null
  return (
    <>
      <div className={listStyles.list}>
        <Row icon={<Trash2 strokeWidth={1.75} />} label={words.deleteFiles} onClick={() => setOpen(true)} isAct isDanger />
      </div>
      <DeleteSheet device={device} film={film} chosenId={chosenId} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function DeleteSheet({ device, film, chosenId, isOpen, onClose }: Props & { isOpen: boolean; onClose: () => void }) {
  const words = useText(recycleBinText)
  const common = useText(commonText)
  const deletion = useMutation(deleteFilm(useQueryClient(), device))
  const { files } = film
  const chosen = files.find(({ id }) => id === chosenId) ?? files[0]
  const count = film.kind === 'series' ? film.episodes : files.length
  function go(fileIds: string[]) {
    deletion.mutate(
      { id: film.id, file_ids: fileIds },
      {
        onSuccess: () => {
          toast(words.deletedFilm(film.title), { label: words.see, href: `#${binPath}` })
          if (fileIds.length === 0) back(libraryPath)
        },
        onSettled: onClose,
      },
    )
  }
  const foot = (
    <>
      {files.length > 1 && chosen && (
        <Button variant="line" isDanger isWide isBusy={deletion.isPending} onClick={() => go([chosen.id])}>
          {words.deleteVersion(sizeOf(chosen.file_size))}
        </Button>
      )}
      <Button
        variant="line"
        isDanger
        isWide
        isBusy={deletion.isPending}
        icon={<Trash2 size={20} strokeWidth={1.75} />}
        onClick={() => go([])}
      >
        {count > 1 ? words.deleteAll(count) : words.deleteFiles}
      </Button>
      <Button variant="bare" isWide onClick={onClose}>
        {common.cancel}
      </Button>
    </>
  )
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={words.deleteAsk(film.title)}
      closeLabel={useText(commonText).close}
      foot={foot}
    >
      <p className={textStyles.secondary}>{words.deleteText(sizeOf(film.file_size))}</p>
      {files.length > 1 && chosen && <p className={layoutStyles.above8}>{chosen.file_name}</p>}
    </Sheet>
  )
}
