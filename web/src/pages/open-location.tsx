/** /open-location?lat=&lon=&name=: a place on the map, with links to map apps. */
import { useText } from '../kit/lang.ts'
import { back, useQueryValue } from '../kit/nav/nav.ts'
import type { PageMeta } from '../kit/page.ts'
import { homePath } from '../kit/nav/return-path.ts'
import { commonText } from '../kit/text/text.ts'
import { PlaceView } from '../place/place-view.tsx'
import { placeText } from '../place/text.ts'
import { placeOf } from '../shared/place.ts'
import { Button } from '../ui/button.tsx'
import { art } from '../ui/drawing.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import layoutStyles from '../ui/layout.module.css'
import { NavBar } from '../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'anyone' }

export function Screen() {
  const words = useText(placeText)
  const common = useText(commonText)
  const place = placeOf({ name: useQueryValue('name').slice(0, 60), lat: useQueryValue('lat'), lon: useQueryValue('lon') })
  return (
    <>
      <NavBar title={words.open} backLabel={common.back} back={() => back(homePath)} />
      <main className={layoutStyles.appearing}>
        {place ? (
          <PlaceView key={`${place.lat} ${place.lon}`} place={place} />
        ) : (
          <EmptyState art={art.nothingFound} title={words.noSaveTo} text={words.noPlaceText}>
            <Button variant="main" onClick={() => back(homePath)}>
              {common.back}
            </Button>
          </EmptyState>
        )}
      </main>
    </>
  )
}
