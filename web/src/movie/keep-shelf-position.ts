/** Keeps the scroll position of a shelf whose cards change: at its start new cards come into view, elsewhere the same cards stay in place. */
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** A card, and its distance from the shelf's left edge. */
type ShelfPosition = { card: Element; at: number }

/** ids: of the cards, in their order. */
export function useKeepShelfPosition(ids: string): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  const position = useRef<ShelfPosition | null>(null)
  const shown = useRef(ids)
  useEffect(() => {
    const shelf = list.current
    if (!shelf) return
    const note = () => void (position.current = shelfPosition(shelf))
    shelf.addEventListener('scroll', note, { passive: true })
    return () => shelf.removeEventListener('scroll', note)
  }, [])
  useLayoutEffect(() => {
    if (shown.current === ids || !list.current) return
    shown.current = ids
    return hold(list.current, position.current)
  }, [ids])
  return list
}

/** null at the start. */
function shelfPosition(shelf: Element): ShelfPosition | null {
  if (shelf.scrollLeft <= 1) return null
  const card = [...shelf.children].find((one) => atOf(shelf, one) >= 0)
  return card ? { card, at: atOf(shelf, card) } : null
}

function atOf(shelf: Element, card: Element): number {
  return card.getBoundingClientRect().left - shelf.getBoundingClientRect().left
}

/** With scroll snap a browser follows the card that it last snapped to: snapping is off until the position is right. */
function hold(shelf: HTMLElement, position: ShelfPosition | null): () => void {
  shelf.style.scrollSnapType = 'none'
  if (!position) shelf.scrollLeft = 0
  else if (position.card.isConnected) shelf.scrollLeft += atOf(shelf, position.card) - position.at
  const snap = () => void (shelf.style.scrollSnapType = '')
  const frame = requestAnimationFrame(snap)
  return () => {
    cancelAnimationFrame(frame)
    snap()
  }
}
