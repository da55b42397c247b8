/** Asks before the files of a film, an episode or a series are deleted. */
import type { Device } from '@homeport/contract/device.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { sizeOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/sheet.tsx'
import textStyles from '../ui/text.module.css'
import { toast } from '../ui/toast.tsx'
import { binPath, deleteFilm } from './recycle-bin-data.ts'
import { recycleBinText } from './recycle-bin-text.ts'

/** fileIds: [] for all; files, size: how many and how large they are. */
type Props = {
  device: Device
  film: { id: string; title: string; fileIds: string[]; files: number; size: number }
  isOpen: boolean
  close: () => void
  deleted: () => void
}

export function DeleteFilmSheet({ device, film, isOpen, close, deleted }: Props) {
  const words = useText(recycleBinText)
  const deletion = useMutation(deleteFilm(useQueryClient(), device))
  const go = () =>
    deletion.mutate(
      { id: film.id, file_ids: film.fileIds },
      {
        onSuccess: () => {
          toast(words.deletedFilm(film.title), { label: words.see, href: `#${binPath}` })
          deleted()
        },
        onSettled: close,
      },
    )
  const foot = (
    <>
      <Button isWide onClick={close}>
        {words.cancel}
      </Button>
      <Button look="line" isDanger isWide isBusy={deletion.isPending} icon={<Trash2 size={20} strokeWidth={1.75} />} onClick={go}>
        {words.deleteFiles}
      </Button>
    </>
  )
  return (
    <Sheet isOpen={isOpen} close={close} title={words.deleteAsk(film.title)} closeLabel={useText(commonText).close} foot={foot}>
      <p className={textStyles.secondary}>{words.deleteText(film.files, sizeOf(film.size, 3))}</p>
    </Sheet>
  )
}
