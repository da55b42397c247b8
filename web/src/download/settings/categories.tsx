/** Categories of downloads, each with the folder where its new downloads go. */
import type { Category, DownloadConfig } from '@homeport/contract/download-config.ts'
import { CategoryName, FolderPath } from '@homeport/contract/shape/file-name.ts'
import { Plus, Tag } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/field.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { Choices } from '../queue/tools.tsx'
import { settingsText } from './settings-text.ts'

type Props = { config: DownloadConfig; canEdit: boolean; change: (change: { categories: Category[] }) => void }
/** at: its place in the list, -1 for a new one. */
type Editing = { at: number; category: Category }

export function Categories({ config, canEdit, change }: Props) {
  const words = useText(settingsText)
  const { categories, folders } = config
  const [editing, edit] = useState<Editing | null>(null)
  const folderName = (id: string) => (folders.find(({ folder_id }) => folder_id === id) ?? folders[0])?.name ?? ''
  const save = (categoriesNow: Category[]) => {
    change({ categories: categoriesNow })
    edit(null)
  }
  return (
    <>
      <h2>{words.categories}</h2>
      <p className={textStyles.caption}>{words.categoriesText}</p>
      <div className={listStyles.list}>
        {categories.map((category, at) => (
          <button
            key={category.name}
            type="button"
            className={listStyles.row}
            disabled={!canEdit}
            onClick={() => edit({ at, category })}
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
            onClick={() => edit({ at: -1, category: { name: '', folder_id: folders[0]?.folder_id ?? '', folder_path: '' } })}
          >
            <Plus strokeWidth={1.75} />
            <span className={layoutStyles.grow}>{words.addCategory}</span>
          </button>
        )}
      </div>
      {editing && <CategorySheet key={editing.at} {...{ config, editing, save }} close={() => edit(null)} />}
    </>
  )
}

type SheetProps = { config: DownloadConfig; editing: Editing; save: (categories: Category[]) => void; close: () => void }

function CategorySheet({ config: { categories, folders }, editing: { at, category }, save, close }: SheetProps) {
  const words = useText(settingsText)
  const [draft, setDraft] = useState(category)
  const [isChecked, setChecked] = useState(false)
  const rest = categories.filter((_, index) => index !== at)
  const isTaken = rest.some(({ name }) => name === draft.name)
  const isNameBad = draft.name === '' || !CategoryName.safeParse(draft.name).success
  const isPathBad = !FolderPath.safeParse(draft.folder_path).success
  function submit() {
    setChecked(true)
    if (isTaken || isNameBad || isPathBad) return
    save(at < 0 ? [...categories, draft] : categories.map((one, index) => (index === at ? draft : one)))
  }
  return (
    <Sheet isOpen close={close} title={words.category} closeLabel={useText(commonText).close}>
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
            choose={(folder_id) => setDraft({ ...draft, folder_id })}
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
        <Button look="main" isWide type="submit">
          {words.save}
        </Button>
        {at >= 0 && (
          <Button look="bare" isWide isDanger onClick={() => save(rest)}>
            {words.remove}
          </Button>
        )}
      </form>
    </Sheet>
  )
}
