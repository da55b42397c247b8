/** The arrow keys go from one choice of a list to the next, where the choices are buttons: Enter or Space takes one. Native radio buttons have their own. */

export function listenToRadioKeys(): () => void {
  const down = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || event.defaultPrevented || !(event.target instanceof Element)) return
    const radio = event.target.closest('button[role=radio]')
    const all = [...(radio?.closest('[role=radiogroup]')?.querySelectorAll<HTMLElement>('button[role=radio]:enabled') ?? [])]
    const next = all[(all.findIndex((one) => one === radio) + step + all.length) % all.length]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  // A sheet keeps the keys that it does not know from the page below it.
  document.addEventListener('keydown', down, { capture: true })
  return () => document.removeEventListener('keydown', down, { capture: true })
}
