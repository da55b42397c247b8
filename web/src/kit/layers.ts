/**
 * What lies over the open page, the topmost last. Each layer has an entry of the history, so that Back takes the topmost away, and only that; a move to another page takes all.
 * Entries are only counted: a layer that closes while another opens hands its entry on.
 */
import { later } from './clock.ts'
import { entryNow, onArrival, travel, whenStill, writeEntry } from './entry.ts'

/** back: the person went back; move: another page came. */
export type ClosedBy = 'back' | 'move'
type Layer = { closed: (by: ClosedBy) => void }

let layers: Layer[] = []
let page = entryNow().key

onArrival((entry, stepsBack) => {
  const isOther = entry.key !== page
  page = entry.key
  if (isOther) closeLayers()
  else if (stepsBack > 0) goBack(stepsBack, entry.layer)
  whenStill(balance)
})
// A reload closes what lay over the page: its entries go too.
balance()

/** `closed` is called once, when Back or a move takes it away; the answer takes it away without a word. */
export function openLayer(closed: (by: ClosedBy) => void): () => void {
  const mine = { closed }
  layers.push(mine)
  whenStill(balance)
  return () => {
    if (!layers.includes(mine)) return
    layers = layers.filter((one) => one !== mine)
    // What opens in its stead in the same breath takes over its entry.
    later(0, () => whenStill(balance))
  }
}

export function hasLayers(): boolean {
  return layers.length > 0
}

export function closeLayers(): void {
  closeAbove(0, 'move')
}

/** Counted from what was seen: a layer that closed by itself a moment ago may still have its entry. */
function goBack(steps: number, entries: number): void {
  const beyond = steps - layers.length
  closeAbove(Math.max(0, -beyond), 'back')
  if (beyond > 0) history.go(-entries - beyond)
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
