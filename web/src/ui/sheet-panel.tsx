/** The sheet's content: closed by swipe down, its button, Escape or a tap outside. */
import { Drawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import './overlay.css'

export type SheetProps = {
  isOpen: boolean
  close: () => void
  title: string
  closeLabel: string
  children: ReactNode
  foot?: ReactNode
  /** Keeps its height when its content changes. */
  isTall?: boolean
  /** Without focusable content: the scroll area is focusable, for keyboard scrolling. */
  isText?: boolean
  /** The initial focus; else the sheet itself. */
  first?: RefObject<HTMLElement | null>
}

export function SheetPanel({ isOpen, close, title, closeLabel, children, foot, isTall, isText, first }: SheetProps) {
  return (
    <Drawer.Root open={isOpen} onOpenChange={(next) => !next && close()} swipeDirection="down">
      <Drawer.Portal>
        <Drawer.Backdrop className="scrim" />
        <Drawer.Viewport className="sheet-port">
          <Drawer.Popup className={isTall ? 'sheet tall' : 'sheet'} {...(first ? { initialFocus: first } : {})}>
            <div className="grab" aria-hidden="true" />
            <div className="head">
              <Drawer.Title>{title}</Drawer.Title>
              <Drawer.Close className="ib" aria-label={closeLabel}>
                <X strokeWidth={1.75} />
              </Drawer.Close>
            </div>
            <Drawer.Content className="scroll" {...(isText && { tabIndex: 0 })}>
              {children}
            </Drawer.Content>
            {foot && <div className="last">{foot}</div>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
