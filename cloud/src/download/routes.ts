/** The list of a box's downloads, from the mirror: it answers while the box is off too. */
import { listTasks } from '@homeport/contract/download.ts'
import type { Realm } from '../kit/realm.ts'
import { serve, type Route } from '../kit/serve.ts'
import type { Progress } from './progress.ts'
import { countTasks, tasksOf } from './store.ts'

/** seenAt in ms. */
type PresenceOf = (realm: Realm, devsn: string) => Promise<{ online: boolean; seenAt: number | null }>

export function downloadRoutes({ progress, presenceOf }: { progress: Progress; presenceOf: PresenceOf }): Route[] {
  return [
    serve(listTasks, async ({ page, limit, is_done }, { realm, db, now, device: { devsn } }) => {
      const [tasks, counts, { online, seenAt }] = await Promise.all([
        tasksOf(db, { devsn, page, limit, isDone: is_done }),
        countTasks(db, devsn),
        presenceOf(realm, devsn),
      ])
      const total = is_done === undefined ? counts.all : is_done ? counts.done : counts.progress
      const data = online ? tasks.map((task) => progress.latest(realm.lang, devsn, task)) : tasks
      return { data, total, page, limit, counts, stale_at: online ? null : Math.floor((seenAt ?? now) / 1000) }
    }),
  ]
}
