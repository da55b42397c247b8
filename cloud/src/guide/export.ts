/** Data export of a user's bullet comments and reports. */
import type { Exporter } from '../kit/exporter.ts'
import { bulletReportsBy } from './report.store.ts'
import { bulletsBy } from './store.ts'

export const guideExporter: Exporter = {
  name: 'bullets',
  of: async (db, userId) => ({
    sent: (await bulletsBy(db, userId)).map(({ video_id, text, time_ms, created_at }) => ({
      video_id,
      text,
      time_ms,
      sent_at: Math.floor(created_at / 1000),
    })),
    reported: (await bulletReportsBy(db, userId)).map(({ at, ...rest }) => ({ ...rest, at: Math.floor(at / 1000) })),
  }),
}
