/** The address at which a phone's own map app opens a place; elsewhere a map on the web. */
import type { Place } from '@homeport/contract/shape/place.ts'

const digits = 5

export function mapAddress({ name, lat, lon }: Place, os: string): string {
  const at = `${lat.toFixed(digits)},${lon.toFixed(digits)}`
  if (os === 'ios') return `https://maps.apple.com/?${new URLSearchParams({ ll: at, q: name || at })}`
  if (os === 'android') return `geo:${at}?q=${encodeURIComponent(name === '' ? at : `${at}(${name})`)}`
  const query = new URLSearchParams({ mlat: lat.toFixed(digits), mlon: lon.toFixed(digits) })
  return `https://www.openstreetmap.org/?${query}#map=12/${lat.toFixed(digits)}/${lon.toFixed(digits)}`
}

/** '31.22000, 121.46000' */
export function coordinates({ lat, lon }: { lat: number; lon: number }): string {
  return `${lat.toFixed(digits)}, ${lon.toFixed(digits)}`
}
