/** The link of a banner: a page of the app, or an external URL by way of the leave-app page. */
export function hrefOf(to: string): string | null {
  if (to.startsWith('/pages/')) return `#${to}`
  if (!isHttps(to)) return null
  return `#/pages/main/web_view/index?${new URLSearchParams({ url: to })}`
}

/** The allowed hosts: those in the operator's banners; external links to others are not opened. */
export function hostsOf(leads: readonly string[]): string[] {
  return [...new Set(leads.filter(isHttps).map((to) => new URL(to).host))]
}

/** The URL if it is https, of an allowed host, and without credentials; else null. */
export function allowed(address: string, hosts: readonly string[]): string | null {
  if (!isHttps(address)) return null
  const url = new URL(address)
  return hosts.includes(url.host) && url.username === '' && url.password === '' ? url.href : null
}

function isHttps(to: string): boolean {
  return URL.canParse(to) && new URL(to).protocol === 'https:'
}
