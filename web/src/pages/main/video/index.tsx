/** The guides (?id= selects one): the open one with its bullet comments, all others beside or below it. */
import { useQuery } from '@tanstack/react-query'
import { chosenOf, series } from '../../../guide/data.ts'
import { GuideList } from '../../../guide/guide-list.tsx'
import { GuideView } from '../../../guide/guide-view.tsx'
import guideStyles from '../../../guide/guide.module.css'
import stageStyles from '../../../guide/stage.module.css'
import { guideText } from '../../../guide/text.ts'
import { useText } from '../../../kit/lang.ts'
import { back, useQueryValue } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { homePath } from '../../../kit/nav/return-path.ts'
import { commonText } from '../../../kit/text/text.ts'
import { LoadFailed } from '../../../shared/query-list.tsx'
import { ShownAt } from '../../../ui/as-of.tsx'
import { classes } from '../../../ui/classes.ts'
import { art } from '../../../ui/drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import skeletonStyles from '../../../ui/skeleton.module.css'

export const meta: PageMeta = { needs: 'anyone' }

export function Screen() {
  const words = useText(guideText)
  const common = useText(commonText)
  const id = useQueryValue('id')
  const all = useQuery(series())
  const chosen = all.data ? chosenOf(all.data, id) : null
  return (
    <>
      <NavBar title={words.title} backLabel={common.back} back={() => back(homePath)} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        {all.isPending && (
          <div className={classes(stageStyles.stage, skeletonStyles.skeleton, skeletonStyles.late)} aria-hidden="true" />
        )}
        {all.isLoadingError && <LoadFailed onRetry={() => void all.refetch()} />}
        <ShownAt list={all} />
        {all.data && (
          <div className={guideStyles.columns}>
            {chosen ? (
              <GuideView key={chosen.video.id} {...chosen} />
            ) : (
              <EmptyState art={art.films} title={words.none} text={words.noneText} isNear />
            )}
            <GuideList groups={all.data} openId={chosen?.video.id ?? ''} />
          </div>
        )}
      </main>
    </>
  )
}
