import { describe, expect, test } from 'vitest'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCloudConfig, SettingError } from './config.ts'

test('every setting has a default that works, and an empty one is unset', () => {
  expect(readCloudConfig({ HOMEPORT_PORT: '', DATABASE_URL: ' ', HOMEPORT_ORIGINS: '' })).toMatchObject({
    port: 8700,
    registration: 'open',
    databaseUrl: undefined,
    origins: [],
    trustedProxies: [],
  })
})

test('a public address is one of our names and asks new accounts for the pairing code, unless said otherwise', () => {
  const config = readCloudConfig({ HOMEPORT_PUBLIC_URL: 'https://home.example.org/' })
  expect(config).toMatchObject({ registration: 'code', publicUrl: 'https://home.example.org' })
  expect(config.origins).toEqual(['https://home.example.org'])
  expect(readCloudConfig({ HOMEPORT_PUBLIC_URL: 'https://home.example.org', HOMEPORT_REGISTRATION: 'open' }).registration).toBe(
    'open',
  )
})

test('origins are a list', () => {
  expect(readCloudConfig({ HOMEPORT_ORIGINS: 'https://a.example, https://b.example:8443/' }).origins).toEqual([
    'https://a.example',
    'https://b.example:8443',
  ])
})

test.each([
  ['HOMEPORT_PORT', 'eight'],
  ['HOMEPORT_PORT', '70000'],
  ['HOMEPORT_PUBLIC_URL', 'home'],
  ['HOMEPORT_PUBLIC_URL', 'https://example.org/homeport/'],
  ['HOMEPORT_ORIGINS', 'https://ok.example nonsense'],
  ['HOMEPORT_ORIGINS', 'https://ok.example/below'],
  ['HOMEPORT_REGISTRATION', 'maybe'],
  ['DATABASE_URL', 'mysql://x'],
  ['MQTT_URL', 'nonsense'],
  ['MQTT_URL', 'http://localhost'],
  ['UPLOADS_URL', 'ftp://x'],
  ['SMTP_URL', 'https://mail.example.org'],
  ['SMTP_URL', 'smtp://mail.example.org'],
  ['HOMEPORT_LOG', 'loud'],
  ['HOMEPORT_METRICS_TOKEN', 'short'],
  ['HOMEPORT_DEVICE_IMAGES', '/no/such/folder'],
])('a wrong %s is named in one sentence with the remedy', (name, value) => {
  const failure = failureOf({ [name]: value })
  expect(failure).toBeInstanceOf(SettingError)
  expect(failure?.message).toMatch(new RegExp(`^${name} .+\\.$`))
  expect(failure?.message).not.toContain('\n')
})

test.each(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])(
  'HOMEPORT_LOG takes %s, as the README says',
  (level) => {
    expect(readCloudConfig({ HOMEPORT_LOG: level }).logLevel).toBe(level)
  },
)

test('a broker without a shared database is refused', () => {
  expect(failureOf({ MQTT_URL: 'mqtt://127.0.0.1' })?.message).toContain('DATABASE_URL')
})

test('a wrong address with a password in it does not repeat the password', () => {
  expect(failureOf({ DATABASE_URL: 'mysql://u:topsecret@x' })?.message).not.toContain('topsecret')
})

function failureOf(env: Record<string, string>): Error | undefined {
  try {
    readCloudConfig(env)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : undefined
  }
}

test("WeChat's address holds the mini-program's appid and secret, and what lacks is said without repeating them", () => {
  const url = 'https://wx0123456789abcdef:hush@api.weixin.qq.com'
  expect(readCloudConfig({ WECHAT_URL: url }).wechatUrl).toBe(url)
  expect(readCloudConfig({ WECHAT_URL: '' }).wechatUrl).toBeUndefined()
  for (const wrong of ['https://api.weixin.qq.com', 'https://hush@api.weixin.qq.com', 'ftp://a:hush@b', 'hush']) {
    expect(() => readCloudConfig({ WECHAT_URL: wrong })).toThrow(/^WECHAT_URL /)
    expect(() => readCloudConfig({ WECHAT_URL: wrong })).not.toThrow(/hush/)
  }
})

describe('the hosts file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'homeport-hosts-')), 'hosts.json')
  const read = (content: unknown) => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return readCloudConfig({ HOMEPORT_HOSTS: file }).hostsFile
  }

  test('names hosts of environments and languages', () => {
    const hosts = { pre: { en: { device: 'https://pre.example', ws: 'wss://pre.example/ws' } } }
    expect(read({ hosts })).toEqual({ env: 'product', hosts })
  })

  test.each([
    ['{', /cannot be read as JSON/],
    [{ hosts: { pre: { en: { device: 'pre.example' } } } }, /hosts\.pre\.en\.device is wrong/],
    [{ hosts: { pre: { en: { ws: 'https://pre.example' } } } }, /hosts\.pre\.en\.ws is wrong/],
    [{ hosts: { later: {} } }, /hosts/],
    [{ env: 'later', hosts: {} }, /env is wrong/],
  ])('%j is refused in one sentence that names the field', (content, words) => {
    expect(() => read(content)).toThrow(words)
    expect(() => read(content)).toThrow(SettingError)
  })
})
