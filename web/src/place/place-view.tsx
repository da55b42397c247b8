/** A place on the map, with links to map apps and its coordinates. */
import type { Place } from '@homeport/contract/shape/place.ts'
import { Copy, ExternalLink, MapPin, Navigation } from 'lucide-react'
import { useState } from 'react'
import { useLang, useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { copyText, osName } from '../kit/platform.ts'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { toast } from '../ui/toast.tsx'
import { coordinates, mapApps } from './hand-over.ts'
import './place.css'
import { spotOf, type MapView } from './projection.ts'
import { placeText } from './text.ts'
import { WorldMap } from './world-map.tsx'

const cityZoom = 9

export function PlaceView({ place }: { place: Place }) {
  const words = useText(placeText)
  const [view, look] = useState<MapView>({ lat: place.lat, lon: place.lon, zoom: cityZoom })
  const [isOpen, setOpen] = useState(false)
  const [first, ...others] = mapApps(place, osName(), useLang())
  // offset from the map's centre: the pin moves with its place
  const { x, y } = spotOf(place, view, { width: 0, height: 0 })
  return (
    <div className="pl-choose">
      <WorldMap view={view} pin={place} look={look}>
        <span className="pl-pin" aria-hidden="true" style={{ marginLeft: x, marginTop: y }}>
          <MapPin size={36} strokeWidth={1.75} />
        </span>
      </WorldMap>
      <div className="pl-foot" data-bottom-bar>
        <div className="grow">
          <h2 className="label one">{place.name || coordinates(place)}</h2>
          <p className="cap num one">{coordinates(place)}</p>
        </div>
        <Button look="line" onClick={() => setOpen(true)}>
          {words.others}
        </Button>
        <a className="btn main" href={first?.href} target="_blank" rel="noopener noreferrer">
          <Navigation size={20} strokeWidth={1.75} aria-hidden="true" />
          {words.inMapApp}
        </a>
      </div>
      <Sheet isOpen={isOpen} close={() => setOpen(false)} title={words.others} closeLabel={useText(commonText).close}>
        <ul className="list">
          {others.map(({ name, href }) => (
            <li key={name}>
              <a className="li" href={href} target="_blank" rel="noopener noreferrer" onClick={() => setOpen(false)}>
                <ExternalLink size={24} strokeWidth={1.75} aria-hidden="true" />
                <span className="grow">{words.maps[name]}</span>
              </a>
            </li>
          ))}
          <li>
            <button
              type="button"
              className="li"
              onClick={() => {
                if (copyText(coordinates(place))) toast(words.copied)
                setOpen(false)
              }}
            >
              <Copy size={24} strokeWidth={1.75} aria-hidden="true" />
              <span className="grow">{words.copy}</span>
            </button>
          </li>
        </ul>
      </Sheet>
    </div>
  )
}
