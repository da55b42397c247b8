/** Reads a renderer that answered a search, and takes it among the screens. */
import type { Ability } from '@homeport/contract/playback/screen-protocol.ts'
import { createHttpClient } from '../../kit/http-client.ts'
import { bounds } from './bounds.ts'
import { describe, locationOf, type Description } from './description.ts'
import { abilitiesOf, namesSubtitles } from './formats.ts'
import { unlessRefused } from '../driven/driver-base.ts'
import { createPlayer } from '../polled/create-player.ts'
import { comeBack, isThere, leave } from '../polled/presence.ts'
import { neverThere, screenIdOf, type Renderer, type Renderers } from './renderer.ts'
import type { SsdpAnswer } from './ssdp.ts'
import { createTransport, type Transport } from './transport.ts'

export async function takeAnswer(house: Renderers, answer: SsdpAnswer): Promise<void> {
  const { describing } = house
  const { location, card } = answer
  const before = [...house.players.values()].find((one) => one.location === location && one.card === card)
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
async function meet(house: Renderers, answer: SsdpAnswer): Promise<void> {
  const location = await locationOf(answer, house.ownPorts)
  if (!location) return
  const reading = await readRenderer(location, house.ownPorts).catch(() => undefined)
  if (!reading) return
  const screen_id = screenIdOf(reading.description.udn)
  const before = house.players.get(screen_id)
  // Two devices with one name of their own: the one that was there first stays.
  const isFirst = !before?.isOnline || !(await isThere(before))
  const isFull = !before && house.players.size >= bounds.maxRenderers
  if (house.isStopped || !isFirst || isFull) return reading.stop()
  if (before) {
    leave(house, before)
    before.stop()
  }
  const renderer = rendererOf(house, { screen_id, reading, answer })
  house.players.set(screen_id, renderer)
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
    const sink = (await unlessRefused(transport.formats())) ?? ''
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
  house: Renderers,
  { screen_id, reading, answer }: { screen_id: string; reading: Reading; answer: SsdpAnswer },
): Renderer {
  const { description, sink, can, transport } = reading
  const lacks = new Set(neverThere)
  if (!description.rendering) lacks.add('volume')
  if (!description.takesCaptions && !namesSubtitles(sink)) lacks.add('subtitles')
  const player = createPlayer(house, {
    screen_id,
    name: description.name,
    can,
    lacks,
    device: transport.device,
    base: `http://${answer.card}:${house.port()}/`,
    release: () => reading.stop(),
  })
  const { udn } = description
  return Object.assign(player, { udn, location: answer.location, address: answer.from, card: answer.card })
}
