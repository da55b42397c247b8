/** Links that open a place in the phone's map app or in web maps, the most common one for the language first. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Place } from '@homeport/contract/shape/place.ts'

const digits = 5

export type MapName = 'phone' | 'apple' | 'google' | 'amap' | 'osm'
type MapApp = { name: MapName; href: string }

/** The first is the default; apps for other phones are left out. */
export function mapApps(place: Place, os: string, lang: Lang): MapApp[] {
  const own: MapName[] = os === 'android' ? ['phone'] : os === 'ios' ? ['apple'] : []
  const web: MapName[] = lang === 'zh' ? ['amap', 'google', 'osm'] : ['google', 'osm', 'amap']
  return [...own, ...web].map((name) => ({ name, href: hrefs[name](place) }))
}

const hrefs: Record<MapName, (place: Place) => string> = {
  phone: (place) => {
    const at = latLon(place)
    return `geo:${at}?q=${encodeURIComponent(place.name === '' ? at : `${at}(${place.name})`)}`
  },
  apple: (place) => `https://maps.apple.com/?${new URLSearchParams({ ll: latLon(place), q: place.name || latLon(place) })}`,
  google: (place) => `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: latLon(place) })}`,
  // Amap's own coordinates are shifted: wgs84 says that these are not
  amap: ({ name, lat, lon }) =>
    `https://uri.amap.com/marker?${new URLSearchParams({
      position: `${lon.toFixed(digits)},${lat.toFixed(digits)}`,
      name,
      coordinate: 'wgs84',
      src: 'homeport',
    })}`,
  osm: ({ lat, lon }) => {
    const [north, east] = [lat.toFixed(digits), lon.toFixed(digits)]
    return `https://www.openstreetmap.org/?${new URLSearchParams({ mlat: north, mlon: east })}#map=12/${north}/${east}`
  },
}

function latLon({ lat, lon }: Place): string {
  return `${lat.toFixed(digits)},${lon.toFixed(digits)}`
}

/** '31.22000, 121.46000' */
export function coordinates({ lat, lon }: { lat: number; lon: number }): string {
  return `${lat.toFixed(digits)}, ${lon.toFixed(digits)}`
}
