/** Subscriptions of apps to boxes: their pushes, and notices when one goes online or offline. */
import type { notice } from '@homeport/contract/device.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import type { In, Lang } from '@homeport/contract/kit/promise.ts'
import type { Bus } from './bus.ts'
import { toWatchers } from './bus-messages.ts'
import type { PresenceRegistry } from './presence.ts'

type Deps<App> = {
  bus: Bus
  directory: PresenceRegistry
  push: (app: App, frame: FrameIn) => void
  notify: (app: App, data: In<typeof notice.output>) => void
}

export function openSubscriptions<App extends { lang: Lang }>({ bus, directory, push, notify }: Deps<App>) {
  const followers = new Map<string, Set<App>>()
  const ends = new Map<App, Map<string, () => void>>()
  directory.onChange(({ devsn, online }) => {
    followers.get(devsn)?.forEach((app) => notify(app, { devices: [{ devsn, online: online ? 1 : 0 }] }))
  })

  /** Replaces the app's subscriptions with exactly these boxes. */
  function follow(app: App, boxes: readonly string[]): void {
    for (const devsn of ends.get(app)?.keys() ?? []) if (!boxes.includes(devsn)) drop(app, devsn)
    const own = ends.get(app) ?? new Map<string, () => void>()
    ends.set(app, own)
    for (const devsn of boxes) if (!own.has(devsn)) own.set(devsn, begin(app, devsn))
  }

  function begin(app: App, devsn: string): () => void {
    const all = followers.get(devsn) ?? new Set()
    followers.set(devsn, all.add(app))
    const endListening = bus.listen(toWatchers(app.lang, devsn), ({ frame }) => push(app, frame))
    return () => {
      endListening()
      all.delete(app)
      if (all.size === 0) followers.delete(devsn)
    }
  }

  function drop(app: App, devsn: string): void {
    ends.get(app)?.get(devsn)?.()
    ends.get(app)?.delete(devsn)
  }

  return {
    follow,
    drop,
    leave(app: App): void {
      ends.get(app)?.forEach((end) => end())
      ends.delete(app)
    },
  }
}
