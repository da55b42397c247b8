/** The place chooser: a map under a fixed pin, a city search, the current position, and a button to confirm. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Place } from '@homeport/contract/shape/place.ts'
import { regionWords } from '@homeport/contract/shape/region.ts'
import { useQuery } from '@tanstack/react-query'
import { LocateFixed, MapPin, Search } from 'lucide-react'
import { useState } from 'react'
import { isEnter } from '../kit/enter-key.ts'
import { useLang, useText } from '../kit/lang.ts'
import { whereAmI } from '../kit/browser-features.ts'
import type { Chosen } from '../shared/place.ts'
import { useRegions } from '../shared/region/region.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Field } from '../ui/field.tsx'
import layoutStyles from '../ui/layout.module.css'
import listStyles from '../ui/list.module.css'
import textStyles from '../ui/text.module.css'
import { toast } from '../ui/toast.tsx'
import { atlas } from './atlas.ts'
import { cityName, findCities, nearestCity, type City } from './cities.ts'
import { coordinates } from './hand-over.ts'
import placeStyles from './place.module.css'
import type { MapView } from './projection.ts'
import { placeText } from './text.ts'
import worldMapStyles from './world-map.module.css'
import { WorldMap } from './world-map.tsx'

/** The initial view: land, where most speakers of the language live. */
const beginnings: Record<Lang, MapView> = {
  zh: { lat: 35, lon: 104, zoom: 1.2 },
  en: { lat: 47, lon: 10, zoom: 1.2 },
}
const cityZoom = 9
/** The minimum zoom at which the pin's place can be confirmed. */
const chosenZoom = 4

export function Chooser({ from, take }: { from: Place | null; take: (chosen: Chosen) => void }) {
  const words = useText(placeText)
  const lang = useLang()
  const [view, setView] = useState<MapView>(from ? { lat: from.lat, lon: from.lon, zoom: cityZoom } : beginnings[lang])
  const [typed, setTyped] = useState('')
  const cities = useQuery(atlas()).data?.cities ?? []
  const matches = typed.trim() === '' ? [] : findCities(cities, typed)
  const near = nearestCity(cities, view)
  const isChosen = view.zoom >= chosenZoom
  const name = near ? cityName(near, lang) : coordinates(view)
  const regions = useRegions()

  function goTo(city: City) {
    setView({ lat: city.lat, lon: city.lon, zoom: cityZoom })
    setTyped('')
  }

  async function goHere() {
    const position = await whereAmI()
    if (position === 'no way') return toast(words.noHere)
    if (position === 'refused') return toast(words.refused)
    setView({ ...position, zoom: cityZoom })
  }

  return (
    <div className={placeStyles.page}>
      <div className={placeStyles.search}>
        <Field
          label={words.search}
          placeholder={words.placeholder}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (isEnter(event.nativeEvent) && matches[0]) goTo(matches[0])
          }}
          end={<Search size={20} strokeWidth={1.75} aria-hidden="true" />}
        />
        {typed.trim() !== '' && cities.length > 0 && (
          <ul className={classes(listStyles.list, placeStyles.found)} aria-label={words.results}>
            {matches.map((city) => (
              <li key={`${city.name} ${city.lat} ${city.lon}`}>
                <button type="button" className={listStyles.row} onClick={() => goTo(city)}>
                  <MapPin size={20} strokeWidth={1.75} aria-hidden="true" />
                  <span className={classes(layoutStyles.grow, textStyles.oneLine)}>{cityName(city, lang)}</span>
                  <span className={classes(listStyles.value, textStyles.oneLine)}>
                    {regions && regionWords(regions, city.region, lang)}
                  </span>
                </button>
              </li>
            ))}
            {matches.length === 0 && <li className={classes(listStyles.row, textStyles.secondary)}>{words.none}</li>}
          </ul>
        )}
      </div>
      <WorldMap view={view} pin={view} onMove={setView}>
        <span className={worldMapStyles.pin} aria-hidden="true">
          <MapPin size={36} strokeWidth={1.75} />
        </span>
      </WorldMap>
      <div className={placeStyles.foot} data-bottom-bar>
        <output className={layoutStyles.grow}>
          <span className={classes(textStyles.label, isChosen ? textStyles.oneLine : textStyles.twoLines)}>
            {isChosen ? name : words.nowhere}
          </span>
          {isChosen && near && (
            <span className={classes(textStyles.caption, textStyles.numeric, textStyles.oneLine)}>{coordinates(view)}</span>
          )}
        </output>
        <Button variant="line" icon={<LocateFixed size={20} strokeWidth={1.75} />} onClick={() => void goHere()}>
          {words.ownPosition}
        </Button>
        <Button
          variant="main"
          disabled={!isChosen}
          onClick={() => take({ place: { name, lat: view.lat, lon: view.lon }, region: near?.region ?? '' })}
        >
          {words.use}
        </Button>
      </div>
    </div>
  )
}
