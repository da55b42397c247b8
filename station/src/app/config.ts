/** The station's settings, read once from the environment; an empty value counts as unset, a wrong one gives a one-sentence error. */
import { isIP } from 'node:net'
import { delimiter, isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isApiKey } from '@homeport/contract/api-key.ts'
import { SettingError } from '../kit/setting-error.ts'

export { SettingError }

export type StationConfig = {
  /** The box's own folder. */
  folder: string
  /** Folders for downloads, the first one for those without another choice. */
  downloads: string[]
  /** Folders besides the download folder whose films are listed. */
  library: string[]
  cloud: string
  /** '' if not set. */
  publicUrl: string
  port: number
  screenPort: number
  /** The cloud's port of https; 0 if it has none. */
  tlsPort: number
  /** The same where it is the https of a home alone, with no public address and no database server; 0 otherwise. */
  homeTlsPort: number
  /** The box is announced in the house by multicast DNS. */
  isAnnounced: boolean
  /** Where DLNA renderers are searched for; undefined: they are not. */
  renderers: { address: string; port: number } | undefined
  /** Films may be shown on the display of the box. */
  showsFilms: boolean
  privateSources: boolean
  /** A program that runs when a download is done; '' if not set. */
  onDone: string
  /** Path of an aria2c; '' if not set. */
  aria2: string
  /** Servers of the eDonkey network. */
  ed2kServers: { host: string; port: number }[]
  /** Hosts of the house whose feeds may be read, with their ports. */
  feedHosts: string[]
  searchPath: string
  filmDatabase: FilmDatabaseConfig
  subtitles: SubtitleServiceConfig
  /** Homeport may write into library folders. */
  writesLibrary: boolean
  updates: ChannelConfig
  /** Versions that the box has taken. */
  versionsFolder: string
  /** Folder of the built web pages. */
  webFolder: string
  /** Folder of the running version. */
  root: string
  /** The environment of programs that install and try a version. */
  env: NodeJS.ProcessEnv
}

/** TMDB's, version 3. key: a key or a token; '' if not set: nothing is asked. proxy: '' if none. ownHosts: those that the operator named, with their ports; they may be private ones. */
export type FilmDatabaseConfig = {
  key: string
  url: string
  images: string
  proxy: string
  timeoutMs: number
  ownHosts: string[]
}

/** OpenSubtitles', version 1. key: '' if not set: nothing is asked. ownHosts: the one that the operator named, with its port; it may be a private one. */
export type SubtitleServiceConfig = { key: string; url: string; proxy: string; timeoutMs: number; ownHosts: string[] }

/** Channel of the box's updates. base: '' if not set: nothing is asked. key: 32 bytes in base64. */
export type ChannelConfig = { base: string; key: string; proxy: string }

export function readStationConfig(env: Record<string, string | undefined>): StationConfig {
  const text = (name: string, otherwise: string) => env[name]?.trim() || otherwise
  const data = resolve(text('HOMEPORT_DATA', 'data'))
  const tls = text('HOMEPORT_TLS', 'off')
  const tlsPort = tls === 'off' ? 0 : portFrom('HOMEPORT_TLS_PORT', text('HOMEPORT_TLS_PORT', '8743'))
  const isHome = tls === 'home' && text('HOMEPORT_PUBLIC_URL', '') === '' && text('DATABASE_URL', '') === ''
  const port = portFrom('HOMEPORT_PORT', text('HOMEPORT_PORT', '8700'))
  return {
    folder: resolve(data, 'station'),
    downloads: foldersFrom(text('HOMEPORT_DOWNLOADS', resolve(data, 'downloads'))),
    library: foldersFrom(text('HOMEPORT_LIBRARY', '')),
    cloud: addressFrom('HOMEPORT_CLOUD', text('HOMEPORT_CLOUD', `http://127.0.0.1:${port}`)),
    publicUrl: addressFrom('HOMEPORT_PUBLIC_URL', text('HOMEPORT_PUBLIC_URL', '')),
    port,
    screenPort: portFrom('HOMEPORT_SCREEN_PORT', text('HOMEPORT_SCREEN_PORT', '8701')),
    tlsPort,
    homeTlsPort: isHome ? tlsPort : 0,
    isAnnounced: flagFrom('HOMEPORT_MDNS', text('HOMEPORT_MDNS', '1')),
    renderers: renderersFrom(text('HOMEPORT_DLNA', '1')),
    showsFilms: flagFrom('HOMEPORT_MPV', text('HOMEPORT_MPV', '1')),
    privateSources: flagFrom('HOMEPORT_PRIVATE_SOURCES', text('HOMEPORT_PRIVATE_SOURCES', '0')),
    aria2: text('ARIA2', ''),
    onDone: programFrom(text('HOMEPORT_ON_DONE', '')),
    ed2kServers: serversFrom('HOMEPORT_ED2K_SERVERS', text('HOMEPORT_ED2K_SERVERS', '')),
    feedHosts: serversFrom('HOMEPORT_FEED_HOSTS', text('HOMEPORT_FEED_HOSTS', '')).flatMap(hostForms),
    filmDatabase: filmDatabaseFrom(text),
    subtitles: subtitlesFrom(text),
    writesLibrary: flagFrom('HOMEPORT_LIBRARY_WRITE', text('HOMEPORT_LIBRARY_WRITE', '0')),
    searchPath: text('PATH', '/usr/local/bin:/usr/bin:/bin'),
    updates: updatesFrom(text),
    versionsFolder: resolve(data, 'versions'),
    webFolder: fileURLToPath(new URL('../../../web/dist', import.meta.url)),
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    env,
  }
}

function programFrom(value: string): string {
  if (value === '' || isAbsolute(value)) return value
  throw new SettingError(`HOMEPORT_ON_DONE is "${value}"; set it to the whole path of a program, without arguments.`)
}

/** The group of SSDP, which all devices of a house hear. */
export const houseSearch = { address: '239.255.255.250', port: 1_900 }

/** An address of this machine, with a port, is for tests: no other device hears the search. */
function renderersFrom(value: string): StationConfig['renderers'] {
  const [, address, port] = /^(\d+\.\d+\.\d+\.\d+):(\d{1,5})$/.exec(value) ?? []
  if (address !== undefined && isIP(address) === 4) return { address, port: Number(port) }
  return flagFrom('HOMEPORT_DLNA', value) ? houseSearch : undefined
}

function foldersFrom(value: string): string[] {
  const folders = value
    .split(delimiter)
    .filter((folder) => folder.trim() !== '')
    .map((folder) => resolve(folder))
  return [...new Set(folders)]
}

function filmDatabaseFrom(text: (name: string, otherwise: string) => string): FilmDatabaseConfig {
  const usual = text('HTTPS_PROXY', text('https_proxy', ''))
  return {
    key: databaseKeyFrom(text('TMDB_KEY', '')),
    url: addressFrom('TMDB_URL', text('TMDB_URL', 'https://api.themoviedb.org/3')),
    images: addressFrom('TMDB_IMAGES', text('TMDB_IMAGES', 'https://image.tmdb.org/t/p')),
    proxy: text('TMDB_PROXY', '') ? proxyFrom('TMDB_PROXY', text('TMDB_PROXY', '')) : proxyFrom('HTTPS_PROXY', usual),
    timeoutMs: 1_000 * secondsFrom('TMDB_TIMEOUT', text('TMDB_TIMEOUT', '10')),
    ownHosts: [text('TMDB_URL', ''), text('TMDB_IMAGES', '')]
      .filter((address) => URL.canParse(address))
      .map((address) => new URL(address).host),
  }
}

/** An act on subtitles has to be answered within 10 s. */
const subtitleTimeoutMs = 8_000

function subtitlesFrom(text: (name: string, otherwise: string) => string): SubtitleServiceConfig {
  const own = text('OPENSUBTITLES_URL', '')
  return {
    key: subtitleKeyFrom(text('OPENSUBTITLES_KEY', '')),
    url: addressFrom('OPENSUBTITLES_URL', own || 'https://api.opensubtitles.com/api/v1'),
    proxy: proxyFrom('HTTPS_PROXY', text('HTTPS_PROXY', text('https_proxy', ''))),
    timeoutMs: subtitleTimeoutMs,
    ownHosts: URL.canParse(own) ? [new URL(own).host] : [],
  }
}

function updatesFrom(text: (name: string, otherwise: string) => string): ChannelConfig {
  const base = addressFrom('HOMEPORT_UPDATES', text('HOMEPORT_UPDATES', ''))
  const key = text('HOMEPORT_UPDATES_KEY', '')
  const proxy = proxyFrom('HTTPS_PROXY', text('HTTPS_PROXY', text('https_proxy', '')))
  if (base === '' && key === '') return { base, key, proxy }
  if (!/^[A-Za-z0-9+/]{43}=$/.test(key))
    throw new SettingError(
      'HOMEPORT_UPDATES_KEY is no public key (44 characters): copy the one that belongs to HOMEPORT_UPDATES from whoever publishes it.',
    )
  return { base, key, proxy }
}

/** The sentence does not repeat the key: it may stand in a log. */
function databaseKeyFrom(value: string): string {
  if (value === '' || isApiKey('tmdb', value)) return value
  throw new SettingError(
    'TMDB_KEY is neither a key (32 characters, 0-9 and a-f) nor a token (begins with eyJ); copy either from themoviedb.org/settings/api.',
  )
}

/** Nor does this one. */
function subtitleKeyFrom(value: string): string {
  if (value === '' || isApiKey('opensubtitles', value)) return value
  throw new SettingError(
    'OPENSUBTITLES_KEY is no key: it has 8 to 200 letters, digits and signs without a space; copy it from opensubtitles.com/consumers.',
  )
}

function proxyFrom(name: string, value: string): string {
  if (value === '' || (URL.canParse(value) && new URL(value).protocol === 'http:')) return value
  throw new SettingError(`${name} is no address of a proxy; set it to one that begins with http://.`)
}

function secondsFrom(name: string, value: string): number {
  const seconds = Number(value)
  if (seconds >= 1 && seconds <= 60) return seconds
  throw new SettingError(`${name} is "${value}"; set it to seconds from 1 to 60.`)
}

function portFrom(name: string, value: string): number {
  const port = Number(value)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw new SettingError(`${name} is "${value}"; set it to a port from 1 to 65535.`)
}

function addressFrom(name: string, value: string): string {
  if (value === '') return ''
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return value.replace(/\/+$/, '')
  throw new SettingError(`${name} is "${value}"; set it to an address that begins with http:// or https://.`)
}

/** host:port, several with a comma between. An IPv6 address stands in brackets, and is written as URLs write it (RFC 5952). */
function serversFrom(name: string, value: string): { host: string; port: number }[] {
  const entries = value.split(',').filter((entry) => entry.trim() !== '')
  return entries.map((entry) => {
    const [, given = '', port = ''] = /^\s*([\w.-]+|\[[\da-f:.]+\]):(\d{1,5})\s*$/i.exec(entry) ?? []
    const host = !given.startsWith('[') ? given : URL.canParse(`http://${given}`) ? new URL(`http://${given}`).hostname : ''
    if (host !== '' && Number(port) >= 1 && Number(port) <= 65_535) return { host, port: Number(port) }
    throw new SettingError(`${name} has "${entry.trim()}"; write each server as host:port, with a comma between two.`)
  })
}

/** As addresses name it: without the port where it is the usual one. */
function hostForms({ host, port }: { host: string; port: number }): string[] {
  const name = host.toLowerCase()
  return port === 80 || port === 443 ? [name, `${name}:${port}`] : [`${name}:${port}`]
}

function flagFrom(name: string, value: string): boolean {
  if (value === '1' || value === '0') return value === '1'
  throw new SettingError(`${name} is "${value}"; set it to 1 for yes or 0 for no.`)
}
