/** Data export of messages written by the user and by the system to the user; messages of others belong to them. */
import type { Exporter } from '../kit/exporter.ts'
import { writtenBy } from './store.ts'

export const messageExporter: Exporter = { name: 'message', of: writtenBy }
