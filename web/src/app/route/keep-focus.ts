/** The focus is never lost: where what had it was replaced in its row of a list, it goes to what stands there now; else, and where a page is new, to the dialog on top or the page's heading, which screen readers then announce. */

let last: Element | null = null
/** The row of a list that it is in. */
let row: Element | null = null
let isLost = false

/** A new page is on the screen. */
export function pageChanged(): void {
  isLost = true
  restoreFocus()
}

export function keepFocus(): () => void {
  const observer = new MutationObserver(() => {
    if (last && !last.isConnected) isLost = true
    restoreFocus()
  })
  const took = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null
    row = last?.closest('li') ?? null
    isLost = false
  }
  // A press beside everything takes the focus away on purpose.
  const pressed = () => {
    last = null
    isLost = false
  }
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', took)
  document.addEventListener('pointerdown', pressed)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', took)
    document.removeEventListener('pointerdown', pressed)
  }
}

function restoreFocus(): void {
  if (!isLost || document.activeElement !== document.body) return
  const dialogs = document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')
  const top = dialogs[dialogs.length - 1]
  const beside =
    row?.isConnected && (!top || top.contains(row)) ? row.querySelector<HTMLElement>('a[href], button:enabled') : null
  if (beside) return beside.focus({ preventScroll: true })
  const heading = top ?? document.querySelector<HTMLElement>('h1')
  if (!heading) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
