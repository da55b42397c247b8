/** Acts of the recycle bin. */
import { binEmpty, binList, binRestore, filmDelete } from '@homeport/contract/movie/recycle-bin.ts'
import { answer, type Handler } from '../../kit/connection/answer.ts'
import type { RecycleBin } from './recycle-bin.ts'

export function binActs(bin: RecycleBin): Handler[] {
  return [
    answer(filmDelete, ({ id, file_ids }) => bin.deleteFilm(id, file_ids)),
    answer(binList, async ({ page, limit }) => ({ ...(await bin.list(limit, (page - 1) * limit)), page, limit })),
    answer(binRestore, async ({ id }) => ({ files: await bin.restore(id) })),
    answer(binEmpty, async ({ ids, is_all }) => ({ size: await bin.empty(is_all ? undefined : ids) })),
  ]
}
