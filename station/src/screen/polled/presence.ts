/** Whether a player is there: it comes, goes on with the film that it has, falls silent, and comes back. */
import type { KeptFilm } from './driver-state.ts'
import { unlessRefused } from '../driven/driver-base.ts'
import type { Answers } from './film-on-device.ts'
import { stageOf, tell, type House, type HousePlayer } from './house.ts'

/** It has a film that is not ours, or none any more. */
const nothingOfOurs = { play_id: '', path: '', point: 0, is_paused: false }
/** A player that fell silent is asked so many times whether it is back. */
const maxReturns = 24

/** It answers: the film that it has goes on, if it is ours. Another one is left alone. Rejects where it does not answer. */
export async function comeBack(house: House, player: HousePlayer): Promise<void> {
  const { screen_id, device, driver, can } = player
  const film = house.filmByScreen.get(screen_id)
  const answers = await unlessRefused(device.answers())
  const state = answers?.state
  if (house.isStopped || house.players.get(screen_id) !== player || player.isOnline) return
  player.isOnline = true
  const isPlaying = state === 'playing' || state === 'paused' || state === 'loading'
  const isOurs = film !== undefined && isPlaying && answers?.uri === film.uri
  if (film && !isOurs) driver.drop()
  house.onChange()
  const playing = isOurs ? playingOf(film, answers) : film ? nothingOfOurs : null
  tell(house, player, { kind: 'hello', key: '', can: [...can], playing })
  if (isOurs && driver.hasFilm()) driver.goOn()
}

/** Where the player does not tell its position, the box has it in a row of its own. */
function playingOf({ play_id, path, offset }: KeptFilm, { state, positionMs }: Answers) {
  if (positionMs === undefined) return null
  return { play_id, path, point: Math.max(0, Math.round(offset + positionMs)), is_paused: state === 'paused' }
}

/** It does not answer, or said that it leaves. */
export function lose(house: House, player: HousePlayer): void {
  leave(house, player)
  house.onChange()
  if (house.players.get(player.screen_id) !== player) return
  look(house)
  awaitReturn(house, player, maxReturns)
}

/** One that was never used is forgotten. */
export function leave(house: House, player: HousePlayer): void {
  const { screen_id } = player
  const wasOnline = player.isOnline
  player.isOnline = false
  if (!house.isUsed(screen_id)) {
    house.players.delete(screen_id)
    player.stop()
  }
  if (!wasOnline) return
  house.onLeft(screen_id)
  house.listener?.gone(screen_id, 'away')
}

function awaitReturn(house: House, player: HousePlayer, tries: number): void {
  if (tries === 0) return
  house.later(house.pace.returnEveryMs, () => {
    if (house.isStopped || player.isOnline || house.players.get(player.screen_id) !== player) return
    comeBack(house, player).catch(() => awaitReturn(house, player, tries - 1))
  })
}

/** Searches the house, not more often than its pace, and asks those that do nothing whether they are still there. */
export function look(house: House): void {
  const { elapsed, pace, players, onFault } = house
  if (house.isStopped || !house.isBound() || house.port() === 0 || elapsed() - house.searchedAt < pace.searchAgainMs) return
  house.searchedAt = elapsed()
  house.search()
  for (const one of players.values()) {
    if (!one.isOnline || one.driver.hasFilm()) continue
    isThere(one).then((isHere) => isHere || !one.isOnline || house.isStopped || lose(house, one), onFault)
  }
}

/** Refusing counts as answering. */
export async function isThere({ device }: HousePlayer): Promise<boolean> {
  return unlessRefused(device.answers()).then(
    () => true,
    () => false,
  )
}

export function onlineStages(house: House) {
  return [...house.players.values()].filter(({ isOnline }) => isOnline).map((player) => stageOf(house, player))
}
