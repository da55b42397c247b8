/** Notices to all open apps of a user: changed bindings, ended tokens, and what features tell. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { AppRegistry } from './app-registry.ts'
import { sendNotice, type Notice } from './app-socket.ts'

export function createUserNotices(apps: AppRegistry) {
  let notices = 0

  /** The user's boxes changed: subscriptions are updated at once, and the apps get a notice. `lost`: sockets opened for that box are closed. */
  async function bindingsChanged(lang: Lang, userId: string, lost?: string): Promise<void> {
    for (const app of apps.ofUser(lang, userId)) {
      if (lost !== undefined) apps.unfollow(app, lost)
      sendNotice(app, { bindings_changed: 1 })
      if (lost !== undefined && app.user?.devsn === lost) apps.cut(app, 'unbound')
      else await apps.followBoxes(app)
    }
  }

  /** Sends a user's apps the result of `read`, which is not called if none is open. The last one started of parallel calls wins. */
  async function notifyUser(lang: Lang, userId: string, read: () => Promise<Notice>): Promise<void> {
    const open = apps.ofUser(lang, userId)
    if (open.length === 0) return
    notices += 1
    const own = notices
    for (const app of open) app.latestNotice = own
    const data = await read()
    for (const app of open) if (app.latestNotice === own) sendNotice(app, data)
  }

  function tokensEnded(lang: Lang, tokenHashes: readonly string[]): void {
    for (const app of apps.all())
      if (app.lang === lang && app.user && tokenHashes.includes(app.user.token_hash)) apps.cut(app, 'signed out')
  }

  return { bindingsChanged, notifyUser, tokensEnded }
}
