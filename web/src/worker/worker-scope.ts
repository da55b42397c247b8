/** Types of a service worker's scope, as far as it is used: the app's own types are those of a page. */
type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
export type FetchRequest = Extendable & { request: Request; respondWith(response: Promise<Response>): void }
export type PushMessage = Extendable & { data: { text(): string } | null }
export type NotificationTap = Extendable & { notification: Notification }
export type SyncRequest = Extendable & { tag: string }

export type AppWindow = {
  url: string
  focused: boolean
  focus(): Promise<AppWindow>
  postMessage(message: unknown, options: StructuredSerializeOptions): void
}

type Handlers = {
  install: Extendable
  activate: Extendable
  fetch: FetchRequest
  push: PushMessage
  notificationclick: NotificationTap
  sync: SyncRequest
}

export type WorkerScope = {
  registration: ServiceWorkerRegistration
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<AppWindow[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof Handlers>(name: K, handler: (event: Handlers[K]) => void): void
}

// NOTE: this program runs in a service worker only, where globalThis is that scope.
export const scope = globalThis as unknown as WorkerScope
export const base = new URL('./', scope.registration.scope)
