/**
 * Many boxes in one process, each with a real connection to the cloud and its back-off: `node storm-boxes.ts CLOUD COUNT FOLDER`. Sends their serial numbers to its parent,
 * connects at the first message, and sends at each change how many are online, and how often each box at least has tried in vain since it was.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { minOf } from '@homeport/contract/kit/extremes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { ToBox } from '@homeport/contract/kit/connection.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { loadIdentity, type Identity } from '../kit/connection/identity.ts'
import { Connection } from '../kit/connection/connection.ts'

const [, , cloud = '', count = '', folder = ''] = process.argv
const version = '2.7.0'
let up = 0
/** Tries in vain since it was online, of each box. */
const tries = new Map<string, number>()

const identities = Array.from({ length: Number(count) }, (_, at) => {
  const own = join(folder, String(at))
  mkdirSync(own, { recursive: true })
  return loadIdentity(own)
})
process.send?.({ devsns: identities.map(({ devsn }) => devsn) })
process.once('message', () => identities.forEach(connect))

function connect(identity: Identity): void {
  let epoch = Date.now()
  let isUp = false
  const onLine = (isOnline: boolean) => {
    if (isOnline !== isUp) up += isOnline ? 1 : -1
    tries.set(identity.devsn, isOnline || isUp ? 0 : (tries.get(identity.devsn) ?? 0) + 1)
    isUp = isOnline
    process.send?.({ up, leastTries: minOf(tries.values(), 0) })
  }
  const nextEpoch = async () => (epoch += 1)
  const connection = new Connection({
    onTooLong: () => {},
    cloud,
    identity,
    process: { instance: randomBytes(16).toString('base64url'), previous: '', host: 'box' },
    onDismissed: () => {},
    version,
    now: Date.now,
    random: Math.random,
    nextEpoch,
    onLine,
  })
  const onDown = (realm: Lang, down: ToBox) => {
    if (down.kind !== 'act') return
    const frame = { act: down.act, dev: identity.devsn, code: Code.ok, data: { devsn: identity.devsn } }
    connection.send(realm, { kind: 'reply', id: down.id, frame })
  }
  connection.start({ hello: () => ({ kind: 'hello', version, mirror_epoch: identity.devsn, pair_hint: '' }), onDown })
}
