/** The place chooser: a map under a fixed pin, a city search, the current position, and a button to confirm. */
import type { Lang } from '@homeport/contract/kit/promise.ts'
import type { Place } from '@homeport/contract/shape/place.ts'
import { regionWords } from '@homeport/contract/shape/region.ts'
import { useQuery } from '@tanstack/react-query'
import { LocateFixed, MapPin, Search } from 'lucide-react'
import { useState } from 'react'
import { useLang, useText } from '../kit/lang.ts'
import { useRegions } from '../shared/region.ts'
import type { Chosen } from '../shared/place.ts'
import { whereAmI } from '../kit/platform.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { atlas } from './atlas.ts'
import { cityName, findCities, nearestCity, type City } from './cities.ts'
import { coordinates } from './hand-over.ts'
import './place.css'
import type { MapView } from './projection.ts'
import { placeText } from './text.ts'
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
  const [view, look] = useState<MapView>(from ? { lat: from.lat, lon: from.lon, zoom: cityZoom } : beginnings[lang])
  const [typed, setTyped] = useState('')
  const cities = useQuery(atlas()).data?.cities ?? []
  const found = typed.trim() === '' ? [] : findCities(cities, typed)
  const near = nearestCity(cities, view)
  const isChosen = view.zoom >= chosenZoom
  const name = near ? cityName(near, lang) : coordinates(view)
  const regions = useRegions()

  function goTo(city: City) {
    look({ lat: city.lat, lon: city.lon, zoom: cityZoom })
    setTyped('')
  }

  async function goHere() {
    const here = await whereAmI()
    if (here === 'no way') return toast(words.noHere)
    if (here === 'refused') return toast(words.refused)
    look({ ...here, zoom: cityZoom })
  }

  return (
    <div className="pl-choose">
      <div className="pl-search">
        <Field
          label={words.search}
          placeholder={words.placeholder}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && found[0]) goTo(found[0])
          }}
          end={<Search size={20} strokeWidth={1.75} aria-hidden="true" />}
        />
        {typed.trim() !== '' && cities.length > 0 && (
          <ul className="list pl-found" aria-label={words.results}>
            {found.map((city) => (
              <li key={`${city.name} ${city.lat} ${city.lon}`}>
                <button type="button" className="li" onClick={() => goTo(city)}>
                  <MapPin size={20} strokeWidth={1.75} aria-hidden="true" />
                  <span className="grow one">{cityName(city, lang)}</span>
                  <span className="v one">{regions && regionWords(regions, city.region, lang)}</span>
                </button>
              </li>
            ))}
            {found.length === 0 && <li className="li sub">{words.none}</li>}
          </ul>
        )}
      </div>
      <WorldMap view={view} pin={view} look={look}>
        <span className="pl-pin" aria-hidden="true">
          <MapPin size={36} strokeWidth={1.75} />
        </span>
      </WorldMap>
      <div className="pl-foot" data-bottom-bar>
        <output className="grow">
          <span className={isChosen ? 'label one' : 'label two'}>{isChosen ? name : words.nowhere}</span>
          {isChosen && near && <span className="cap num one">{coordinates(view)}</span>}
        </output>
        <Button look="line" icon={<LocateFixed size={20} strokeWidth={1.75} />} onClick={() => void goHere()}>
          {words.here}
        </Button>
        <Button
          look="main"
          disabled={!isChosen}
          onClick={() => take({ place: { name, lat: view.lat, lon: view.lon }, region: near?.region ?? '' })}
        >
          {words.use}
        </Button>
      </div>
    </div>
  )
}
