/** A place on the map, with links to map apps and its coordinates. */
import type { Place } from '@homeport/contract/shape/place.ts'
import { Copy, ExternalLink, MapPin, Navigation } from 'lucide-react'
import { useState } from 'react'
import { useLang, useText } from '../kit/lang.ts'
import { copyText } from '../kit/browser-features.ts'
import { osName } from '../kit/platform.ts'
import { commonText } from '../kit/text/text.ts'
import buttonStyles from '../ui/button.module.css'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import layoutStyles from '../ui/layout.module.css'
import listStyles from '../ui/list.module.css'
import { Sheet } from '../ui/sheet.tsx'
import textStyles from '../ui/text.module.css'
import { toast } from '../ui/toast.tsx'
import { coordinates, mapApps } from './hand-over.ts'
import placeStyles from './place.module.css'
import { spotOf, type MapView } from './projection.ts'
import { placeText } from './text.ts'
import worldMapStyles from './world-map.module.css'
import { WorldMap } from './world-map.tsx'

const cityZoom = 9

export function PlaceView({ place }: { place: Place }) {
  const words = useText(placeText)
  const [view, setView] = useState<MapView>({ lat: place.lat, lon: place.lon, zoom: cityZoom })
  const [isOpen, setOpen] = useState(false)
  const [first, ...others] = mapApps(place, osName(), useLang())
  // offset from the map's centre: the pin moves with its place
  const { x, y } = spotOf(place, view, { width: 0, height: 0 })
  return (
    <div className={placeStyles.page}>
      <WorldMap view={view} pin={place} onMove={setView}>
        <span className={worldMapStyles.pin} aria-hidden="true" style={{ marginLeft: x, marginTop: y }}>
          <MapPin size={36} strokeWidth={1.75} />
        </span>
      </WorldMap>
      <div className={placeStyles.foot} data-bottom-bar>
        <div className={layoutStyles.grow}>
          <h2 className={classes(textStyles.label, textStyles.oneLine)}>{place.name || coordinates(place)}</h2>
          <p className={classes(textStyles.caption, textStyles.numeric, textStyles.oneLine)}>{coordinates(place)}</p>
        </div>
        <Button variant="line" onClick={() => setOpen(true)}>
          {words.others}
        </Button>
        <a
          className={classes(buttonStyles.button, buttonStyles.main)}
          href={first?.href}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Navigation size={20} strokeWidth={1.75} aria-hidden="true" />
          {words.inMapApp}
        </a>
      </div>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={words.others} closeLabel={useText(commonText).close}>
        <ul className={listStyles.list}>
          {others.map(({ name, href }) => (
            <li key={name}>
              <a className={listStyles.row} href={href} target="_blank" rel="noopener noreferrer" onClick={() => setOpen(false)}>
                <ExternalLink size={24} strokeWidth={1.75} aria-hidden="true" />
                <span className={layoutStyles.grow}>{words.maps[name]}</span>
              </a>
            </li>
          ))}
          <li>
            <button
              type="button"
              className={listStyles.row}
              onClick={() => {
                if (copyText(coordinates(place))) toast(words.copied)
                setOpen(false)
              }}
            >
              <Copy size={24} strokeWidth={1.75} aria-hidden="true" />
              <span className={layoutStyles.grow}>{words.copy}</span>
            </button>
          </li>
        </ul>
      </Sheet>
    </div>
  )
}
