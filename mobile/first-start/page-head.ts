/** Runs in the app's page before the app: tells it where the cloud is. Without an address the page that takes one opens. A classic script: it must be done before the app's module starts. */
function namePageHosts(script: HTMLOrSVGScriptElement | null): void {
  const built = script?.dataset['address'] ?? ''
  const address = built === '' ? localStorage.getItem('homeport.cloud') : built
  if (!address) return location.replace('./address.html')
  const languages = ['zh', 'en']
  const hosts = ['device', 'forum', 'ws', 'manager', 'version', 'update', 'help']
  const urlOf = (language: string, host: string) =>
    `${host === 'ws' ? address.replace(/^http/, 'ws') : address}/${language}/${host}`
  const realms = languages.map((language) => [language, Object.fromEntries(hosts.map((host) => [host, urlOf(language, host)]))])
  addMeta(
    'hosts',
    `data:application/json,${encodeURIComponent(JSON.stringify({ hosts: { product: Object.fromEntries(realms) } }))}`,
  )
  addMeta('homeport-cloud', address)
}

function addMeta(name: string, content: string): void {
  const meta = document.createElement('meta')
  meta.name = name
  meta.content = content
  document.head.append(meta)
}

namePageHosts(document.currentScript)
