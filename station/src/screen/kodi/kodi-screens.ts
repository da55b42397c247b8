/** The Kodis of the house among the box's screens (decision 088): those whose address and password the owner gave. */
import { createHash } from 'node:crypto'
import { Code } from '@homeport/contract/kit/codes.ts'
import { maxKodis, type FoundKodi, type screenKodiAdd } from '@homeport/contract/playback/screen.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import type { ScreenLack } from '@homeport/contract/shape/film/remote.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { DrivenDeps, DrivenScreens } from '../driven/driven-screens.ts'
import { createPlayer } from '../polled/create-player.ts'
import { openHouse, type HouseDeps, type HousePlayer } from '../polled/house.ts'
import type { SearchSettings } from '../polled/house-search.ts'
import { houseScreens, rowDeps } from '../polled/house-screens.ts'
import { comeBack, leave, look } from '../polled/presence.ts'
import type { ScreenListener } from '../page/screen-pages.ts'
import { createKodiSearch } from './find-kodis.ts'
import { createKodiFile, type KeptKodi } from './kodi-file.ts'
import { reachKodi, tryKodi } from './reach-kodi.ts'

export type KodiSettings = Omit<HouseDeps, 'isUsed' | 'onUsed' | 'onLeft' | 'onChange'> & {
  /** Passwords are kept there. */
  file: string
  warn: (line: string) => void
  /** undefined: none are searched for. */
  search: SearchSettings | undefined
}
export type KodiAddress = Out<typeof screenKodiAdd.input>
export type KodiScreens = DrivenScreens & {
  /** Those that are no screens yet. */
  nearby: () => FoundKodi[]
  /** Its screen_id. Refuses with the field that is wrong. */
  add: (given: KodiAddress) => Promise<string>
}

/** Kodi has a speed of its own, which needs a setting that few have; it says nothing of the time of its subtitles. */
const neverThere: readonly ScreenLack[] = ['speed', 'comments', 'night', 'secondary', 'limit', 'offset']

export async function openKodiScreens({ settings, ...parts }: DrivenDeps & { settings: KodiSettings }): Promise<KodiScreens> {
  const { search, file, warn, pace, later, random, onFault, ownPorts } = settings
  const kodis = createKodiFile(file, warn)
  const answers =
    search && createKodiSearch(search, { ...settings, answersWithinMs: pace.answersWithinMs, onChange: parts.onChange })
  const house = await openHouse<HousePlayer>({
    ...settings,
    ...rowDeps(parts, 'kodi', onFault),
    keptKey: 'kodi_films',
    search() {
      answers?.search()
      for (const kodi of kodis.all()) if (!house.players.get(kodi.screen_id)?.isOnline) void meet(kodi)
    },
  })
  /** Kodis that are asked whether they are there. */
  const meeting = new Map<string, Promise<void>>()
  let cancelSearch = () => {}

  /** One that does not answer is offline. Its address may be another one by now. */
  function meet(kodi: KeptKodi): Promise<void> {
    const underWay = meeting.get(kodi.screen_id)
    if (underWay) return underWay
    const work = tryMeeting(kodi)
      .catch(onFault)
      .finally(() => meeting.delete(kodi.screen_id))
    meeting.set(kodi.screen_id, work)
    return work
  }

  async function tryMeeting(kodi: KeptKodi): Promise<void> {
    const { screen_id } = kodi
    const row = parts.screens.get(screen_id)
    // A box that died between the two.
    if (!row) return kodis.remove(screen_id)
    const reached = await reachKodi(kodi, ownPorts).catch(() => undefined)
    if (!reached) return
    if (house.isStopped || !kodis.all().includes(kodi)) return reached.stop()
    house.players.get(screen_id)?.stop()
    const player = createPlayer(house, {
      screen_id,
      name: row.name,
      can: [],
      lacks: new Set(neverThere),
      device: reached.device,
      base: `http://${reached.card}:${house.port()}/`,
      release: reached.stop,
    })
    house.players.set(screen_id, player)
    await comeBack(house, player).catch(() => leave(house, player))
  }

  function searchAgain(): void {
    look(house)
    cancelSearch = later(pace.searchEveryMs + random() * pace.jitterMs, searchAgain)
  }

  /** Its film ends first. */
  function end(screen_id: string): void {
    const player = house.players.get(screen_id)
    if (!player) return
    house.players.delete(screen_id)
    player.driver.idle().then(() => player.stop(), onFault)
  }

  const driven = houseScreens(
    {
      kind: 'kodi',
      house,
      neverThere,
      start(listener: ScreenListener) {
        house.listener = listener
        searchAgain()
      },
      readsAs: () => ({ features: '', captions: '' }),
      removed(screen_id) {
        if (!kodis.all().some((one) => one.screen_id === screen_id)) return
        kodis.remove(screen_id)
        end(screen_id)
      },
      async stop() {
        house.isStopped = true
        cancelSearch()
        answers?.stop()
        for (const player of house.players.values()) player.stop()
        await Promise.all(meeting.values())
        await house.writes.idle()
      },
    },
    parts,
  )

  return {
    ...driven,
    nearby: () =>
      (answers?.all() ?? []).filter(
        ({ address, port }) => !kodis.all().some((one) => one.address === address && one.port === port),
      ),
    async add(given) {
      const screen_id = screenIdOf(given)
      const isNew = !kodis.all().some((one) => one.screen_id === screen_id)
      if (isNew && kodis.all().length >= maxKodis) throw new Refusal(Code.tooMany)
      const name = await tryKodi(given, ownPorts)
      await house.onUsed({ screen_id, name })
      await meeting.get(screen_id)
      const before = house.players.get(screen_id)
      if (before) leave(house, before)
      const kodi = { screen_id, ...given }
      kodis.put(kodi)
      await meet(kodi)
      parts.onChange()
      return screen_id
    },
  }
}

/** The same for the same address, so that a new password is one of the same screen. */
function screenIdOf({ address, port }: KodiAddress): string {
  return `k_${createHash('sha256').update(`${address.toLowerCase()} ${port}`).digest('hex').slice(0, 12)}`
}
