/** The Kodis that announce themselves in the house by multicast DNS: their names and addresses, nothing else is believed. */
import { kodiPort, type FoundKodi } from '@homeport/contract/playback/screen.ts'
import { isPrivateAddress } from '@homeport/contract/kit/private-address.ts'
import { createHouseSearch, type SearchSettings } from '../polled/house-search.ts'
import { bounds } from './bounds.ts'
import { questionFor, servicesIn } from './dns-packet.ts'

const service = '_xbmc-jsonrpc-h._tcp'
/** RFC 6762, 11. */
const routers = 255

type FindDeps = { answersWithinMs: number; elapsed: () => number; onChange: () => void }

export function createKodiSearch(settings: SearchSettings, { answersWithinMs, elapsed, onChange }: FindDeps) {
  const announced = new Map<string, FoundKodi & { at: number }>()
  const { search, stop } = createHouseSearch(settings, {
    question: questionFor(service),
    routers,
    answersWithinMs,
    elapsed,
    onAnswer(packet, { from }) {
      if (!isPrivateAddress(from)) return
      for (const { name, port = kodiPort } of servicesIn(packet, service)) note({ name: plainName(name), address: from, port })
    },
  })

  function note(kodi: FoundKodi): void {
    const key = `${kodi.address}:${kodi.port}`
    const before = announced.get(key)
    if (kodi.port === 0 || (!before && announced.size >= bounds.maxFound)) return
    announced.set(key, { ...kodi, at: elapsed() })
    if (before?.name !== kodi.name) onChange()
  }

  return {
    search(): void {
      for (const [key, { at }] of announced) if (elapsed() - at > bounds.foundForMs) announced.delete(key)
      search()
    },
    all: (): FoundKodi[] => [...announced.values()].map(({ name, address, port }) => ({ name, address, port })),
    stop,
  }
}

/** One that has no name is called what it is. */
export function plainName(text: string): string {
  const name = [...text.replace(/\p{C}+|\s+/gu, ' ').trim()].slice(0, bounds.maxName).join('')
  return name === '' ? 'Kodi' : name
}
