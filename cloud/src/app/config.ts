/** The cloud's settings from the environment; no other file reads it. */
import { readFileSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { domainToASCII, fileURLToPath } from 'node:url'
import { HostsFile } from '@homeport/contract/kit/hosts-file.ts'
import * as z from 'zod/mini'
import type { RelaySetting } from '../away/tunnels.ts'
import { readMailUrl, type MailServer } from '../kit/mail/mail.ts'
import { SettingError } from '../kit/operator-error.ts'

export { SettingError }

/** home: a CA of our own; files: the operator's certificate and key, in PEM form; acme: a public CA, which reads its challenges at `port`. */
export type TlsSetting =
  | { kind: 'home' }
  | { kind: 'files'; cert: string; key: string }
  | { kind: 'acme'; names: string[]; email: string; directory: string; roots: string | undefined; port: number }

export type CloudConfig = {
  /** 0 selects any free port. */
  port: number
  /** https on a port of its own beside http; undefined: none. */
  tls: TlsSetting | undefined
  /** 0 selects any free port. */
  tlsPort: number
  /** https is that of one home alone: a CA of its own, no public address and no database server. */
  isHome: boolean
  /** The data folder; the cloud uses its subfolder `cloud`. */
  dataFolder: string
  /** The built web app. */
  webFolder: string
  publicUrl: string | undefined
  /** The public address and further allowed origins. */
  origins: string[]
  /** Host names of this server. */
  names: string[]
  registration: 'open' | 'code' | 'closed'
  databaseUrl: string | undefined
  mqttUrl: string | undefined
  uploadsUrl: string | undefined
  /** An HTTP gateway for SMS; without it codes go to the outbox file. */
  smsUrl: string | undefined
  /** WeChat's server, with the mini-program's appid and secret as user and password; without it there is no WeChat sign-in. */
  wechatUrl: string | undefined
  /** A mail server; without it codes go to the outbox file. */
  smtp: MailServer | undefined
  /** Fills realms without users with demo people and threads. */
  demo: boolean
  /** Addresses of trusted proxies, whose forwarded headers are used. */
  trustedProxies: string[]
  logLevel: string
  /** host:port of push services that may lie on private addresses or answer plain http. */
  pushHosts: string[]
  /** Folder with pictures of boxes (HOMEPORT_DEVICE_IMAGES); undefined: the app draws them. */
  deviceImages: string | undefined
  /** Hosts that the app uses instead of this origin (HOMEPORT_HOSTS). */
  hostsFile: HostsFile | undefined
  /** Films and files of boxes for people away from home (docs/decisions/091); undefined: off. */
  relay: RelaySetting | undefined
  /** Opens /metrics to whoever sends it; without it only this machine reads them. */
  metricsToken: string | undefined
}

type Env = Record<string, string | undefined>

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']
const metricsTokenMin = 16

export function readCloudConfig(given: Env = process.env): CloudConfig {
  const env = withoutEmpty(given)
  const publicUrl = env.HOMEPORT_PUBLIC_URL === undefined ? undefined : originOf('HOMEPORT_PUBLIC_URL', env.HOMEPORT_PUBLIC_URL)
  const databaseUrl = urlOf('DATABASE_URL', env.DATABASE_URL, ['postgres:', 'postgresql:'])
  const mqttUrl = urlOf('MQTT_URL', env.MQTT_URL, ['mqtt:', 'mqtts:', 'ws:', 'wss:'])
  if (mqttUrl !== undefined && databaseUrl === undefined) {
    throw new SettingError(
      'MQTT_URL joins several cloud processes, which also need a shared database: set DATABASE_URL too, or unset MQTT_URL.',
    )
  }
  const port = portOf('HOMEPORT_PORT', env.HOMEPORT_PORT, 8700)
  const tls = env.HOMEPORT_TLS === 'acme' ? acmeOf(env, publicUrl) : tlsOf(env.HOMEPORT_TLS)
  const tlsPort = portOf('HOMEPORT_TLS_PORT', env.HOMEPORT_TLS_PORT, 8743)
  if (tls && port !== 0 && tlsPort === port)
    throw new SettingError(`HOMEPORT_TLS_PORT is ${tlsPort}, the port of http: set it to another port.`)
  if (tls?.kind === 'acme' && mqttUrl !== undefined)
    throw new SettingError(
      'HOMEPORT_TLS=acme is for one cloud process: with MQTT_URL let the balancer have the certificate, and unset HOMEPORT_TLS.',
    )
  if (tls?.kind === 'acme' && tlsPort !== 0 && tls.port === tlsPort)
    throw new SettingError(`HOMEPORT_ACME_PORT is ${tlsPort}, the port of https: set it to another port.`)
  return {
    port,
    tls,
    tlsPort,
    isHome: tls?.kind === 'home' && publicUrl === undefined && databaseUrl === undefined,
    dataFolder: resolve(env.HOMEPORT_DATA ?? './data'),
    webFolder: fileURLToPath(new URL('../../../web/dist', import.meta.url)),
    publicUrl,
    origins: [
      ...(publicUrl === undefined ? [] : [publicUrl]),
      ...listOf(env.HOMEPORT_ORIGINS).map((origin) => originOf('HOMEPORT_ORIGINS', origin)),
    ],
    names: [hostname().toLowerCase(), ...(tls?.kind === 'acme' ? tls.names : [])],
    registration: oneOf('HOMEPORT_REGISTRATION', env.HOMEPORT_REGISTRATION ?? (publicUrl === undefined ? 'open' : 'code'), [
      'open',
      'code',
      'closed',
    ]),
    databaseUrl,
    mqttUrl,
    uploadsUrl: urlOf('UPLOADS_URL', env.UPLOADS_URL, ['s3:', 'file:']),
    smsUrl: urlOf('SMS_URL', env.SMS_URL, ['https:', 'http:']),
    wechatUrl: wechatOf(env.WECHAT_URL),
    smtp: env.SMTP_URL === undefined ? undefined : readMailUrl(env.SMTP_URL),
    demo: env.HOMEPORT_DEMO === '1',
    trustedProxies: listOf(env.HOMEPORT_TRUSTED_PROXIES),
    logLevel: oneOf('HOMEPORT_LOG', env.HOMEPORT_LOG ?? 'info', logLevels),
    pushHosts: listOf(env.HOMEPORT_PUSH_HOSTS),
    deviceImages:
      env.HOMEPORT_DEVICE_IMAGES === undefined ? undefined : folderOf('HOMEPORT_DEVICE_IMAGES', env.HOMEPORT_DEVICE_IMAGES),
    hostsFile: env.HOMEPORT_HOSTS === undefined ? undefined : readHostsFile(env.HOMEPORT_HOSTS),
    relay: relayOf(env, mqttUrl !== undefined),
    metricsToken: metricsTokenOf(env.HOMEPORT_METRICS_TOKEN),
  }
}

const maxRelayMbit = 1_000
const usualTunnelPath = '/tunnel'

/** Mbit/s of one stream, then of one box; without the second a box has two streams' worth. */
function relayOf(env: Env, isOneOfSeveral: boolean): RelaySetting | undefined {
  const { HOMEPORT_RELAY: text = '0', HOMEPORT_RELAY_PATH: path = usualTunnelPath } = env
  if (text === '0') return undefined
  const [stream = 0, box = 2 * stream] = /^\d+(\/\d+)?$/.test(text) ? text.split('/').map(Number) : []
  if (stream < 1 || box < stream || box > maxRelayMbit)
    throw new SettingError(
      `HOMEPORT_RELAY is "${text}": set it to Mbit/s of one stream and of one box, such as 20/40 (at most ${maxRelayMbit}), or to 0.`,
    )
  if (isOneOfSeveral && env.HOMEPORT_RELAY_PATH === undefined)
    throw new SettingError(
      'With MQTT_URL and HOMEPORT_RELAY each process needs a path of its own, which the balancer leads to it: set HOMEPORT_RELAY_PATH, such as /tunnel-1.',
    )
  if (!/^\/tunnel[a-z\d-]{0,40}$/.test(path))
    throw new SettingError(
      `HOMEPORT_RELAY_PATH is "${path}": it begins with ${usualTunnelPath}, then come small letters, digits and dashes, such as /tunnel-1.`,
    )
  return { streamKbit: stream * 1_000, boxKbit: box * 1_000, path }
}

/** An empty variable counts as unset. */
function withoutEmpty(env: Env): Env {
  return Object.fromEntries(
    Object.entries(env)
      .filter(([, value]) => value?.trim())
      .map(([name, value]) => [name, value?.trim()]),
  )
}

function portOf(name: string, text: string | undefined, usual: number): number {
  const port = text === undefined ? usual : Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new SettingError(`${name} is "${text}": set it to a port number from 0 to 65535, or unset it for ${usual}.`)
  return port
}

function tlsOf(text: string | undefined): TlsSetting | undefined {
  if (text === undefined || text === 'off') return undefined
  if (text === 'home') return { kind: 'home' }
  const [cert, key, ...more] = text.split(',').map((path) => path.trim())
  if (!cert || !key || more.length > 0)
    throw new SettingError(
      `HOMEPORT_TLS is "${text}": set it to off, to home, to acme, or to the paths of a certificate and its key in PEM form, separated by a comma.`,
    )
  return { kind: 'files', cert: resolve(cert), key: resolve(key) }
}

const letsEncrypt = 'https://acme-v02.api.letsencrypt.org/directory'
/** At least one dot, no wildcard: http-01 proves none. */
const publicName = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)+$/
const maxAcmeNames = 100

function acmeOf(env: Env, publicUrl: string | undefined): TlsSetting {
  const given = listOf(env.HOMEPORT_ACME_NAMES)
  const hosts = given.length > 0 ? given : publicUrl === undefined ? [] : [new URL(publicUrl).hostname]
  const names = [...new Set(hosts.map((name) => domainToASCII(name.toLowerCase())))]
  const isWrong = names.some((name) => !publicName.test(name) || /\.\d+$/.test(name))
  if (names.length === 0 || names.length > maxAcmeNames || isWrong)
    throw new SettingError(
      `HOMEPORT_ACME_NAMES is "${hosts.join(',')}": set it to the public names of this server, such as home.example.org, separated by commas.`,
    )
  const directory = urlOf('HOMEPORT_ACME_DIRECTORY', env.HOMEPORT_ACME_DIRECTORY ?? letsEncrypt, ['https:']) ?? letsEncrypt
  const email = env.HOMEPORT_ACME_EMAIL ?? ''
  if (email !== '' && !/^[^\s@,?]+@[^\s@,?]+$/.test(email))
    throw new SettingError(`HOMEPORT_ACME_EMAIL is "${email}": set it to one e-mail address, or unset it.`)
  const roots = env.HOMEPORT_ACME_ROOTS === undefined ? undefined : rootsIn(env.HOMEPORT_ACME_ROOTS)
  return { kind: 'acme', names, email, directory, roots, port: portOf('HOMEPORT_ACME_PORT', env.HOMEPORT_ACME_PORT, 80) }
}

/** The text of a PEM file. */
function rootsIn(file: string): string {
  try {
    const text = readFileSync(file, 'utf8')
    createSecureContext({ ca: text })
    if (text.includes('BEGIN CERTIFICATE')) return text
  } catch {
    // The sentence below says what is asked for.
  }
  throw new SettingError(`HOMEPORT_ACME_ROOTS is "${file}": set it to a readable file with certificates in PEM form.`)
}

function oneOf<T extends string>(name: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === text)
  if (choice === undefined) throw new SettingError(`${name} is "${text}": set it to one of ${choices.join(', ')}.`)
  return choice
}

function originOf(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SettingError(`${name} has "${text}": write whole addresses such as https://home.example.org.`)
  if (url.pathname !== '/')
    throw new SettingError(`${name} has "${text}": Homeport needs an address of its own and can't lie below ${url.pathname}.`)
  return url.origin
}

/** The URL may contain a password, so the error message does not repeat it. */
function urlOf(name: string, text: string | undefined, protocols: readonly string[]): string | undefined {
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new SettingError(
      `${name} is not an address of a kind that works here: it must start with ${protocols.map((one) => `${one}//`).join(' or ')}.`,
    )
  }
  return text
}

function wechatOf(text: string | undefined): string | undefined {
  const url = urlOf('WECHAT_URL', text, ['https:', 'http:'])
  if (url !== undefined && (new URL(url).username === '' || new URL(url).password === ''))
    throw new SettingError('WECHAT_URL lacks a part: write https://APPID:SECRET@api.weixin.qq.com.')
  return url
}

/** The error message does not repeat it. */
function metricsTokenOf(text: string | undefined): string | undefined {
  if (text !== undefined && text.length < metricsTokenMin)
    throw new SettingError(`HOMEPORT_METRICS_TOKEN is too short: use at least ${metricsTokenMin} characters, or unset it.`)
  return text
}

function folderOf(name: string, folder: string): string {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new SettingError(`${name} is "${folder}": set it to a folder, or unset it.`)
  return folder
}

/** The message names the first field that is wrong. */
function readHostsFile(file: string): HostsFile {
  const read = z.safeParse(HostsFile, jsonOf(file))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const field = issue?.path.join('.') ?? ''
  throw new SettingError(
    `HOMEPORT_HOSTS: ${file} is no hosts file (${field === '' ? 'the whole' : field} is wrong): see docs/operating.md for its form.`,
  )
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingError(`HOMEPORT_HOSTS: ${file} cannot be read as JSON (${reason}).`)
  }
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter((one) => one !== '')
}
