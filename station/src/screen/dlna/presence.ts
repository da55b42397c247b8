/** Whether a renderer is there: it comes, goes on with the film that it has, falls silent, and comes back. */
import type { KeptFilm } from './driver-state.ts'
import { stageOf, tell, type House, type Renderer } from './renderer.ts'
import type { Position } from './transport.ts'
import { known } from './upnp.ts'

/** It has a film that is not ours, or none any more. */
const nothingOfOurs = { play_id: '', path: '', point: 0, is_paused: false }
/** A renderer that fell silent is asked so many times whether it is back. */
const maxReturns = 24

/** It answers: the film that it has goes on, if it is ours. Another one is left alone. Rejects where it does not answer. */
export async function comeBack(house: House, renderer: Renderer): Promise<void> {
  const { screen_id, transport, driver, can } = renderer
  const film = house.kept.get(screen_id)
  const state = await known(transport.state())
  const position = film && (await known(transport.position()))
  if (house.isStopped || house.renderers.get(screen_id) !== renderer || renderer.isOnline) return
  renderer.isOnline = true
  const isPlaying = state === 'playing' || state === 'paused' || state === 'loading'
  const isOurs = film !== undefined && isPlaying && position?.uri === film.uri
  if (film && !isOurs) driver.drop()
  house.onChange()
  const playing = isOurs ? playingOf(film, { position, isPaused: state === 'paused' }) : film ? nothingOfOurs : null
  tell(house, renderer, { kind: 'hello', key: '', can: [...can], playing })
  if (isOurs && driver.hasFilm()) driver.goOn()
}

/** Where the renderer does not tell its position, the box has it in a row of its own. */
function playingOf(
  { play_id, path, offset }: KeptFilm,
  { position, isPaused }: { position: Position | undefined; isPaused: boolean },
) {
  if (position?.positionMs === undefined) return null
  return { play_id, path, point: Math.max(0, Math.round(offset + position.positionMs)), is_paused: isPaused }
}

/** It does not answer, or said that it leaves. */
export function lose(house: House, renderer: Renderer): void {
  leave(house, renderer)
  house.onChange()
  if (house.renderers.get(renderer.screen_id) !== renderer) return
  look(house)
  awaitReturn(house, renderer, maxReturns)
}

/** One that was never used is forgotten. */
export function leave(house: House, renderer: Renderer): void {
  const { screen_id } = renderer
  const wasOnline = renderer.isOnline
  renderer.isOnline = false
  if (!house.isUsed(screen_id)) {
    house.renderers.delete(screen_id)
    renderer.stop()
  }
  if (!wasOnline) return
  house.onLeft(screen_id)
  house.listener?.gone(screen_id, 'away')
}

function awaitReturn(house: House, renderer: Renderer, tries: number): void {
  if (tries === 0) return
  house.later(house.pace.returnEveryMs, () => {
    if (house.isStopped || renderer.isOnline || house.renderers.get(renderer.screen_id) !== renderer) return
    comeBack(house, renderer).catch(() => awaitReturn(house, renderer, tries - 1))
  })
}

/** Searches the house, not more often than its pace, and asks those that do nothing whether they are still there. */
export function look(house: House): void {
  const { elapsed, pace, renderers, onFault } = house
  if (house.isStopped || !house.isBound() || house.port() === 0 || elapsed() - house.searchedAt < pace.searchAgainMs) return
  house.searchedAt = elapsed()
  house.described = 0
  house.ssdp.search()
  for (const one of renderers.values()) {
    if (!one.isOnline || one.driver.hasFilm()) continue
    isThere(one).then((isHere) => isHere || !one.isOnline || lose(house, one), onFault)
  }
}

/** Refusing counts as answering. */
export async function isThere({ transport }: Renderer): Promise<boolean> {
  return known(transport.state()).then(
    () => true,
    () => false,
  )
}

export function onlineStages(house: House) {
  return [...house.renderers.values()].filter(({ isOnline }) => isOnline).map((renderer) => stageOf(house, renderer))
}
