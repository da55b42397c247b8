/** The guides (?id= selects one): the open one with its bullet comments, all others beside or below it. */
import { useQuery } from '@tanstack/react-query'
import { chosenOf, series } from '../../../guide/data.ts'
import '../../../guide/guide.css'
import { GuideList } from '../../../guide/guide-list.tsx'
import { GuideView } from '../../../guide/guide-view.tsx'
import { guideText } from '../../../guide/text.ts'
import { useText } from '../../../kit/lang.ts'
import { back, useQueryValue } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { commonText } from '../../../kit/text.ts'
import { homePath } from '../../../kit/return-path.ts'
import { ShownAt } from '../../../ui/as-of.tsx'
import { art, EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../shared/query-list.tsx'
import { NavBar } from '../../../ui/navbar.tsx'

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
      <main className="page plain screen-in">
        {all.isPending && <div className="gv-stage sk late" aria-hidden="true" />}
        {all.isLoadingError && <LoadFailed retry={() => void all.refetch()} />}
        <ShownAt list={all} />
        {all.data && (
          <div className="gv-cols">
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
