/** A row that downloads all data that the server stores about the user. */
import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { now } from '../../kit/time/clock.ts'
import { useText } from '../../kit/lang.ts'
import { saveFile } from '../../kit/browser-features.ts'
import buttonStyles from '../../ui/button.module.css'
import { classes } from '../../ui/classes.ts'
import { Row } from '../../ui/row.tsx'
import skeletonStyles from '../../ui/skeleton.module.css'
import { toast } from '../../ui/toast.tsx'
import { ownData } from './profile-data.ts'
import { profileText } from './profile-text.ts'

export function ExportRow() {
  const words = useText(profileText)
  const asking = useMutation(ownData)
  async function save() {
    if (asking.isPending) return
    const data = await asking.mutateAsync().catch(() => null)
    if (!data) return
    const day = new Date(now()).toISOString().slice(0, 10)
    saveFile(`${words.fileName}-${day}.json`, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
    toast(words.exported)
  }
  return (
    <Row
      icon={<FileDown strokeWidth={1.75} />}
      label={words.exportData}
      value={
        asking.isPending ? <span className={classes(buttonStyles.spinner, skeletonStyles.late)} aria-hidden="true" /> : undefined
      }
      isAct
      onClick={() => void save()}
    />
  )
}
