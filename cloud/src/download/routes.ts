/** The list of a box's downloads, from the mirror: works while the box is offline too. */
import { listTasks } from '@homeport/contract/download.ts'
import { serve, type Route } from '../kit/serve.ts'
import { configRoutes } from './config.routes.ts'
import type { Progress } from './progress.ts'
import { staleAtOf, type PresenceOf } from './stale-at.ts'
import { countTasks, tasksOf } from './store.ts'

export function downloadRoutes({ progress, presenceOf }: { progress: Progress; presenceOf: PresenceOf }): Route[] {
  return [
    serve(listTasks, async ({ page, limit, is_done }, { realm, db, now, device: { devsn } }) => {
      const [tasks, counts, stale_at] = await Promise.all([
        tasksOf(db, { devsn, page, limit, isDone: is_done }),
        countTasks(db, devsn),
        staleAtOf(presenceOf, { realm, devsn, now }),
      ])
      const total = is_done === undefined ? counts.all : is_done ? counts.done : counts.progress
      const data = stale_at === null ? tasks.map((task) => progress.latest(realm.lang, devsn, task)) : tasks
      return { data, total, page, limit, counts, stale_at }
    }),
    ...configRoutes(presenceOf),
  ]
}
