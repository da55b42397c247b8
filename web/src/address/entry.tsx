/** One entry of the address book as a card, with its actions in a sheet. */
import { Ellipsis, Pencil, Star, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useText } from '../kit/lang.ts'
import { forward } from '../kit/nav/nav.ts'
import { commonText } from '../kit/text/text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import cardStyles from '../ui/card.module.css'
import { classes } from '../ui/classes.ts'
import { DangerButtons } from '../ui/danger-buttons.tsx'
import layoutStyles from '../ui/layout.module.css'
import { Sheet } from '../ui/sheet.tsx'
import textStyles from '../ui/text.module.css'
import styles from './address.module.css'
import { addressText } from './text.ts'

type Props = {
  name: string
  isDefault: boolean
  editPath: string
  prefer: () => void
  remove: () => void
  children: ReactNode
}

export function Entry({ name, isDefault, editPath, prefer, remove, children }: Props) {
  const words = useText(addressText)
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  function close() {
    setOpen(false)
  }
  const foot = (
    <DangerButtons
      label={words.remove}
      icon={<Trash2 size={20} strokeWidth={1.75} />}
      onConfirm={() => {
        close()
        remove()
      }}
      cancelLabel={words.keep}
      onCancel={close}
    />
  )
  return (
    <li className={classes(cardStyles.card, styles.entry)}>
      <div className={layoutStyles.grow}>
        <div className={classes(layoutStyles.row, layoutStyles.gap8)}>
          <h2 className={classes(textStyles.label, textStyles.oneLine)}>{name}</h2>
          {isDefault && <span className={styles.defaultMark}>{words.defaultOne}</span>}
        </div>
        {children}
      </div>
      <IconButton
        label={words.actions(name)}
        aria-haspopup="dialog"
        onClick={() => {
          setAsking(false)
          setOpen(true)
        }}
      >
        <Ellipsis strokeWidth={1.75} />
      </IconButton>
      <Sheet
        isOpen={isOpen}
        onClose={close}
        title={isAsking ? words.removeAsk(name) : name}
        closeLabel={useText(commonText).close}
        {...(isAsking ? { foot } : {})}
      >
        {isAsking ? (
          <p className={textStyles.secondary}>{words.removeText}</p>
        ) : (
          <div className={styles.entryActions}>
            <Button variant="main" isWide icon={<Pencil size={20} strokeWidth={1.75} />} onClick={() => forward(editPath)}>
              {words.edit}
            </Button>
            {!isDefault && (
              <Button
                variant="line"
                isWide
                icon={<Star size={20} strokeWidth={1.75} />}
                onClick={() => {
                  close()
                  prefer()
                }}
              >
                {words.makeDefault}
              </Button>
            )}
            <Button variant="line" isDanger isWide icon={<Trash2 size={20} strokeWidth={1.75} />} onClick={() => setAsking(true)}>
              {words.remove}
            </Button>
          </div>
        )}
      </Sheet>
    </li>
  )
}
