/** The open app sockets of this process, by user and by socket id (fd), with their subscriptions to boxes. */
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { closeCodes, pushFrame, sendFrame, sendNotice, type AppSocket, type AppUser } from './app-socket.ts'
import type { Bus } from '../bus/bus.ts'
import type { PresenceRegistry } from '../presence/presence.ts'
import { createSubscriptions } from './subscriptions.ts'

/** A socket that does not answer the close is terminated after this time (P10). */
const closeWithinMs = 800

export type AppRegistry = ReturnType<typeof createAppRegistry>

export function createAppRegistry({
  bus,
  presence,
  boxesOf,
}: {
  bus: Bus
  presence: PresenceRegistry
  boxesOf: (lang: Lang, userId: string) => Promise<string[]>
}) {
  const apps = new Set<AppSocket>()
  const byFd = new Map<string, AppSocket>()
  const subscriptions = createSubscriptions<AppSocket>({ bus, presence, push: pushFrame, notify: sendNotice })

  function remove(app: AppSocket): void {
    apps.delete(app)
    if (app.user) byFd.delete(app.user.fd)
    app.user = undefined
    subscriptions.leave(app)
  }

  return {
    all: () => [...apps],
    add: (app: AppSocket) => void apps.add(app),
    remove,
    /** The app signed in, or signed in again; `user` has a new fd. */
    signIn(app: AppSocket, user: AppUser): void {
      if (app.user) byFd.delete(app.user.fd)
      app.user = user
      byFd.set(user.fd, app)
    },
    /** Subscribes the app to all boxes of its user. */
    async followBoxes(app: AppSocket): Promise<void> {
      if (!app.user) return
      app.boxQueries += 1
      const query = app.boxQueries
      const boxes = await boxesOf(app.lang, app.user.user_id)
      if (app.user && query === app.boxQueries) subscriptions.follow(app, boxes)
    },
    unfollow: subscriptions.drop,
    ofUser: (lang: Lang, userId: string) => [...apps].filter((app) => app.lang === lang && app.user?.user_id === userId),
    /** Closes a socket whose token or binding ended. */
    cut(app: AppSocket, reason: string): void {
      app.ws.close(closeCodes.ended, reason)
      setTimeout(() => app.ws.terminate(), closeWithinMs).unref()
      remove(app)
    },
    has: (fd: string) => byFd.has(fd),
    sendTo(fd: string, frame: FrameIn): void {
      const app = byFd.get(fd)
      if (app) sendFrame(app, frame)
    },
    count: () => apps.size,
  }
}
