/** Data export of the user's boxes. */
import type { Exporter } from '../kit/exporter.ts'
import { devicesOf } from './store.ts'

export const deviceExporter: Exporter = {
  name: 'device',
  of: async (db, userId) =>
    (await devicesOf(db, userId)).map(({ devsn, name, role, is_default, bound_at }) => ({
      devsn,
      name,
      role,
      is_default,
      bound_at,
    })),
}
