/** The station's settings: defaults, empty values treated as unset, and error messages for wrong values. */
import { expect, it } from 'vitest'
import { appAddress, bindLink, boundLine, homeHttpsPort, unboundBanner } from './console-banner.ts'
import { readStationConfig } from './config.ts'

it('works without any setting', () => {
  expect(readStationConfig({ HOMEPORT_DATA: '', HOMEPORT_PORT: ' ' })).toMatchObject({
    cloud: 'http://127.0.0.1:8700',
    port: 8700,
    screenPort: 8701,
    tlsPort: 0,
    privateSources: false,
    publicUrl: '',
    aria2: '',
    ed2kServers: [],
  })
  expect(readStationConfig({ HOMEPORT_DATA: '/d' })).toMatchObject({ folder: '/d/station', downloads: ['/d/downloads'] })
  expect(readStationConfig({ HOMEPORT_TLS: 'home' }).tlsPort).toBe(8743)
  expect(readStationConfig({ HOMEPORT_TLS: 'home', HOMEPORT_TLS_PORT: '8744' }).homeTlsPort).toBe(8744)
  expect(readStationConfig({ HOMEPORT_PORT: '9000' }).cloud).toBe('http://127.0.0.1:9000')
})

it.each<Record<string, string>>([
  {},
  { HOMEPORT_TLS: '/c.pem,/k.pem' },
  { HOMEPORT_TLS: 'home', HOMEPORT_PUBLIC_URL: 'https://home.example.org' },
  { HOMEPORT_TLS: 'home', DATABASE_URL: 'postgres://db/homeport' },
  { HOMEPORT_TLS: 'home', HOMEPORT_CLOUD: 'http://192.168.1.9:8700' },
])('is not handed on to by a cloud of others, nor by one elsewhere: %o', (env) => {
  expect(homeHttpsPort(readStationConfig(env))).toBe(0)
})

it.each([
  [{ HOMEPORT_PORT: 'http' }, 'HOMEPORT_PORT is "http"; set it to a port from 1 to 65535.'],
  [{ HOMEPORT_TLS: 'home', HOMEPORT_TLS_PORT: 'x' }, 'HOMEPORT_TLS_PORT is "x"; set it to a port from 1 to 65535.'],
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
  [
    { HOMEPORT_ED2K_SERVERS: 'a.example:4661, b.example' },
    'HOMEPORT_ED2K_SERVERS has "b.example"; write each server as host:port, with a comma between two.',
  ],
  [
    { HOMEPORT_FEED_HOSTS: 'fd00::5:9117' },
    'HOMEPORT_FEED_HOSTS has "fd00::5:9117"; write each server as host:port, with a comma between two.',
  ],
  [
    { HOMEPORT_FEED_HOSTS: '[fd00::5::6]:9117' },
    'HOMEPORT_FEED_HOSTS has "[fd00::5::6]:9117"; write each server as host:port, with a comma between two.',
  ],
  [
    { HOMEPORT_FEED_HOSTS: 'http://jackett:9117' },
    'HOMEPORT_FEED_HOSTS has "http://jackett:9117"; write each server as host:port, with a comma between two.',
  ],
  [{ HOMEPORT_LIBRARY_WRITE: 'on' }, 'HOMEPORT_LIBRARY_WRITE is "on"; set it to 1 for yes or 0 for no.'],
  [{ HOMEPORT_PRIVATE_SOURCES: 'yes' }, 'HOMEPORT_PRIVATE_SOURCES is "yes"; set it to 1 for yes or 0 for no.'],
  [{ HOMEPORT_MDNS: 'off' }, 'HOMEPORT_MDNS is "off"; set it to 1 for yes or 0 for no.'],
])('%o is refused in one sentence', (env, sentence) => {
  expect(() => readStationConfig(env)).toThrow(sentence)
})

it('takes the hosts of feeds in the house', () => {
  expect(readStationConfig({ HOMEPORT_FEED_HOSTS: '192.168.1.5:9117, Prowlarr:80' }).feedHosts).toEqual([
    '192.168.1.5:9117',
    'prowlarr',
    'prowlarr:80',
  ])
  // RFC 3986, 3.2.2.
  expect(readStationConfig({ HOMEPORT_FEED_HOSTS: '[FD00:0::5]:9117, [fd00::6]:80' }).feedHosts).toEqual([
    '[fd00::5]:9117',
    '[fd00::6]',
    '[fd00::6]:80',
  ])
})

it('takes the servers of the eDonkey network', () => {
  expect(readStationConfig({ HOMEPORT_ED2K_SERVERS: '[2001:db8::7]:4661' }).ed2kServers).toEqual([
    { host: '[2001:db8::7]', port: 4661 },
  ])
  expect(readStationConfig({ HOMEPORT_ED2K_SERVERS: '198.51.100.7:4661, ed2k.example:4242' }).ed2kServers).toEqual([
    { host: '198.51.100.7', port: 4_661 },
    { host: 'ed2k.example', port: 4_242 },
  ])
})

it('prints the lasting name beside the address where app and cloud are on this machine, and the QR code keeps the address', () => {
  const facts = { devsn: 'K7Q2M4XW5ZPA7F3A', tv: { local: 'http://127.0.0.1:8701/#key=k', house: 'http://192.168.1.20:8701' } }
  const of = (env: Record<string, string>, host = 'homeport-2.local') => boundLine(readStationConfig(env), { ...facts, host })
  expect(of({}).match(/http:\/\/homeport-2\.local:\d+/g)).toEqual([
    'http://homeport-2.local:8700',
    'http://homeport-2.local:8701',
  ])
  expect(of({ HOMEPORT_CLOUD: 'https://club.example' })).not.toContain(':8700')
  expect(of({ HOMEPORT_PUBLIC_URL: 'https://home.example' })).not.toContain('local:8700')
  expect(of({}, '')).not.toContain('.local')
  expect(unboundBanner(readStationConfig({}), { ...facts, code: 'ABCD2345', host: 'homeport.local' })).toContain(
    'http://homeport.local:8700',
  )
  expect(bindLink(readStationConfig({}), { devsn: facts.devsn, code: 'ABCD2345' })).toMatch(/^http:\/\/[\d.]+:8700\//)
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
  expect(of({ OPENSUBTITLES_KEY: 'a-key-of-mine', OPENSUBTITLES_URL: 'http://10.0.0.2:9/api/v1/' })).toMatchObject({
    key: 'a-key-of-mine',
    url: 'http://10.0.0.2:9/api/v1',
    ownHosts: ['10.0.0.2:9'],
  })
  expect(() => of({ OPENSUBTITLES_KEY: 'two words' })).toThrow(/^OPENSUBTITLES_KEY is no key: (?!.*two words)/)
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
