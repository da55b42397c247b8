/** Presence registry: which boxes are online and which process holds each, the same in every cloud process. */
import type { Bus } from '../bus/bus.ts'
import { broadcastTopic, toProcess, type BroadcastMessage, type HeldBox, type ProcessMessage } from '../bus/bus-messages.ts'
import { createPresenceTable } from './presence-table.ts'

export const beatMs = 5_000
/** After this many missed beats a process is dead and its boxes are offline. */
const deadAfterBeats = 3

export type PresenceRegistry = ReturnType<typeof openPresence>

export function openPresence({ bus, now, elapsed = now }: { bus: Bus; now: () => number; elapsed?: () => number }) {
  const table = createPresenceTable({ ownProcess: bus.id, now })
  /** When each other process last sent something. */
  const lastMessageAt = new Map<string, number>()
  const ours = () =>
    table
      .online()
      .filter((box) => box.process === bus.id)
      .map(heldOf)
  const unsubscribes = [bus.listen(broadcastTopic, handleBroadcast), bus.listen(toProcess(bus.id), handleBoxes)]
  let askedAt = elapsed()
  bus.whenOpen(() => {
    askedAt = elapsed()
    bus.publish(broadcastTopic, { kind: 'who' })
    for (const box of ours()) bus.publish(broadcastTopic, { kind: 'here', box })
  })

  /** A box of this process sent its birth. False: a newer one is known, so this one is ignored. */
  function setOnline(box: HeldBox): boolean {
    if (!table.setOnline(bus.id, box)) return false
    bus.publish(broadcastTopic, { kind: 'here', box })
    return true
  }

  /** False: a newer one is known, or the box was offline already. */
  function setOffline(devsn: string, epoch: number): boolean {
    if (!table.setOffline(bus.id, devsn, epoch)) return false
    bus.publish(broadcastTopic, { kind: 'gone', devsn, epoch })
    return true
  }

  function setHint(devsn: string, pairHint: string): void {
    const box = table.get(devsn)
    if (box?.process === bus.id && box.online && box.pair_hint !== pairHint) setOnline({ ...heldOf(box), pair_hint: pairHint })
  }

  function handleBroadcast(message: BroadcastMessage, from: string): void {
    if (from === bus.id) return
    lastMessageAt.set(from, elapsed())
    if (message.kind === 'here') table.setOnline(from, message.box)
    if (message.kind === 'gone') table.setOffline(from, message.devsn, message.epoch)
    if (message.kind === 'who') bus.publish(toProcess(from), { kind: 'boxes', boxes: ours() })
    if (message.kind === 'bye') dropProcess(from)
  }

  function handleBoxes(message: ProcessMessage, from: string): void {
    if (message.kind !== 'boxes' || from === bus.id) return
    lastMessageAt.set(from, elapsed())
    table.replaceAll(from, message.boxes, askedAt)
  }

  function dropProcess(process: string): void {
    lastMessageAt.delete(process)
    table.loseProcess(process)
  }

  /** Called every beat: announces this process, drops silent ones, forgets boxes that are long gone. */
  function beat(): void {
    bus.publish(broadcastTopic, { kind: 'beat' })
    for (const [process, at] of lastMessageAt) if (elapsed() - at > beatMs * deadAfterBeats) dropProcess(process)
    table.dropOld()
  }

  return {
    setOnline,
    setOffline,
    setHint,
    beat,
    ours,
    isOnline: (devsn: string) => table.get(devsn)?.online === true,
    /** The process that holds the box, undefined if it is offline. */
    holderOf: (devsn: string) => (table.get(devsn)?.online ? table.get(devsn)?.process : undefined),
    /** When the box went offline, in ms; undefined while it is online, or if nothing saw it go. */
    wentOfflineAt(devsn: string): number | undefined {
      const box = table.get(devsn)
      return box === undefined || box.online || box.isLost ? undefined : box.changedAt
    },
    versionOf: (devsn: string) => table.get(devsn)?.version ?? '',
    epochOf: (devsn: string) => table.get(devsn)?.epoch,
    withHint: (pairHint: string) =>
      table
        .online()
        .filter((box) => box.pair_hint === pairHint)
        .map((box) => box.devsn),
    /** isPairing: it shows a code now. */
    boxesAt: (isNear: (address: string) => boolean) =>
      table
        .online()
        .filter(({ address = '' }) => isNear(address))
        .map(({ devsn, pair_hint }) => ({ devsn, isPairing: pair_hint !== '' })),
    isAlive: (process: string) => process === bus.id || lastMessageAt.has(process),
    forget: table.forget,
    onChange: table.onChange,
    stop() {
      bus.publish(broadcastTopic, { kind: 'bye' })
      unsubscribes.forEach((unsubscribe) => unsubscribe())
    },
  }
}

function heldOf({ devsn, epoch, version, pair_hint, address }: HeldBox): HeldBox {
  return { devsn, epoch, version, pair_hint, address }
}
