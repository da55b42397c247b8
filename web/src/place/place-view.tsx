/** A place on the map, and the ways on from it: the phone's own map app, or its coordinates. */
import type { Place } from '@homeport/contract/shape/place.ts'
import { Copy, MapPin, Navigation } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kit/lang.ts'
import { copyText, osName } from '../platform/h5.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { coordinates, mapAddress } from './hand-over.ts'
import './place.css'
import { spotOf, type MapView } from './projection.ts'
import { placeText } from './text.ts'
import { WorldMap } from './world-map.tsx'

const cityZoom = 9

export function PlaceView({ place }: { place: Place }) {
  const words = useText(placeText)
  const [view, look] = useState<MapView>({ lat: place.lat, lon: place.lon, zoom: cityZoom })
  // from the middle of the map: the pin goes with its place
  const { x, y } = spotOf(place, view, { width: 0, height: 0 })
  return (
    <div className="pl-choose">
      <WorldMap view={view} look={look}>
        <span className="pl-pin" aria-hidden="true" style={{ marginLeft: x, marginTop: y }}>
          <MapPin size={36} strokeWidth={1.75} />
        </span>
      </WorldMap>
      <div className="pl-foot">
        <div className="grow">
          <h2 className="label one">{place.name || coordinates(place)}</h2>
          <p className="cap num one">{coordinates(place)}</p>
        </div>
        <Button
          look="line"
          icon={<Copy size={20} strokeWidth={1.75} />}
          onClick={() => copyText(coordinates(place)) && toast(words.copied)}
        >
          {words.copy}
        </Button>
        <a className="btn main" href={mapAddress(place, osName())} target="_blank" rel="noopener noreferrer">
          <Navigation size={20} strokeWidth={1.75} aria-hidden="true" />
          {words.inMapApp}
        </a>
      </div>
    </div>
  )
}
