/** Handles the messages that the cloud sends to the box, by kind. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { ToBox } from '@homeport/contract/kit/connection.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { BoxName } from '../device/box-name.ts'
import type { Pairing } from '../device/pairing.ts'
import type { Answerer } from '../kit/connection/answer.ts'
import type { Household } from '../shared/household.ts'
import type { Connection } from '../kit/connection/connection.ts'
import type { Mirror } from '../kit/connection/mirror.ts'
import type { StationEventBus } from '../shared/event-bus.ts'
import type { TunnelFeature } from '../tunnel/feature.ts'
import { createTurnQueue } from '@homeport/contract/kit/turn-queue.ts'

export type DownDeps = {
  connection: Connection
  answerer: Answerer
  pairing: Pairing
  mirror: Mirror
  household: Household
  boxName: BoxName
  events: StationEventBus
  openTunnel: TunnelFeature['open']
}

/** In turns: the database is written at each act, and many may come at once. */
export function createDownHandler(deps: DownDeps) {
  const handle = downHandler(deps)
  const addTask = createTurnQueue()
  return (realm: Lang, down: ToBox) =>
    new Promise<void>((resolve, reject) => addTask(() => void handle(realm, down).then(resolve, reject)))
}

function downHandler({ connection, answerer, pairing, mirror, household, boxName, events, openTunnel }: DownDeps) {
  return async (realm: Lang, down: ToBox): Promise<void> => {
    switch (down.kind) {
      case 'act': {
        const { id, act, data, from, expires_at } = down
        const frame = await answerer.take({ id, act, data, realm, from, expiresAt: expires_at }, connection.cloudNow())
        return connection.send(realm, { kind: 'reply', id, frame })
      }
      case 'pair': {
        const frame = await answerer.noted({ id: down.id, act: 'pair', realm }, async () =>
          pairing.spend(down.code) ? Code.ok : Code.wrongCredentials,
        )
        return connection.send(realm, { kind: 'reply', id: down.id, frame })
      }
      case 'pair_check': {
        const { id } = down
        const code = pairing.fits(down.code) ? Code.ok : Code.wrongCredentials
        return connection.send(realm, { kind: 'reply', id, frame: { act: 'pair', dev: connection.devsn, code, data: {}, id } })
      }
      case 'renew_code':
        return pairing.renew()
      case 'household':
        await household.replace(realm, down.members)
        await boxName.keep(realm, down.name)
        if (down.members.length === 0) mirror.stop(realm)
        return events.emit('household', { realms: household.realms(), realm, sessions: down.sessions })
      case 'tunnel':
        return openTunnel(down.path)
      case 'mirror_from':
        return mirror.from(realm, down)
      case 'mirror_ack':
        return mirror.acknowledged(realm, down)
    }
  }
}
