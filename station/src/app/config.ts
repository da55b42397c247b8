/** The station's settings, read once from the environment; an empty value counts as unset, a wrong one gives a one-sentence error. */
import { delimiter, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SettingError } from '../kit/setting-error.ts'

export { SettingError }

export type StationConfig = {
  /** The box's own folder. */
  folder: string
  downloads: string
  /** Folders besides the download folder whose films are listed. */
  library: string[]
  cloud: string
  /** '' if not set. */
  publicUrl: string
  port: number
  screenPort: number
  privateSources: boolean
  /** Path of an aria2c; '' if not set. */
  aria2: string
  searchPath: string
  filmDatabase: FilmDatabaseConfig
  subtitles: SubtitleServiceConfig
  /** Homeport may write into library folders. */
  writesLibrary: boolean
  /** Folder of the built web pages. */
  webFolder: string
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

export function readStationConfig(env: Record<string, string | undefined>): StationConfig {
  const text = (name: string, otherwise: string) => env[name]?.trim() || otherwise
  const data = resolve(text('HOMEPORT_DATA', 'data'))
  const port = portFrom('HOMEPORT_PORT', text('HOMEPORT_PORT', '8700'))
  return {
    folder: resolve(data, 'station'),
    downloads: resolve(text('HOMEPORT_DOWNLOADS', resolve(data, 'downloads'))),
    library: text('HOMEPORT_LIBRARY', '')
      .split(delimiter)
      .filter((folder) => folder.trim() !== '')
      .map((folder) => resolve(folder)),
    cloud: addressFrom('HOMEPORT_CLOUD', text('HOMEPORT_CLOUD', `http://127.0.0.1:${port}`)),
    publicUrl: addressFrom('HOMEPORT_PUBLIC_URL', text('HOMEPORT_PUBLIC_URL', '')),
    port,
    screenPort: portFrom('HOMEPORT_SCREEN_PORT', text('HOMEPORT_SCREEN_PORT', '8701')),
    privateSources: flagFrom('HOMEPORT_PRIVATE_SOURCES', text('HOMEPORT_PRIVATE_SOURCES', '0')),
    aria2: text('ARIA2', ''),
    filmDatabase: filmDatabaseFrom(text),
    subtitles: subtitlesFrom(text),
    writesLibrary: flagFrom('HOMEPORT_LIBRARY_WRITE', text('HOMEPORT_LIBRARY_WRITE', '0')),
    searchPath: text('PATH', '/usr/local/bin:/usr/bin:/bin'),
    webFolder: fileURLToPath(new URL('../../../web/dist', import.meta.url)),
  }
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
    key: text('OPENSUBTITLES_KEY', ''),
    url: addressFrom('OPENSUBTITLES_URL', own || 'https://api.opensubtitles.com/api/v1'),
    proxy: proxyFrom('HTTPS_PROXY', text('HTTPS_PROXY', text('https_proxy', ''))),
    timeoutMs: subtitleTimeoutMs,
    ownHosts: URL.canParse(own) ? [new URL(own).host] : [],
  }
}

/** The sentence does not repeat the key: it may stand in a log. */
function databaseKeyFrom(value: string): string {
  if (value === '' || /^[0-9a-f]{32}$/i.test(value) || /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(value)) return value
  throw new SettingError(
    'TMDB_KEY is neither a key (32 characters, 0-9 and a-f) nor a token (begins with eyJ); copy either from themoviedb.org/settings/api.',
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

function flagFrom(name: string, value: string): boolean {
  if (value === '1' || value === '0') return value === '1'
  throw new SettingError(`${name} is "${value}"; set it to 1 for yes or 0 for no.`)
}
