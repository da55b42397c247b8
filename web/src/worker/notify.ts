/** Shows a push message as a notification; a tap leads to the page that it is about (P45). */
import { PushPayload } from '@homeport/contract/push.ts'
import { addressOf } from './push-address.ts'
import { wordsOf } from './text.ts'
import { base, scope } from './worker-scope.ts'

export async function showPush(data: string): Promise<void> {
  const read = PushPayload.safeParse(parsed(data))
  // A browser wants a notification for every message, also for one that is not understood.
  if (!read.success) return scope.registration.showNotification('Homeport', { icon: iconUrl() })
  const { title, body } = wordsOf(read.data)
  await scope.registration.showNotification(title, {
    body,
    lang: read.data.lang,
    icon: iconUrl(),
    badge: iconUrl(),
    // A later one about the same replaces it.
    tag: `${read.data.lang}/${read.data.kind}/${read.data.id}`,
    data: addressOf(read.data),
  })
}

export async function openTapped(notification: Notification): Promise<void> {
  notification.close()
  const address = typeof notification.data === 'string' ? notification.data : './'
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => new URL(url).pathname === base.pathname)
  if (!open) return void (await scope.clients.openWindow(new URL(address, base).href))
  open.postMessage({ kind: 'open', address }, {})
  await open.focus()
}

const iconUrl = () => new URL('./icon-192.png', base).href

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
