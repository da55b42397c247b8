/** Scroll position per history entry; a new one starts at the top. They survive a reload of the app, as the entries do. */
import { later } from '../../kit/time/clock.ts'
import { tabText } from '../../kit/storage.ts'

const storageKey = 'places'
const maxPositions = 60
/** A page whose list is still loading is too short for its scroll position: it is brought there when it has grown. */
const growMs = 3_000
const userMoves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

const positions = new Map<string, number>(readPositions())
addEventListener('pagehide', writePositions)

export function saveScroll(key: string): void {
  positions.delete(key)
  positions.set(key, scrollY)
}

/** The returned function ends it; so does the user, by scrolling. */
export function restoreScroll(key: string): () => void {
  const top = positions.get(key) ?? 0
  scrollTo(0, top)
  if (scrollY >= top || typeof ResizeObserver !== 'function') return () => {}
  const growing = new ResizeObserver(() => {
    scrollTo(0, top)
    if (scrollY >= top) stop()
  })
  const stopTimer = later(growMs, stop)
  for (const move of userMoves) addEventListener(move, stop, { passive: true })
  growing.observe(document.body)
  function stop(): void {
    stopTimer()
    growing.disconnect()
    for (const move of userMoves) removeEventListener(move, stop)
  }
  return stop
}

/** A line for each: the entry's key and its scroll position. Not JSON: this is part of the entry, which loads no schemas. */
function readPositions(): [string, number][] {
  return tabText
    .get(storageKey)
    .split('\n')
    .flatMap((line): [string, number][] => {
      const [, key, top] = /^(\S+) (\d+)$/.exec(line) ?? []
      return key === undefined ? [] : [[key, Number(top)]]
    })
}

function writePositions(): void {
  const lines = [...positions].slice(-maxPositions).map(([key, top]) => `${key} ${Math.round(top)}`)
  tabText.set(storageKey, lines.join('\n'))
}
