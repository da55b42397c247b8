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
  /** Folder of the built web pages. */
  webFolder: string
}

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
    searchPath: text('PATH', '/usr/local/bin:/usr/bin:/bin'),
    webFolder: fileURLToPath(new URL('../../../web/dist', import.meta.url)),
  }
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
