/** A computer's keyboard: space, arrows, F, M, Esc, and the keys for media. */
import type { Tv } from '../control/tv.ts'
import { keyOf, type Key } from '../keys.ts'

export type KeyDeps = {
  tv: Tv
  show: () => void
  toggleFullScreen: () => void
  close: () => void
  isSheetOpen: boolean
  closeSheet: () => void
}

const volumeStep = 5
const media: readonly (Key | undefined)[] = ['play', 'pause', 'toggle', 'forward', 'rewind', 'next', 'previous']

/** Returns how to stop. */
export function listenToKeys(deps: KeyDeps): () => void {
  const listener = (event: KeyboardEvent) => press(event, deps)
  addEventListener('keydown', listener)
  return () => removeEventListener('keydown', listener)
}

function press(event: KeyboardEvent, deps: KeyDeps): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return
  const { tv, isSheetOpen, closeSheet, close, show } = deps
  tv.gesture()
  if (event.key === 'Escape') {
    // The browser leaves full screen by it.
    if (document.fullscreenElement) return
    event.preventDefault()
    return isSheetOpen ? closeSheet() : close()
  }
  if (isSheetOpen) return
  const run = actionOf(event, deps)
  show()
  if (!run) return
  event.preventDefault()
  run()
}

function actionOf(event: KeyboardEvent, { tv, toggleFullScreen }: KeyDeps): (() => unknown) | undefined {
  const { key, target } = event
  const isButton = target instanceof Element && target.closest('button') !== null
  if (key === ' ') return isButton ? undefined : () => tv.clickControl('toggle')
  if (key === 'k') return () => tv.clickControl('toggle')
  if (key === 'ArrowLeft') return () => tv.clickControl('back')
  if (key === 'ArrowRight') return () => tv.clickControl('forward')
  if (key === 'ArrowUp') return () => tv.volume({ step: volumeStep })
  if (key === 'ArrowDown') return () => tv.volume({ step: -volumeStep })
  if (key === 'f') return toggleFullScreen
  if (key === 'm') return () => tv.volume({})
  const mediaKey = keyOf(event)
  return mediaKey && media.includes(mediaKey) ? () => tv.press(mediaKey) : undefined
}
