/** Reads a renderer that answered a search, and takes it among the screens. */
import type { Ability } from '@homeport/contract/playback/screen-protocol.ts'
import { createHttpClient } from '../../kit/http-client.ts'
import { bounds } from './bounds.ts'
import { describe, locationOf, type Description } from './description.ts'
import { createDriver } from './driver.ts'
import { abilitiesOf, namesSubtitles } from './formats.ts'
import { comeBack, isThere, leave, lose } from './presence.ts'
import { keepFilm, neverThere, screenIdOf, tell, type House, type Renderer } from './renderer.ts'
import { createSound } from './sound.ts'
import type { SsdpAnswer } from './ssdp.ts'
import { createTransport, type Transport } from './transport.ts'
import { known } from './upnp.ts'

export async function takeAnswer(house: House, answer: SsdpAnswer): Promise<void> {
  const { describing } = house
  const { location, card } = answer
  const before = [...house.renderers.values()].find((one) => one.location === location && one.card === card)
  if (house.isStopped || before?.isOnline || describing.has(location)) return
  if (describing.size >= bounds.describedAtOnce || house.described >= bounds.maxDescribed) return
  describing.add(location)
  house.described += 1
  try {
    await meet(house, answer)
  } finally {
    describing.delete(location)
  }
}

/** A device that does not describe itself within the bounds is no screen. */
async function meet(house: House, answer: SsdpAnswer): Promise<void> {
  const location = await locationOf(answer, house.ownPorts)
  if (!location) return
  const reading = await readRenderer(location, house.ownPorts).catch(() => undefined)
  if (!reading) return
  const screen_id = screenIdOf(reading.description.udn)
  const before = house.renderers.get(screen_id)
  // Two devices with one name of their own: the one that was there first stays.
  const isFirst = !before?.isOnline || !(await isThere(before))
  const isFull = !before && house.renderers.size >= bounds.maxRenderers
  if (house.isStopped || !isFirst || isFull) return reading.stop()
  if (before) {
    leave(house, before)
    before.stop()
  }
  const renderer = rendererOf(house, { screen_id, reading, answer })
  house.renderers.set(screen_id, renderer)
  await comeBack(house, renderer).catch(() => leave(house, renderer))
}

type Reading = { description: Description; sink: string; can: Ability[]; transport: Transport; stop: () => void }

/** undefined: it plays no films. Rejects where it does not answer within the bounds. */
async function readRenderer(location: URL, ownPorts: () => readonly number[]): Promise<Reading | undefined> {
  const first = clientFor([location.host])
  const description = await describe(first, location, ownPorts).finally(() => first.stop())
  if (!description) return undefined
  const services = [description.transport, description.rendering, description.connection]
  const client = clientFor(services.flatMap((service) => service?.url.host ?? []))
  const transport = createTransport(client, description)
  try {
    const sink = (await known(transport.formats())) ?? ''
    const can = abilitiesOf(sink)
    if (can) return { description, sink, can, transport, stop: () => client.stop() }
  } catch (error) {
    client.stop()
    throw error
  }
  client.stop()
  return undefined
}

function clientFor(ownHosts: readonly string[]) {
  return createHttpClient({ proxy: '', timeoutMs: bounds.answerWithinMs, ownHosts, keepsAlive: false })
}

function rendererOf(
  house: House,
  { screen_id, reading, answer }: { screen_id: string; reading: Reading; answer: SsdpAnswer },
): Renderer {
  const { description, sink, can, transport } = reading
  const lacks = new Set(neverThere)
  if (!description.rendering) lacks.add('volume')
  if (!description.takesCaptions && !namesSubtitles(sink)) lacks.add('subtitles')
  const driver = createDriver({
    ...house,
    transport,
    sound: createSound(transport),
    base: `http://${answer.card}:${house.port()}/`,
    emit: (message) => tell(house, renderer, message),
    onLack(lack) {
      lacks.add(lack)
      house.onChange()
    },
    onLost: () => renderer.isOnline && lose(house, renderer),
    keep: (film) => keepFilm(house, screen_id, film),
  })
  const renderer: Renderer = {
    screen_id,
    name: description.name,
    udn: description.udn,
    location: answer.location,
    address: answer.from,
    card: answer.card,
    can,
    lacks,
    transport,
    driver,
    isOnline: false,
    stop() {
      driver.stop()
      reading.stop()
    },
  }
  return renderer
}
