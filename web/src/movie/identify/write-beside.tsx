/** The row of a film's page that writes an NFO file and its pictures beside the film, where the box may write in its library. */
import type { FilmDetail } from '@homeport/contract/movie/movie.ts'
import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import listStyles from '../../ui/list.module.css'
import { question } from '../../ui/modal.tsx'
import { Row } from '../../ui/row.tsx'
import { toast } from '../../ui/toast.tsx'
import { writeBeside, writeRefusalOf } from './identify-data.ts'
import { identifyText } from './identify-text.ts'

export function WriteBeside({ film }: { film: Pick<FilmDetail, 'id'> }) {
  const words = useText(identifyText)
  const common = useText(commonText)
  const writing = useMutation(writeBeside())
  function write(overwrite: boolean) {
    if (writing.isPending) return
    writing.mutate(
      { id: film.id, overwrite },
      {
        onSuccess: ({ files }) => toast(words.written(files.length)),
        onError(failure) {
          const refusal = writeRefusalOf(failure)
          if (refusal?.reason === 'exists' && !overwrite) void askToReplace(refusal.file)
          else if (refusal) toast(words.writeRefusals[refusal.reason])
        },
      },
    )
  }
  /** Somebody else's file is replaced only on purpose. */
  async function askToReplace(file: string): Promise<void> {
    const { writeOver: title, writeOverText, replace: confirm } = words
    if ((await question({ title, text: writeOverText(file), confirm, cancel: common.cancel })) === 'confirm') write(true)
  }
  return (
    <div className={listStyles.list}>
      <Row isAct icon={<FileDown strokeWidth={1.75} />} label={words.write} onClick={() => write(false)} />
    </div>
  )
}
