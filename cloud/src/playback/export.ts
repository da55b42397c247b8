/** Data export of watched films and positions. */
import type { Exporter } from '../kit/exporter.ts'
import { positionsOf } from './store.ts'

export const playbackExporter: Exporter = { name: 'playback', of: positionsOf }
