/** Data export of a user's feedback. */
import type { Exporter } from '../kit/exporter.ts'
import { feedbackOf } from './store.ts'

export const helpExporter: Exporter = {
  name: 'feedback',
  of: async (db, userId) =>
    (await feedbackOf(db, userId)).map(({ text, contact, client, pictures, created_at }) => ({
      text,
      contact,
      client,
      pictures,
      sent_at: Math.floor(created_at / 1000),
    })),
}
