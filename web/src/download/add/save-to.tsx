/** Where new downloads go, and the name of a single one: changed before the start. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { Folder, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { sizeOf } from '../../kit/text/format.ts'
import { Field } from '../../ui/field.tsx'
import { CheckIcon } from '../../ui/icon.tsx'
import { Row } from '../../ui/row.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import styles from '../add-sheet.module.css'
import { config } from '../config.ts'
import { linkWords } from '../link-words.ts'

/** The target of a start; '' is the default. */
export type SaveTarget = { name: string; category: string; folder_id: string }
export const defaultTarget: SaveTarget = { name: '', category: '', folder_id: '' }

type Props = {
  device: Device
  target: SaveTarget
  onChange: (target: SaveTarget) => void
  /** The link's own name, if there is a single one. */
  name: string | undefined
}

export function SaveTo({ device, target, onChange, name }: Props) {
  const words = useText(linkWords)
  const { data } = useQuery(config(device))
  const [isOpen, setOpen] = useState(false)
  const [isNaming, setNaming] = useState(false)
  const [folders, categories] = [data?.folders ?? [], data?.categories ?? []]
  const hasChoice = folders.length > 1 || categories.length > 0
  const first = folders.find(({ folder_id }) => folder_id === data?.folder_id) ?? folders[0]
  const chosen = target.category || (folders.find(({ folder_id }) => folder_id === target.folder_id) ?? first)?.name

  function choose(part: Pick<SaveTarget, 'category' | 'folder_id'>) {
    onChange({ ...target, ...part })
    setOpen(false)
  }

  return (
    <div className={styles.target}>
      {name !== undefined && !isNaming && (
        <Row
          icon={<Pencil size={22} strokeWidth={1.75} />}
          label={words.name}
          value={<span className={textStyles.oneLine}>{target.name || name}</span>}
          onClick={() => setNaming(true)}
        />
      )}
      {name !== undefined && isNaming && (
        <Field
          ref={focusOnce}
          label={words.name}
          value={target.name}
          placeholder={name}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ ...target, name: event.target.value })}
        />
      )}
      {hasChoice && (
        <Row icon={<Folder size={22} strokeWidth={1.75} />} label={words.saveTo} value={chosen} onClick={() => setOpen(true)} />
      )}
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={words.saveTo} closeLabel={useText(commonText).close}>
        {categories.map((category) => (
          <Row
            key={`category ${category.name}`}
            icon={<Mark isOn={target.category === category.name} />}
            label={category.name}
            value={category.folder_path}
            isAct
            onClick={() => choose({ category: category.name, folder_id: '' })}
          />
        ))}
        {folders.map(({ folder_id, name: folder, free }) => (
          <Row
            key={`folder ${folder_id}`}
            icon={<Mark isOn={target.category === '' && (target.folder_id || first?.folder_id) === folder_id} />}
            label={folder}
            value={free === null ? words.folderAway : sizeOf(free)}
            isAct
            onClick={() => choose({ category: '', folder_id })}
          />
        ))}
      </Sheet>
    </div>
  )
}

/** Called when the field appears. */
const focusOnce = (input: HTMLInputElement | null) => input?.focus()

function Mark({ isOn }: { isOn: boolean }) {
  return <span className={styles.mark}>{isOn && <CheckIcon size={20} />}</span>
}
