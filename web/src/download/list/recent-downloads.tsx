/** The latest finished downloads that are not films; if none has finished, a link to the first download. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Suspense } from 'react'
import { useText } from '../../kit/lang.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { forward } from '../../kit/nav/nav.ts'
import { useSettledQueries } from '../../kit/query/use-settled-queries.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { art } from '../../ui/drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import gridStyles from '../../ui/grid.module.css'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import sectionHeadStyles from '../../ui/section-head.module.css'
import tileStyles from '../../ui/tile.module.css'
import { downloadsPath, latestTasks } from '../data.ts'
import rowStyles from '../download-row.module.css'
import { canHaveVideos } from '../summary.ts'
import { homeDownloadText } from '../home-download-text.ts'

const LatestRows = lazyPart(async () => (await import('./latest-rows.tsx')).LatestRows)

/** hasFilms: finished films are shown above already, with their posters. */
export function Latest({ device, hasFilms, settled }: { device: Device; hasFilms: boolean; settled: () => void }) {
  const words = useText(homeDownloadText)
  const done = useQuery(latestTasks(device))
  useSettledQueries([done], settled)
  if (!done.data) return null
  const latest = hasFilms ? done.data.data.filter((task) => !canHaveVideos(task)) : done.data.data
  if (hasFilms && latest.length === 0) return null
  if (latest.length === 0) {
    return (
      <EmptyState art={art.arriving} title={words.quiet} text={words.quietText} isNear>
        <Button variant="main" onClick={() => forward(downloadsPath)}>
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
      <Suspense fallback={<Space rows={latest.length} />}>
        <LatestRows tasks={latest} />
      </Suspense>
    </section>
  )
}

/** As high as the rows that come. */
function Space({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes(rowStyles.row, index > 0 && listStyles.lined)}>
          <span className={classes(tileStyles.tile, tileStyles.tall)} />
        </div>
      ))}
    </div>
  )
}
