/** The buttons of a question before something is lost, in a sheet: what is done first, below it the way back, as in a modal question. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type Props = {
  label: string
  icon: ReactNode
  isBusy?: boolean
  onConfirm: () => void
  cancelLabel: string
  onCancel: () => void
}

export function DangerButtons({ label, icon, isBusy = false, onConfirm, cancelLabel, onCancel }: Props) {
  return (
    <>
      <Button variant="line" isDanger isWide isBusy={isBusy} icon={icon} onClick={onConfirm}>
        {label}
      </Button>
      <Button variant="bare" isWide onClick={onCancel}>
        {cancelLabel}
      </Button>
    </>
  )
}
