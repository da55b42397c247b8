/** The message feature: conversations, reminders, and unread counts. */
import type { Feature } from '../shared/feature.ts'
import { messageListeners, type MessageListenerDeps } from './events.ts'
import { messageExporter } from './export.ts'
import { messageRoutes, type MessageDeps } from './routes.ts'

export function messageFeature({ limits, devicesOf, now, notify }: MessageDeps & MessageListenerDeps): Feature {
  return {
    routes: messageRoutes({ limits, devicesOf }),
    listeners: messageListeners({ now, notify }),
    exporter: messageExporter,
  }
}
