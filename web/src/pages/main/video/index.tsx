/** The guides (?id= names one): the open one with its bullet comments, and all others beside or below it. */
import { useQuery } from '@tanstack/react-query'
import { chosenOf, series } from '../../../guide/data.ts'
import '../../../guide/guide.css'
import { GuideList } from '../../../guide/guide-list.tsx'
import { GuideView } from '../../../guide/guide-view.tsx'
import { guideText } from '../../../guide/text.ts'
import { now } from '../../../kit/clock.ts'
import { agoOf } from '../../../kit/format.ts'
import { useText } from '../../../kit/lang.ts'
import { back, useQueryValue } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { commonText } from '../../../kit/text.ts'
import { homePath } from '../../../kit/way-back.ts'
import { Button } from '../../../ui/button.tsx'
import { art, Face } from '../../../ui/face.tsx'
import { RetryIcon, WarnIcon } from '../../../ui/icon.tsx'
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
        {all.isLoadingError && (
          <Face art={art.lost} title={words.failedTitle} text={words.failedText} isNear>
            <Button look="main" icon={<RetryIcon size={20} />} onClick={() => void all.refetch()}>
              {common.retry}
            </Button>
          </Face>
        )}
        {all.isRefetchError && (
          <output className="note">
            <WarnIcon size={18} />
            {words.saved(agoOf(all.dataUpdatedAt / 1000, now()))}
          </output>
        )}
        {all.data && (
          <div className="gv-cols">
            {chosen ? (
              <GuideView key={chosen.video.id} {...chosen} />
            ) : (
              <Face art={art.films} title={words.none} text={words.noneText} isNear />
            )}
            <GuideList groups={all.data} openId={chosen?.video.id ?? ''} />
          </div>
        )}
      </main>
    </>
  )
}
