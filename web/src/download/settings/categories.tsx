/** Categories of downloads, each with the folder where its new downloads go. */
import type { Category, DownloadConfig } from '@homeport/contract/download/download-config.ts'
import type { Device } from '@homeport/contract/device.ts'
import { CategoryName, FolderPath } from '@homeport/contract/shape/field/file-name.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, Tag } from 'lucide-react'
import { useState } from 'react'
import { useKept } from '../../kit/keep/draft.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/field.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { saveCategory } from './change-config.ts'
import { Choices } from '../../ui/choices.tsx'
import { settingsText } from './settings-text.ts'

type Props = { device: Device; config: DownloadConfig; canEdit: boolean }
/** name: the one that it has now, '' for a new one. */
type Editing = { name: string; category: Category }

export function Categories({ device, config, canEdit }: Props) {
  const words = useText(settingsText)
  const { categories, folders } = config
  const [editing, edit] = useState<Editing | null>(null)
  const folderName = (id: string) => (folders.find(({ folder_id }) => folder_id === id) ?? folders[0])?.name ?? ''
  return (
    <>
      <div className={listStyles.list} role="group" aria-label={words.categories}>
        {categories.map((category) => (
          <button
            key={category.name}
            type="button"
            className={listStyles.row}
            disabled={!canEdit}
            onClick={() => edit({ name: category.name, category })}
          >
            <Tag strokeWidth={1.75} />
            <span className={layoutStyles.grow}>{category.name}</span>
            <span className={classes(listStyles.value, textStyles.oneLine)}>
              {[folderName(category.folder_id), category.folder_path].filter(Boolean).join('/')}
            </span>
          </button>
        ))}
        {canEdit && (
          <button
            type="button"
            className={listStyles.row}
            onClick={() => edit({ name: '', category: { name: '', folder_id: folders[0]?.folder_id ?? '', folder_path: '' } })}
          >
            <Plus strokeWidth={1.75} />
            <span className={layoutStyles.grow}>{words.addCategory}</span>
          </button>
        )}
      </div>
      {editing && <CategorySheet key={editing.name} {...{ device, config, editing }} onClose={() => edit(null)} />}
    </>
  )
}

type SheetProps = { device: Device; config: DownloadConfig; editing: Editing; onClose: () => void }

function CategorySheet({ device, config: { categories, folders }, editing: { name, category }, onClose }: SheetProps) {
  const words = useText(settingsText)
  const [draft, setDraft, forget] = useKept(`category ${device.devsn} ${name}`, category, 'keeps')
  const [isChecked, setChecked] = useState(false)
  const saving = useMutation(saveCategory(useQueryClient(), device))
  const isTaken = draft.name !== name && categories.some((one) => one.name === draft.name)
  const isNameBad = draft.name === '' || !CategoryName.safeParse(draft.name).success
  const isPathBad = !FolderPath.safeParse(draft.folder_path).success
  /** Open, with what was typed, until the box has taken it. */
  const save = (change: Category | null) =>
    saving.mutate({ name, category: change }, { onSuccess: (isSaved) => isSaved && (forget(), onClose()) })
  function submit() {
    setChecked(true)
    if (!isTaken && !isNameBad && !isPathBad) save(draft)
  }
  return (
    <Sheet isOpen onClose={onClose} title={words.category} closeLabel={useText(commonText).close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field
          label={words.name}
          value={draft.name}
          autoComplete="off"
          maxLength={40}
          error={isChecked && isTaken ? words.nameTaken : isChecked && isNameBad ? words.badName : undefined}
          onChange={({ target }) => setDraft({ ...draft, name: target.value })}
        />
        {folders.length > 1 && (
          <Choices
            label={words.inFolder}
            values={folders.map(({ folder_id }) => folder_id)}
            chosen={draft.folder_id}
            labelOf={(id) => folders.find(({ folder_id }) => folder_id === id)?.name ?? id}
            onSelect={(folder_id) => setDraft({ ...draft, folder_id })}
          />
        )}
        <Field
          label={words.within}
          hint={words.withinHint}
          value={draft.folder_path}
          autoComplete="off"
          error={isChecked && isPathBad ? words.badName : undefined}
          onChange={({ target }) => setDraft({ ...draft, folder_path: target.value })}
        />
        <Button variant="main" isWide type="submit" isBusy={saving.isPending}>
          {words.save}
        </Button>
        {name !== '' && (
          <Button variant="bare" isWide isDanger onClick={() => saving.isPending || save(null)}>
            {words.remove}
          </Button>
        )}
      </form>
    </Sheet>
  )
}
