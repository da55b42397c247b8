/** The latest finished downloads that are not films; if none has finished, a link to the first download. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useText } from '../kit/lang.ts'
import { forward } from '../kit/nav.ts'
import { useSettledQueries } from '../kit/use-settled-queries.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { art } from '../ui/drawing.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import gridStyles from '../ui/grid.module.css'
import layoutStyles from '../ui/layout.module.css'
import sectionHeadStyles from '../ui/section-head.module.css'
import { downloadsPath, latestTasks } from './data.ts'
import { DownloadRow } from './row.tsx'
import { canHaveVideos } from './summary.ts'
import { downloadText } from './text.ts'

/** hasFilms: finished films are shown above already, with their posters. */
export function Latest({ device, hasFilms, settled }: { device: Device; hasFilms: boolean; settled: () => void }) {
  const words = useText(downloadText)
  const done = useQuery(latestTasks(device))
  useSettledQueries([done], settled)
  if (!done.data) return null
  const latest = hasFilms ? done.data.data.filter((task) => !canHaveVideos(task)) : done.data.data
  if (hasFilms && latest.length === 0) return null
  if (latest.length === 0) {
    return (
      <EmptyState art={art.arriving} title={words.quiet} text={words.quietText} isNear>
        <Button look="main" onClick={() => forward(downloadsPath)}>
          {words.toDownloads}
        </Button>
      </EmptyState>
    )
  }
  return (
    <section className={classes(layoutStyles.section, gridStyles.narrow)}>
      <div className={sectionHeadStyles.sectionHead}>
        <h2>{words.latest}</h2>
        <a href={`#${downloadsPath}`} aria-label={`${words.all} · ${words.downloads}`}>
          {words.all}
          <ChevronRight size={18} strokeWidth={1.75} />
        </a>
      </div>
      <ul>
        {latest.map((task, index) => (
          <li key={task.task_id}>
            <DownloadRow task={task} isLined={index > 0} />
          </li>
        ))}
      </ul>
    </section>
  )
}
