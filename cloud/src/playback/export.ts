/** What one watched and how far, for the file of one's own data. */
import type { Exporter } from '../kit/exporter.ts'
import { positionsOf } from './store.ts'

export const playbackExporter: Exporter = { name: 'playback', of: positionsOf }
