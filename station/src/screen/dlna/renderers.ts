/** The media renderers of the house: found by searches, each driven as a screen of the box (decision 077). */
import type { ScreenListener } from '../page/screen-pages.ts'
import { openHouse } from '../polled/house.ts'
import { look, lose } from '../polled/presence.ts'
import { takeAnswer } from './meet-renderer.ts'
import type { Renderer, RendererDeps, Renderers } from './renderer.ts'
import { createSsdp } from './ssdp.ts'

export async function openRenderers({ search, ...deps }: RendererDeps) {
  const { pace, later, elapsed, random, onFault } = deps
  const opened = await openHouse<Renderer>({ ...deps, keptKey: 'renderer_films', search: () => searchHouse() })
  const house: Renderers = Object.assign(opened, { describing: new Set<string>(), described: 0 })
  const ssdp = createSsdp(
    search,
    { answersWithinMs: pace.answersWithinMs, elapsed },
    {
      onAnswer: (answer) => void takeAnswer(house, answer).catch(onFault),
      onNotice({ kind, from, udn }) {
        const one = [...house.players.values()].find((renderer) => renderer.udn === udn && renderer.address === from)
        if (kind === 'byebye' && one?.isOnline) lose(house, one)
        if (kind === 'alive' && !one?.isOnline) look(house)
      },
    },
  )
  let cancelSearch = () => {}

  function searchHouse(): void {
    house.described = 0
    ssdp.search()
  }

  function searchAgain(): void {
    look(house)
    cancelSearch = later(pace.searchEveryMs + random() * pace.jitterMs, searchAgain)
  }

  return {
    house,
    /** Call it once the films are served. */
    start(listener: ScreenListener): void {
      house.listener = listener
      ssdp.start()
      searchAgain()
    },
    async stop(): Promise<void> {
      house.isStopped = true
      cancelSearch()
      ssdp.stop()
      for (const renderer of house.players.values()) renderer.stop()
      await house.writes.idle()
    },
  }
}
