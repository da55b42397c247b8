/**
 * The stack of layers over the open page (sheets, dialogs), the topmost last. Each has a history entry, so that Back closes only the topmost; navigation closes all.
 * Entries are only counted: if one layer closes while another opens, its entry is reused.
 */
import { later } from '../time/clock.ts'
import { entryNow, goBack, onArrival, travel, whenStill, writeEntry } from './history-entry.ts'

/** back: the user went back; move: navigation to another page. */
export type ClosedBy = 'back' | 'move'
type Layer = { closed: (by: ClosedBy) => void }

let layers: Layer[] = []
let page = entryNow().key

onArrival((entry, stepsBack) => {
  const isOther = entry.key !== page
  page = entry.key
  if (isOther) closeLayers()
  else if (stepsBack > 0) closeByBack(stepsBack, entry.layer)
  whenStill(balance)
})
// A reload closes all layers: their history entries go too.
balance()

/** `closed` is called once, when Back or navigation closes the layer; the returned function closes it silently. */
export function openLayer(closed: (by: ClosedBy) => void): () => void {
  const own = { closed }
  layers.push(own)
  whenStill(balance)
  return () => {
    if (!layers.includes(own)) return
    layers = layers.filter((one) => one !== own)
    // A layer that opens in the same tick takes over its entry.
    later(0, () => whenStill(balance))
  }
}

/** Runs once the entries of layers that have just closed are gone. */
export function whenBalanced(run: () => void): void {
  later(0, () => whenStill(run))
}

export function hasLayers(): boolean {
  return layers.length > 0
}

export function closeLayers(): void {
  closeAbove(0, 'move')
}

/** Counted from the layers that were open: one that has just closed itself may still have its entry. */
function closeByBack(steps: number, entries: number): void {
  const beyond = steps - layers.length
  closeAbove(Math.max(0, -beyond), 'back')
  if (beyond > 0) goBack(entries + beyond)
}

function closeAbove(count: number, by: ClosedBy): void {
  const gone = layers.slice(count)
  layers = layers.slice(0, count)
  for (const { closed } of gone.toReversed()) closed(by)
}

/** As many entries over the page's own as there are layers. */
function balance(): void {
  const entry = entryNow()
  page = entry.key
  if (entry.layer > layers.length) return travel(entry.layer - layers.length)
  for (let layer = entry.layer + 1; layer <= layers.length; layer += 1) writeEntry({ ...entry, layer }, { replace: false })
}
