/** Data export of follows and blocks. */
import type { Exporter } from '../kit/exporter.ts'
import { edgesOf } from './edge.store.ts'

export const peopleExporter: Exporter = {
  name: 'people',
  of: async (db, userId) => ({
    follows: await edgesOf(db, 'follows', userId),
    blocks: await edgesOf(db, 'blocks', userId),
  }),
}
