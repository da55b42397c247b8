/** /choose-location?by=FORM&lat=&lon=: a place for a post or a profile, chosen on the offline map. */
import { useText } from '../kit/lang.ts'
import { back, useQueryValue } from '../kit/nav/nav.ts'
import type { PageMeta } from '../kit/page.ts'
import { homePath } from '../kit/nav/return-path.ts'
import { commonText } from '../kit/text/text.ts'
import { Chooser } from '../place/chooser.tsx'
import { placeText } from '../place/text.ts'
import { chosenPlace, placeOf } from '../shared/place.ts'
import layoutStyles from '../ui/layout.module.css'
import { NavBar } from '../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'anyone' }

export function Screen() {
  const words = useText(placeText)
  const by = useQueryValue('by')
  const from = placeOf({ name: '', lat: useQueryValue('lat'), lon: useQueryValue('lon') })
  return (
    <>
      <NavBar title={words.choose} backLabel={useText(commonText).back} back={() => back(homePath)} />
      <main className={layoutStyles.appearing}>
        <Chooser
          from={from}
          take={(chosen) => {
            chosenPlace.set({ by, ...chosen })
            back(homePath)
          }}
        />
      </main>
    </>
  )
}
