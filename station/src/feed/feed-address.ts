/** Addresses of feeds as people paste them. */

/** An indexer's address as Jackett and Prowlarr give it lacks what it is asked: the newest of all. */
export function feedUrlOf(address: string): URL {
  const url = new URL(address)
  const isTorznab = /\/torznab\/?$/i.test(url.pathname)
  if (isTorznab) url.pathname = `${url.pathname.replace(/\/$/, '')}/api`
  if ((isTorznab || /\/api\/?$/i.test(url.pathname)) && !url.searchParams.has('t')) url.searchParams.set('t', 'search')
  return url
}

/** The search of an indexer for an episode, or with 0 for a season; undefined for a feed that is none. */
export function searchUrlOf(address: string, { title, season, episode }: { title: string; season: number; episode: number }) {
  const url = feedUrlOf(address)
  if (!/\/api$/i.test(url.pathname.replace(/\/$/, ''))) return undefined
  // Words of another search would narrow this one.
  for (const name of ['imdbid', 'tmdbid', 'tvdbid', 'rid', 'offset', 'ep']) url.searchParams.delete(name)
  url.searchParams.set('t', 'tvsearch')
  url.searchParams.set('q', title)
  url.searchParams.set('season', String(season))
  if (episode > 0) url.searchParams.set('ep', String(episode))
  return url
}

/** The one part of an address that is told: the rest of it may hold a key. */
export function shownHost(address: string): string {
  return URL.canParse(address) ? new URL(address).host : ''
}
