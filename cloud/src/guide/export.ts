/** One's bullet comments, for the file of one's own data. */
import type { Exporter } from '../kit/exporter.ts'
import { bulletsBy } from './store.ts'

export const guideExporter: Exporter = {
  name: 'bullets',
  of: async (db, userId) =>
    (await bulletsBy(db, userId)).map(({ video_id, text, time_ms, created_at }) => ({
      video_id,
      text,
      time_ms,
      sent_at: Math.floor(created_at / 1000),
    })),
}
