/** Form for limits and sharing of a box's downloads: the owner edits, a member reads. */
import type { Device } from '@homeport/contract/device.ts'
import type { DownloadConfig } from '@homeport/contract/download/download-config.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Folder } from 'lucide-react'
import { useState } from 'react'
import { isOther } from '../../kit/keep/draft.ts'
import { useText } from '../../kit/lang.ts'
import { back } from '../../kit/nav/nav.ts'
import { devicePath } from '../../kit/nav/return-path.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/field.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { useLeaveQuestion } from '../../ui/leave-question.ts'
import listStyles from '../../ui/list.module.css'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { configText } from '../config-text.ts'
import styles from '../config.module.css'
import { Categories } from './categories.tsx'
import { Folders } from './folders.tsx'
import { Hours } from './hours.tsx'
import { draftOf, readDraft, save, type Draft } from '../config.ts'

export function ConfigForm({ device, config }: { device: Device; config: DownloadConfig }) {
  const words = useText(configText)
  const saving = useMutation(save(useQueryClient(), device))
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const [isChecked, setChecked] = useState(false)
  const draft = { ...draftOf(config), ...typed }
  const { change, wrong } = readDraft(draft)
  useLeaveQuestion({ isChanged: isOther(draft, draftOf(config)), leave: () => back(devicePath) })
  const canEdit = device.role === 'owner' && device.online === 1

  const field = (key: keyof Draft, label: string, more: { hint?: string; unit?: string } = {}) => (
    <Field
      label={label}
      value={draft[key]}
      inputMode="decimal"
      autoComplete="off"
      disabled={!canEdit}
      onChange={(event) => setTyped((before) => ({ ...before, [key]: event.target.value }))}
      {...(isChecked && wrong.includes(key) ? { error: words.range } : {})}
      {...(more.hint ? { hint: more.hint } : {})}
      {...(more.unit ? { end: <span className={classes(textStyles.caption, styles.unit)}>{more.unit}</span> } : {})}
    />
  )

  async function submit() {
    setChecked(true)
    if (wrong.length > 0) return
    await saving.mutateAsync(change).then(
      () => {
        setTyped({})
        setChecked(false)
        toast(words.saved)
      },
      () => null,
    )
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {config.folders.length > 0 && <Folders config={config} canEdit={canEdit} onChange={(change) => saving.mutate(change)} />}
      {config.folders.length === 0 && (
        <div className={listStyles.list}>
          <div className={listStyles.row}>
            <Folder strokeWidth={1.75} />
            <div className={layoutStyles.grow}>
              <p className={textStyles.label}>{words.folder}</p>
              <p className={classes(textStyles.secondary, styles.path)}>{config.download_path}</p>
              <p className={textStyles.caption}>{words.folderText}</p>
            </div>
          </div>
        </div>
      )}
      {config.folders.length > 0 && <Categories device={device} config={config} canEdit={canEdit} />}
      <h2>{words.limits}</h2>
      {field('running', words.running, { hint: words.runningHint })}
      {field('down', words.down, { hint: words.downHint, unit: words.unit })}
      {field('up', words.up, { hint: words.speedHint, unit: words.unit })}
      <Hours config={config} canEdit={canEdit} onChange={(change) => saving.mutate(change)} />
      <h2>{words.seeding}</h2>
      {field('ratio', words.ratio, { unit: words.ratioUnit })}
      {field('minutes', words.minutes, { hint: words.seedHint, unit: words.minutesUnit })}
      {device.role === 'owner' ? (
        <Button variant="main" isWide type="submit" disabled={!canEdit} isBusy={saving.isPending}>
          {words.save}
        </Button>
      ) : (
        <p className={textStyles.caption}>{words.owner}</p>
      )}
    </form>
  )
}
