/** Presence registry: which boxes are online and which process holds each, the same in every cloud process. An older epoch never wins. */
import type { Bus } from './bus.ts'
import { toAll, toProcess, type BroadcastMessage, type HeldBox, type ProcessMessage } from './bus-messages.ts'

export const beatMs = 5_000
/** After this many missed beats a process is dead and its boxes are offline. */
const deadAfterBeats = 3
const forgetAfterMs = 600_000

/** `isLost`: its process stopped responding; if it responds again, the same epoch is valid again. */
type PresenceEntry = HeldBox & { process: string; online: boolean; isLost: boolean; changedAt: number }

export type BoxChange = { devsn: string; online: boolean; epoch: number; version: string; isOurs: boolean; at: number }

export type PresenceRegistry = ReturnType<typeof openPresence>

export function openPresence({ bus, now }: { bus: Bus; now: () => number }) {
  const existing = new Map<string, PresenceEntry>()
  const heardAt = new Map<string, number>()
  const listeners: ((change: BoxChange) => void)[] = []
  const online = () => [...existing.values()].filter((box) => box.online)
  const ours = () =>
    online()
      .filter((box) => box.process === bus.id)
      .map(heldOf)
  const endings = [bus.listen(toAll, hearAll), bus.listen(toProcess(bus.id), hearOurs)]
  let askedAt = now()
  bus.whenOpen(() => {
    askedAt = now()
    bus.publish(toAll, { kind: 'who' })
    for (const box of ours()) bus.publish(toAll, { kind: 'here', box })
  })

  /** A box of this process sent its birth. False: a newer one is known, so this one is ignored. */
  function arrived(box: HeldBox): boolean {
    if (!settle(bus.id, box)) return false
    bus.publish(toAll, { kind: 'here', box })
    return true
  }

  /** False: a newer one is known, or the box was offline already. */
  function left(devsn: string, epoch: number): boolean {
    if (!depart(bus.id, devsn, epoch)) return false
    bus.publish(toAll, { kind: 'gone', devsn, epoch })
    return true
  }

  function hint(devsn: string, pairHint: string): void {
    const box = existing.get(devsn)
    if (box?.process === bus.id && box.online && box.pair_hint !== pairHint) arrived({ ...heldOf(box), pair_hint: pairHint })
  }

  function settle(process: string, box: HeldBox): boolean {
    const before = existing.get(box.devsn)
    if (before && (box.epoch < before.epoch || (box.epoch === before.epoch && !before.online && !before.isLost))) return false
    existing.set(box.devsn, { ...box, process, online: true, isLost: false, changedAt: now() })
    if (!before?.online || before.epoch !== box.epoch || before.process !== process) tellChange(box.devsn)
    return true
  }

  function depart(process: string, devsn: string, epoch: number): boolean {
    const box = existing.get(devsn)
    if (!box?.online || box.process !== process || epoch < box.epoch) return false
    existing.set(devsn, { ...box, online: false, pair_hint: '', changedAt: now() })
    tellChange(devsn)
    return true
  }

  function tellChange(devsn: string): void {
    const box = existing.get(devsn)
    if (!box) return
    const change = {
      devsn,
      online: box.online,
      epoch: box.epoch,
      version: box.version,
      isOurs: box.process === bus.id,
      at: box.changedAt,
    }
    listeners.forEach((listener) => listener(change))
  }

  function hearAll(word: BroadcastMessage, from: string): void {
    if (from === bus.id) return
    heardAt.set(from, now())
    if (word.kind === 'here') settle(from, word.box)
    if (word.kind === 'gone') depart(from, word.devsn, word.epoch)
    if (word.kind === 'who') bus.publish(toProcess(from), { kind: 'boxes', boxes: ours() })
    if (word.kind === 'bye') buryProcess(from)
  }

  /** The complete list of a process's boxes: a box that it held before and does not list went offline in between. */
  function hearOurs(word: ProcessMessage, from: string): void {
    if (word.kind !== 'boxes' || from === bus.id) return
    heardAt.set(from, now())
    const held = new Set(word.boxes.map((box) => box.devsn))
    for (const box of existing.values()) {
      // A box that connected after the request may be newer than the list.
      if (box.process === from && box.changedAt < askedAt && !held.has(box.devsn)) depart(from, box.devsn, box.epoch)
    }
    for (const box of word.boxes) settle(from, box)
  }

  function buryProcess(process: string): void {
    heardAt.delete(process)
    for (const box of existing.values()) {
      if (box.process !== process || !depart(process, box.devsn, box.epoch)) continue
      existing.set(box.devsn, { ...box, online: false, isLost: true, pair_hint: '', changedAt: now() })
    }
  }

  /** Called every beat: announces this process, drops silent ones, forgets boxes that are long gone. */
  function beat(): void {
    bus.publish(toAll, { kind: 'beat' })
    for (const [process, at] of heardAt) if (now() - at > beatMs * deadAfterBeats) buryProcess(process)
    for (const box of existing.values()) if (!box.online && now() - box.changedAt > forgetAfterMs) existing.delete(box.devsn)
  }

  return {
    arrived,
    left,
    hint,
    beat,
    ours,
    isOnline: (devsn: string) => existing.get(devsn)?.online === true,
    /** The process that holds the box, undefined if it is offline. */
    holderOf: (devsn: string) => (existing.get(devsn)?.online ? existing.get(devsn)?.process : undefined),
    versionOf: (devsn: string) => existing.get(devsn)?.version ?? '',
    epochOf: (devsn: string) => existing.get(devsn)?.epoch,
    withHint: (pairHint: string) =>
      online()
        .filter((box) => box.pair_hint === pairHint)
        .map((box) => box.devsn),
    isAlive: (process: string) => process === bus.id || heardAt.has(process),
    /** An unbound box is forgotten once it is offline. */
    forget: (devsn: string) => void (existing.get(devsn)?.online === false && existing.delete(devsn)),
    onChange: (listener: (change: BoxChange) => void) => void listeners.push(listener),
    stop() {
      bus.publish(toAll, { kind: 'bye' })
      endings.forEach((end) => end())
    },
  }
}

function heldOf({ devsn, epoch, version, pair_hint }: HeldBox): HeldBox {
  return { devsn, epoch, version, pair_hint }
}
