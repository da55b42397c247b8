/** Subscriptions of apps to boxes: their pushes, and notices when one goes online or offline. */
import type { notice } from '@homeport/contract/device.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import type { In, Lang } from '@homeport/contract/kit/operation.ts'
import type { Bus } from '../bus/bus.ts'
import { toWatchers } from '../bus/bus-messages.ts'
import type { PresenceRegistry } from '../presence/presence.ts'

type Deps<App> = {
  bus: Bus
  presence: PresenceRegistry
  push: (app: App, frame: FrameIn) => void
  notify: (app: App, data: In<typeof notice.output>) => void
}

export function createSubscriptions<App extends { lang: Lang; user?: { user_id: string } }>({
  bus,
  presence,
  push,
  notify,
}: Deps<App>) {
  const followers = new Map<string, Set<App>>()
  const unsubscribes = new Map<App, Map<string, () => void>>()
  presence.onChange(({ devsn, online }) => {
    followers.get(devsn)?.forEach((app) => notify(app, { devices: [{ devsn, online: online ? 1 : 0 }] }))
  })

  /** Replaces the app's subscriptions with exactly these boxes. */
  function follow(app: App, boxes: readonly string[]): void {
    for (const devsn of unsubscribes.get(app)?.keys() ?? []) if (!boxes.includes(devsn)) drop(app, devsn)
    const own = unsubscribes.get(app) ?? new Map<string, () => void>()
    unsubscribes.set(app, own)
    for (const devsn of boxes) if (!own.has(devsn)) own.set(devsn, begin(app, devsn))
  }

  function begin(app: App, devsn: string): () => void {
    const all = followers.get(devsn) ?? new Set()
    followers.set(devsn, all.add(app))
    const unsubscribe = bus.listen(toWatchers(app.lang, devsn), ({ frame, user_id }) => {
      if (user_id === undefined || app.user?.user_id === user_id) push(app, frame)
    })
    return () => {
      unsubscribe()
      all.delete(app)
      if (all.size === 0) followers.delete(devsn)
    }
  }

  function drop(app: App, devsn: string): void {
    unsubscribes.get(app)?.get(devsn)?.()
    unsubscribes.get(app)?.delete(devsn)
  }

  return {
    follow,
    drop,
    leave(app: App): void {
      unsubscribes.get(app)?.forEach((end) => end())
      unsubscribes.delete(app)
    },
  }
}
