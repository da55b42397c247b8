/** The focus is never lost: where a page is new, or what had the focus was removed, it goes to the dialog on top, else to the page's heading, which screen readers then announce. */

let last: Element | null = null
let isLost = false

/** A new page is on the screen. */
export function pageChanged(): void {
  isLost = true
  findPlace()
}

export function keepFocus(): () => void {
  const observer = new MutationObserver(() => {
    if (last && !last.isConnected) isLost = true
    findPlace()
  })
  const took = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null
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

function findPlace(): void {
  if (!isLost || document.activeElement !== document.body) return
  const dialogs = document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')
  const place = dialogs[dialogs.length - 1] ?? document.querySelector<HTMLElement>('h1')
  if (!place) return
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: true })
}
