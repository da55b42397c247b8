/** Paths with a query, for navigation and for links. Empty values are left out. */
type Query = Record<string, string | number>

/** A path with its query, for navigation. */
export function pathTo(path: string, query: Query = {}): string {
  const parts = Object.entries(query).filter(([, value]) => value !== '')
  return parts.length === 0 ? path : `${path}?${new URLSearchParams(parts.map(([name, value]) => [name, String(value)]))}`
}

/** The same as an href, for links. */
export function hrefTo(path: string, query: Query = {}): string {
  return `#${pathTo(path, query)}`
}
