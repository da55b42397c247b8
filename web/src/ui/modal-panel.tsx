/** The dialog of a question: it traps the focus, and Escape cancels. */
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { useLayer } from './layer.ts'
import overlayStyles from './overlay.module.css'

export type Question = { title: string; text?: string; confirm: string; cancel?: string; isDanger?: boolean }
/** left: navigation closed it before an answer. */
export type Answer = 'confirm' | 'cancel' | 'left'
export type ModalRequest = Question & { key: number; answer: (given: Answer) => void }

export function ModalPanel({ request }: { request: ModalRequest }) {
  const [given, setGiven] = useState<Answer | null>(null)
  // With its page it goes at once: a fading question would refuse the one that the next page asks.
  useLayer(given === null, (by) => (by === 'move' ? request.answer('left') : setGiven('cancel')))
  return (
    <AlertDialog.Root
      open={given === null}
      onOpenChange={(isOpen) => !isOpen && setGiven((now) => now ?? 'cancel')}
      onOpenChangeComplete={(isOpen) => !isOpen && request.answer(given ?? 'cancel')}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={classes(overlayStyles.scrim, overlayStyles.modalScrim)} />
        <div className={overlayStyles.modalPort}>
          <AlertDialog.Popup className={overlayStyles.modal}>
            <AlertDialog.Title>{request.title}</AlertDialog.Title>
            <AlertDialog.Description>{request.text}</AlertDialog.Description>
            <Button
              look={request.isDanger ? 'line' : 'main'}
              isDanger={request.isDanger ?? false}
              isWide
              onClick={() => setGiven('confirm')}
            >
              {request.confirm}
            </Button>
            {request.cancel && (
              <Button look="bare" isWide onClick={() => setGiven('cancel')}>
                {request.cancel}
              </Button>
            )}
          </AlertDialog.Popup>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
