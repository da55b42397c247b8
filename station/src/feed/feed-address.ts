/** Addresses of feeds as people paste them. */

/** An indexer's address as Jackett and Prowlarr give it lacks what it is asked: the newest of all. */
export function feedUrlOf(address: string): URL {
  const url = new URL(address)
  const isTorznab = /\/torznab\/?$/i.test(url.pathname)
  if (isTorznab) url.pathname = `${url.pathname.replace(/\/$/, '')}/api`
  if ((isTorznab || /\/api\/?$/i.test(url.pathname)) && !url.searchParams.has('t')) url.searchParams.set('t', 'search')
  return url
}

/** The one part of an address that is told: the rest of it may hold a key. */
export function shownHost(address: string): string {
  return URL.canParse(address) ? new URL(address).host : ''
}
