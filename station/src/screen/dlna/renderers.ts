/** The media renderers of the house: found by searches, each driven as a screen of the box (decision 077). */
import type { OpenPage, ScreenListener } from '../screen-pages.ts'
import { takeAnswer } from './meet-renderer.ts'
import { look, lose, onlineStages } from './presence.ts'
import { openHouse, type Renderer, type RendererDeps } from './renderer.ts'
import { createSsdp } from './ssdp.ts'

export async function openRenderers(deps: RendererDeps) {
  const { search, pace, later, random, onFault } = deps
  const house = await openHouse(deps)
  const { renderers } = house
  const ssdp = createSsdp(search, pace, {
    onAnswer: (answer) => void takeAnswer(house, answer).catch(onFault),
    onNotice({ kind, from, udn }) {
      const one = [...renderers.values()].find((renderer) => renderer.udn === udn && renderer.address === from)
      if (kind === 'byebye' && one?.isOnline) lose(house, one)
      if (kind === 'alive' && !one?.isOnline) look(house)
    },
  })
  house.ssdp = ssdp
  let cancelSearch = () => {}

  function searchAgain(): void {
    look(house)
    cancelSearch = later(pace.searchEveryMs + random() * pace.jitterMs, searchAgain)
  }

  return {
    /** Call it once the films are served. */
    start(listener: ScreenListener): void {
      house.listener = listener
      ssdp.start()
      searchAgain()
    },
    look: () => look(house),
    all: (): readonly Renderer[] => [...renderers.values()],
    get: (screen_id: string): Renderer | undefined => renderers.get(screen_id),
    stages: (): OpenPage[] => onlineStages(house),
    /** The renderer that was given this ticket, which has no session; undefined of any other. */
    readerOf: (ticket: string): Renderer | undefined =>
      [...renderers.values()].find(({ driver }) => driver.featuresOf(ticket) !== undefined),
    async stop(): Promise<void> {
      house.isStopped = true
      cancelSearch()
      ssdp.stop()
      for (const renderer of renderers.values()) renderer.stop()
      await house.writes.idle()
    },
  }
}
