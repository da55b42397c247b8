/** Form for a box's downloads in two groups, where they go and how fast: the owner edits, a member reads. */
import type { Device } from '@homeport/contract/device.ts'
import type { DownloadConfig } from '@homeport/contract/download/download-config.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Folder } from 'lucide-react'
import { useRef, useState } from 'react'
import { isOther, useKept } from '../../kit/keep/draft.ts'
import { useText } from '../../kit/lang.ts'
import { back } from '../../kit/nav/nav.ts'
import { devicePath } from '../../kit/nav/return-path.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Field } from '../../ui/field.tsx'
import { FolderPath } from '../../ui/folder-path.tsx'
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
import { draftOf, readDraft, save, type Draft } from './change-config.ts'

const untouched: Partial<Draft> = {}

export function ConfigForm({ device, config }: { device: Device; config: DownloadConfig }) {
  const words = useText(configText)
  const saving = useMutation(save(useQueryClient(), device))
  const [typed, setTyped] = useKept<Partial<Draft>>(`download settings ${device.devsn}`, untouched)
  const [isChecked, setChecked] = useState(false)
  const more = useRef<HTMLDetailsElement>(null)
  const draft = { ...draftOf(config), ...typed }
  const { change, wrong } = readDraft(draft)
  useLeaveQuestion({ isChanged: isOther(draft, draftOf(config)), leave: () => back(devicePath) })
  const canEdit = device.role === 'owner' && device.online === 1

  const field = (key: keyof Draft, label: string, { hint, unit }: { hint?: string; unit?: string } = {}) => (
    <Field
      label={label}
      value={draft[key]}
      inputMode="decimal"
      autoComplete="off"
      disabled={!canEdit}
      onChange={(event) => setTyped((before) => ({ ...before, [key]: event.target.value }))}
      {...(isChecked && wrong.includes(key) ? { error: words.range } : {})}
      {...(hint ? { hint } : {})}
      {...(unit ? { end: <span className={classes(textStyles.caption, styles.unit)}>{unit}</span> } : {})}
    />
  )

  async function submit() {
    setChecked(true)
    // A wrong field must be seen.
    if (more.current && wrong.some((key) => key === 'ratio' || key === 'minutes')) more.current.open = true
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
      {config.folders.length > 0 && (
        <Folders config={config} canEdit={canEdit} onChange={(change) => saving.mutate(change)}>
          <Categories device={device} config={config} canEdit={canEdit} />
        </Folders>
      )}
      {config.folders.length === 0 && (
        <div className={listStyles.list}>
          <div className={listStyles.row}>
            <Folder strokeWidth={1.75} />
            <div className={layoutStyles.grow}>
              <p className={textStyles.label}>{words.folder}</p>
              <p className={classes(textStyles.secondary, styles.path)}>
                <FolderPath path={config.download_path} />
              </p>
              <p className={textStyles.caption}>{words.folderText}</p>
            </div>
          </div>
        </div>
      )}
      <h2>{words.limits}</h2>
      {field('running', words.running, { hint: words.runningHint })}
      {field('down', words.down, { hint: words.downHint, unit: words.unit })}
      {field('up', words.up, { hint: words.speedHint, unit: words.unit })}
      <div className={styles.more}>
        <Disclosure ref={more} title={words.seeding}>
          {field('ratio', words.ratio, { unit: words.ratioUnit })}
          {field('minutes', words.minutes, { hint: words.seedHint, unit: words.minutesUnit })}
          <Hours config={config} canEdit={canEdit} onChange={(change) => saving.mutate(change)} />
        </Disclosure>
      </div>
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
