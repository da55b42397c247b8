/** Pictures of the box by blob id: fetched once, stored in the browser for the next start, deleted with the session (P13). */
import { useEffect, useState } from 'react'
import { savePicture, savedPicture } from '../kit/storage.ts'
import { later } from '../kit/time/clock.ts'
import { lang } from '../kit/lang.ts'
import { onSessionEnd } from '../kit/session.ts'
import { getBlob } from '../kit/call/blob.ts'

/** Retry delays for a picture that the box has not uploaded yet, or that the network lost; then the last one, for as long as it is on screen. */
const againMs = [2_000, 5_000, 15_000]
const lastAgainMs = 60_000
const maxAtHand = 300
const atOnce = 6

/** id → object URL; the least recently used is dropped first. */
const atHand = new Map<string, string>()
const requested = new Map<string, Promise<string | null>>()
const queue: (() => void)[] = []
let running = 0

onSessionEnd(() => {
  for (const url of atHand.values()) URL.revokeObjectURL(url)
  atHand.clear()
  requested.clear()
})

/** The object URL; '' while loading, or if there is no picture. */
export function usePicture(id: string): string {
  const [matches, setFound] = useState({ id, url: atHand.get(id) ?? '' })
  useEffect(() => {
    if (id === '') return
    let isWanted = true
    let stop = () => {}
    const check = (tries: number) =>
      void picture(id).then((url) => {
        if (!isWanted) return
        if (url !== null) setFound({ id, url })
        else stop = later(againMs[tries] ?? lastAgainMs, () => check(tries + 1))
      })
    check(0)
    return () => {
      isWanted = false
      stop()
    }
  }, [id])
  return matches.id === id ? matches.url : (atHand.get(id) ?? '')
}

/** The object URL of a picture that is on screen already; '' otherwise. */
export function pictureAtHand(id: string): string {
  return atHand.get(id) ?? ''
}

function picture(id: string): Promise<string | null> {
  const cached = atHand.get(id)
  if (cached !== undefined) {
    atHand.delete(id)
    atHand.set(id, cached)
    return Promise.resolve(cached)
  }
  const pending = requested.get(id) ?? find(id).finally(() => requested.delete(id))
  requested.set(id, pending)
  return pending
}

async function find(id: string): Promise<string | null> {
  const realm = lang.get()
  const saved = await savedPicture(realm, id)
  const blob = saved ?? (await inTurn(() => getBlob(id).catch(() => null)))
  if (!blob || lang.get() !== realm) return null
  if (!saved) void savePicture(realm, id, blob)
  const url = URL.createObjectURL(blob)
  atHand.set(id, url)
  for (const [old, gone] of atHand) {
    if (atHand.size <= maxAtHand) break
    atHand.delete(old)
    URL.revokeObjectURL(gone)
  }
  return url
}

/** Last in, first out: the latest requests are for pictures on screen. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((go) => queue.push(go))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    queue.pop()?.()
  }
}
