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
  [{ TMDB_URL: 'api.example' }, 'TMDB_URL is "api.example"; set it to an address that begins with http:// or https://.'],
  [{ TMDB_IMAGES: 'x' }, 'TMDB_IMAGES is "x"; set it to an address that begins with http:// or https://.'],
  [{ TMDB_TIMEOUT: '0' }, 'TMDB_TIMEOUT is "0"; set it to seconds from 1 to 60.'],
  [{ TMDB_PROXY: 'socks5://x:1' }, 'TMDB_PROXY is no address of a proxy; set it to one that begins with http://.'],
  [{ HTTPS_PROXY: 'x' }, 'HTTPS_PROXY is no address of a proxy; set it to one that begins with http://.'],
  [{ HOMEPORT_LIBRARY_WRITE: 'on' }, 'HOMEPORT_LIBRARY_WRITE is "on"; set it to 1 for yes or 0 for no.'],
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

it('takes the subtitle service: OpenSubtitles, or a host that the operator named', () => {
  const of = (env: Record<string, string>) => readStationConfig(env).subtitles
  expect(of({})).toEqual({ key: '', url: 'https://api.opensubtitles.com/api/v1', proxy: '', timeoutMs: 8_000, ownHosts: [] })
  expect(of({ OPENSUBTITLES_KEY: 'k', OPENSUBTITLES_URL: 'http://10.0.0.2:9/api/v1/' })).toMatchObject({
    key: 'k',
    url: 'http://10.0.0.2:9/api/v1',
    ownHosts: ['10.0.0.2:9'],
  })
  expect(() => of({ OPENSUBTITLES_URL: 'opensubtitles' })).toThrow('OPENSUBTITLES_URL is "opensubtitles"')
})

it('takes a key or a token of the film database, and says what a wrong one should be without repeating it', () => {
  const of = (env: Record<string, string>) => readStationConfig(env).filmDatabase
  const [key, token] = ['0123456789abcdef0123456789abcdef', 'eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ4In0.c2ln']
  expect(of({})).toEqual({
    key: '',
    url: 'https://api.themoviedb.org/3',
    images: 'https://image.tmdb.org/t/p',
    proxy: '',
    timeoutMs: 10_000,
    ownHosts: [],
  })
  expect(of({ TMDB_KEY: key }).key).toBe(key)
  expect(of({ TMDB_KEY: token }).key).toBe(token)
  expect(of({ TMDB_URL: 'http://127.0.0.1:9/3/' })).toMatchObject({ url: 'http://127.0.0.1:9/3', ownHosts: ['127.0.0.1:9'] })
  expect(of({ https_proxy: 'http://p:3128' }).proxy).toBe('http://p:3128')
  expect(of({ HTTPS_PROXY: 'http://p:3128', TMDB_PROXY: 'http://q:1' }).proxy).toBe('http://q:1')
  const wrong = () => of({ TMDB_KEY: 'secret-of-mine' })
  expect(wrong).toThrow('TMDB_KEY is neither a key (32 characters, 0-9 and a-f) nor a token (begins with eyJ)')
  expect(wrong).not.toThrow('secret-of-mine')
})
