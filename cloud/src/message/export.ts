/** What one wrote, and what the system wrote to one, for the file of one's own data; what others wrote is theirs. */
import type { Exporter } from '../kit/exporter.ts'
import { writtenBy } from './store.ts'

export const messageExporter: Exporter = { name: 'message', of: writtenBy }
