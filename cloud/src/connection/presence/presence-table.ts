/** The table of presence: one entry per box with its epoch and process. An older epoch never wins. */
import type { HeldBox } from '../bus/bus-messages.ts'

const forgetAfterMs = 600_000

/** `isLost`: its process stopped responding; if it responds again, the same epoch is valid again. */
type PresenceEntry = HeldBox & { process: string; online: boolean; isLost: boolean; changedAt: number }

export type BoxChange = { devsn: string; online: boolean; epoch: number; version: string; isOurs: boolean; at: number }

/** ownProcess: the id of this process. */
export function createPresenceTable({ ownProcess, now }: { ownProcess: string; now: () => number }) {
  const entries = new Map<string, PresenceEntry>()
  const listeners: ((change: BoxChange) => void)[] = []

  /** The process holds the box. False: a newer birth is known, so this one is ignored. */
  function setOnline(process: string, box: HeldBox): boolean {
    const before = entries.get(box.devsn)
    if (before && (box.epoch < before.epoch || (box.epoch === before.epoch && !before.online && !before.isLost))) return false
    entries.set(box.devsn, { ...box, process, online: true, isLost: false, changedAt: now() })
    if (!before?.online || before.epoch !== box.epoch || before.process !== process) emitChange(box.devsn)
    return true
  }

  /** False: a newer birth is known, another process holds the box, or it was offline already. */
  function setOffline(process: string, devsn: string, epoch: number): boolean {
    const box = entries.get(devsn)
    if (!box?.online || box.process !== process || epoch < box.epoch) return false
    entries.set(devsn, { ...box, online: false, pair_hint: '', changedAt: now() })
    emitChange(devsn)
    return true
  }

  function emitChange(devsn: string): void {
    const box = entries.get(devsn)
    if (!box) return
    const change = {
      devsn,
      online: box.online,
      epoch: box.epoch,
      version: box.version,
      isOurs: box.process === ownProcess,
      at: box.changedAt,
    }
    listeners.forEach((listener) => listener(change))
  }

  return {
    setOnline,
    setOffline,
    /** The complete list of a process's boxes as of `askedAt`: one that it held before and does not list went offline in between. */
    replaceAll(process: string, boxes: readonly HeldBox[], askedAt: number): void {
      const listed = new Set(boxes.map((box) => box.devsn))
      for (const box of entries.values()) {
        // A box that connected after the request may be newer than the list.
        if (box.process === process && box.changedAt < askedAt && !listed.has(box.devsn))
          setOffline(process, box.devsn, box.epoch)
      }
      for (const box of boxes) setOnline(process, box)
    },
    /** The process stopped responding: its boxes are offline. */
    loseProcess(process: string): void {
      for (const box of entries.values()) {
        if (box.process !== process || !setOffline(process, box.devsn, box.epoch)) continue
        entries.set(box.devsn, { ...box, online: false, isLost: true, pair_hint: '', changedAt: now() })
      }
    },
    get: (devsn: string) => entries.get(devsn),
    online: () => [...entries.values()].filter((box) => box.online),
    /** Forgets boxes that are long gone. */
    dropOld(): void {
      for (const box of entries.values()) if (!box.online && now() - box.changedAt > forgetAfterMs) entries.delete(box.devsn)
    },
    /** An unbound box is forgotten once it is offline. */
    forget: (devsn: string) => void (entries.get(devsn)?.online === false && entries.delete(devsn)),
    onChange: (listener: (change: BoxChange) => void) => void listeners.push(listener),
  }
}
