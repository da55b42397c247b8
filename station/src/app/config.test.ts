/** The station's settings: defaults, empty values treated as unset, and error messages for wrong values. */
import { expect, it } from 'vitest'
import { appAddress } from './console-banner.ts'
import { readStationConfig } from './config.ts'

it('works without any setting', () => {
  expect(readStationConfig({ HOMEPORT_DATA: '', HOMEPORT_PORT: ' ' })).toMatchObject({
    cloud: 'http://127.0.0.1:8700',
    port: 8700,
    screenPort: 8701,
    privateSources: false,
    publicUrl: '',
    aria2: '',
  })
  expect(readStationConfig({ HOMEPORT_DATA: '/d' })).toMatchObject({ folder: '/d/station', downloads: '/d/downloads' })
  expect(readStationConfig({ HOMEPORT_PORT: '9000' }).cloud).toBe('http://127.0.0.1:9000')
})

it.each([
  [{ HOMEPORT_PORT: 'http' }, 'HOMEPORT_PORT is "http"; set it to a port from 1 to 65535.'],
  [{ HOMEPORT_SCREEN_PORT: '70000' }, 'HOMEPORT_SCREEN_PORT is "70000"; set it to a port from 1 to 65535.'],
  [
    { HOMEPORT_CLOUD: 'homeport.example' },
    'HOMEPORT_CLOUD is "homeport.example"; set it to an address that begins with http:// or https://.',
  ],
  [
    { HOMEPORT_PUBLIC_URL: 'ftp://x' },
    'HOMEPORT_PUBLIC_URL is "ftp://x"; set it to an address that begins with http:// or https://.',
  ],
  [{ HOMEPORT_PRIVATE_SOURCES: 'yes' }, 'HOMEPORT_PRIVATE_SOURCES is "yes"; set it to 1 for yes or 0 for no.'],
])('%o is refused in one sentence', (env, sentence) => {
  expect(() => readStationConfig(env)).toThrow(sentence)
})

it('leads a phone to the public address, else to the operator’s cloud, else to this machine on its network', () => {
  const of = (env: Record<string, string>) => appAddress(readStationConfig(env))
  expect(of({ HOMEPORT_PUBLIC_URL: 'https://home.example/', HOMEPORT_CLOUD: 'https://club.example' })).toBe(
    'https://home.example',
  )
  expect(of({ HOMEPORT_CLOUD: 'https://club.example' })).toBe('https://club.example')
  expect(of({ HOMEPORT_PORT: '9123' })).toMatch(/^http:\/\/[\d.]+:9123$/)
})
