/** The sheet's content: closed by swipe down, its button, Escape or a tap outside. */
import { Drawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import buttonStyles from './button.module.css'
import { classes } from './classes.ts'
import overlayStyles from './overlay.module.css'
import { watchSecondTaps } from './second-tap.ts'

watchSecondTaps()

export type SheetProps = {
  isOpen: boolean
  onClose: () => void
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
  /** It came without a press: what is below it has the focus afterwards, not what had it before. */
  opensByItself?: true
}

export function SheetPanel({
  isOpen,
  onClose,
  title,
  closeLabel,
  children,
  foot,
  isTall,
  isText,
  first,
  opensByItself,
}: SheetProps) {
  return (
    <Drawer.Root open={isOpen} onOpenChange={(next) => !next && onClose()} swipeDirection="down">
      <Drawer.VirtualKeyboardProvider>
        <Drawer.Portal>
          {/* Also of a sheet over another one, such as the remote. */}
          <Drawer.Backdrop forceRender className={overlayStyles.scrim} />
          <Drawer.Viewport className={overlayStyles.sheetPort}>
            <Drawer.Popup
              className={classes(overlayStyles.sheet, isTall && overlayStyles.tall)}
              {...(first ? { initialFocus: () => focusOf(first.current) } : {})}
              {...(opensByItself && { finalFocus: false })}
            >
              <div className={overlayStyles.handle} aria-hidden="true" />
              <div className={overlayStyles.head}>
                <Drawer.Title>{title}</Drawer.Title>
                <Drawer.Close className={buttonStyles.iconButton} aria-label={closeLabel}>
                  <X strokeWidth={1.75} />
                </Drawer.Close>
              </div>
              <Drawer.Content className={overlayStyles.scroll} data-scroller {...(isText && { tabIndex: 0 })}>
                {children}
              </Drawer.Content>
              {foot && <div className={overlayStyles.foot}>{foot}</div>}
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.VirtualKeyboardProvider>
    </Drawer.Root>
  )
}

/** The caret stands at the end of a text that somebody goes on with: a browser puts it before it. */
function focusOf(first: HTMLElement | null): HTMLElement | null {
  if (first instanceof HTMLTextAreaElement) first.setSelectionRange(first.value.length, first.value.length)
  return first
}
