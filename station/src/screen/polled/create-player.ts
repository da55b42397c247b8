/** Makes a screen of a player that was found: its driver, and what the house hears of it. */
import { createDriver } from './driver.ts'
import { keepFilm, tell, type House, type HousePlayer } from './house.ts'
import { lose } from './presence.ts'
import { createSound } from './sound.ts'

/** base: this box, as the player reaches it. release: what is held for it. */
type PlayerSettings = Pick<HousePlayer, 'screen_id' | 'name' | 'can' | 'lacks' | 'device'> & { base: string; release: () => void }

/** A player that is not online yet. */
export function createPlayer(house: House, { base, release, ...parts }: PlayerSettings): HousePlayer {
  const { screen_id, lacks, device } = parts
  const driver = createDriver({
    ...house,
    device,
    sound: createSound(device),
    base,
    emit: (message) => tell(house, player, message),
    onLack(lack) {
      lacks.add(lack)
      house.onChange()
    },
    onLost: () => player.isOnline && lose(house, player),
    keep: (film) => keepFilm(house, screen_id, film),
  })
  const player: HousePlayer = {
    ...parts,
    driver,
    isOnline: false,
    stop() {
      driver.stop()
      release()
    },
  }
  return player
}
