/** The dialog of a question: it traps the focus, and Escape cancels. */
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { useLayer } from './layer.ts'
import { linesOf, OneLine } from './lines.tsx'
import overlayStyles from './overlay.module.css'
import { watchSecondTaps } from './second-tap.ts'
import textStyles from './text.module.css'

watchSecondTaps()

/** other: a second way, between confirming and giving up. */
export type Question = { title: string; text?: string; confirm: string; other?: string; cancel?: string; isDanger?: boolean }
/** left: navigation closed it before an answer. */
export type Answer = 'confirm' | 'other' | 'cancel' | 'left'
export type ModalRequest = Question & { key: number; answer: (given: Answer) => void }

export function ModalPanel({ request }: { request: ModalRequest }) {
  const [sentence, literal] = linesOf(request.title)
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
            <AlertDialog.Title>{sentence}</AlertDialog.Title>
            <AlertDialog.Description className={request.text ? undefined : textStyles.caption}>
              {request.text ?? literal}
            </AlertDialog.Description>
            {request.text && literal && <p className={textStyles.caption}>{literal}</p>}
            <Button
              variant={request.isDanger ? 'line' : 'main'}
              isDanger={request.isDanger ?? false}
              isWide
              onClick={() => setGiven('confirm')}
            >
              <OneLine text={request.confirm} />
            </Button>
            {request.other && (
              <Button isWide onClick={() => setGiven('other')}>
                {request.other}
              </Button>
            )}
            {request.cancel && (
              <Button variant="bare" isWide onClick={() => setGiven('cancel')}>
                {request.cancel}
              </Button>
            )}
          </AlertDialog.Popup>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
