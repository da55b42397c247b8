/** Where a banner leads: a page of the app, or by the page for foreign addresses to a host that it names. */
export function hrefOf(to: string): string | null {
  if (to.startsWith('/pages/')) return `#${to}`
  if (!isHttps(to)) return null
  return `#/pages/main/web_view/index?${new URLSearchParams({ url: to })}`
}

/** Of the addresses that an operator put up: what else a link of somebody may name is not opened. */
export function hostsOf(leads: readonly string[]): string[] {
  return [...new Set(leads.filter(isHttps).map((to) => new URL(to).host))]
}

/** The whole address where it is https and of an allowed host, without a name and password in it; else null. */
export function allowed(address: string, hosts: readonly string[]): string | null {
  if (!isHttps(address)) return null
  const url = new URL(address)
  return hosts.includes(url.host) && url.username === '' && url.password === '' ? url.href : null
}

function isHttps(to: string): boolean {
  return URL.canParse(to) && new URL(to).protocol === 'https:'
}
