/** A full-window dialog: Base UI's parts, with its root as a layer. */
import { Dialog as Parts } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useLayer } from './layer.ts'

/** onOpenChangeComplete: it stands, or is gone. */
type Props = {
  open: boolean
  onOpenChange: (isOpen: boolean) => void
  onOpenChangeComplete?: (isOpen: boolean) => void
  children: ReactNode
}

function Root({ open, onOpenChange, onOpenChangeComplete, children }: Props) {
  useLayer(open, () => onOpenChange(false))
  return (
    <Parts.Root open={open} onOpenChange={onOpenChange} {...(onOpenChangeComplete && { onOpenChangeComplete })}>
      {children}
    </Parts.Root>
  )
}

export const Dialog = { ...Parts, Root }
