/** A dialog over the page whose content is the caller's. One that cannot be closed stays open after Back too. */
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { useLayer } from './layer.ts'
import overlayStyles from './overlay.module.css'

type Part = { content: ReactNode; className: string | undefined }
type Props = {
  isOpen: boolean
  isForced: boolean
  /** by 'move': another page was opened. */
  onClose: (by: 'user' | 'move') => void
  className: string | undefined
  head: ReactNode
  title: Part
  text: Part
  children: ReactNode
}

export function AlertPanel({ isOpen, isForced, onClose, className, head, title, text, children }: Props) {
  const [reopened, setReopened] = useState(0)
  const closedBy = (by: 'back' | 'move') => {
    if (isForced) setReopened((times) => times + 1)
    else onClose(by === 'move' ? 'move' : 'user')
  }
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && !isForced && onClose('user')}>
      <Layer key={reopened} isOpen={isOpen} closed={closedBy} />
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={classes(overlayStyles.scrim, overlayStyles.modalScrim)} />
        <div className={overlayStyles.modalPort}>
          <AlertDialog.Popup className={classes(overlayStyles.modal, className)}>
            {head}
            <AlertDialog.Title className={title.className}>{title.content}</AlertDialog.Title>
            <AlertDialog.Description className={text.className}>{text.content}</AlertDialog.Description>
            {children}
          </AlertDialog.Popup>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

/** A part of its own, so that a forced dialog can be a new layer after Back without appearing anew. */
function Layer({ isOpen, closed }: { isOpen: boolean; closed: (by: 'back' | 'move') => void }) {
  useLayer(isOpen, closed)
  return null
}
