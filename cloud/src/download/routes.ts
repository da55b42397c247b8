/** The list of a box's downloads, from the mirror: works while the box is offline too. */
import { listTasks } from '@homeport/contract/download/download.ts'
import { serve, type Route } from '../kit/http/serve.ts'
import { configRoutes } from './config.routes.ts'
import type { Progress } from './progress.ts'
import { staleAtOf, type PresenceOf } from './stale-at.ts'
import { countTasks, groupsOf, tasksOf } from './store.ts'

export function downloadRoutes({ progress, presenceOf }: { progress: Progress; presenceOf: PresenceOf }): Route[] {
  return [
    serve(listTasks, async (input, { realm, db, now, device: { devsn } }) => {
      const query = { ...input, devsn }
      if (changesAlways.includes(input.sort)) await progress.store(realm, devsn)
      const [tasks, groups, counts, stale_at] = await Promise.all([
        tasksOf(db, query),
        groupsOf(db, query),
        countTasks(db, devsn),
        staleAtOf(presenceOf, { realm, devsn, now }),
      ])
      const data = stale_at === null ? tasks.map((task) => progress.latest(realm.lang, devsn, task)) : tasks
      const { page, limit } = input
      const total = groups.failed + groups.progress + groups.waiting + groups.done
      return { data, total, page, limit, counts, groups, stale_at }
    }),
    ...configRoutes(presenceOf),
  ]
}

/** Progress between two reports lies in memory: it is stored before the list is sorted by it. */
const changesAlways: readonly string[] = ['progress', 'speed']
