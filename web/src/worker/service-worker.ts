/** The service worker: the app starts offline from its cached shell, takes what is shared with it, and shows notifications. Answers of the cloud are never cached here: the app saves its own lists (app/offline.ts). */
import { openTapped, showPush } from './notify.ts'
import { keepShared } from './share-target.ts'
import { answerFor, dropOldShells, keepShell } from './shell-cache.ts'
import { base, scope } from './worker-scope.ts'

scope.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => scope.skipWaiting())))
scope.addEventListener('activate', (event) => event.waitUntil(dropOldShells().then(() => scope.clients.claim())))

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method === 'POST' && url.href === new URL('share', base).href) return event.respondWith(keepShared(request))
  const response = answerFor(request, url)
  if (response) event.respondWith(response)
})

scope.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text() ?? '')))
scope.addEventListener('notificationclick', (event) => event.waitUntil(openTapped(event.notification)))

// The network is back: an open app, even in the background, sends what waits in its outboxes.
scope.addEventListener('sync', (event) => {
  if (event.tag === 'outbox') event.waitUntil(wakeApps())
})

async function wakeApps(): Promise<void> {
  const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const one of open) one.postMessage({ kind: 'outbox' }, {})
}
