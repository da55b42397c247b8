/** Opens the https port beside http (HOMEPORT_TLS), with a CA of our own, the operator's files, or a certificate of a public CA. */
import { boxSocketName } from '@homeport/contract/playback/box-paths.ts'
import type { Server } from 'node:http'
import { join } from 'node:path'
import type { Log } from '../kit/log.ts'
import { OperatorError } from '../kit/operator-error.ts'
import type { AcmeSetting } from './acme/acme.ts'
import { openBoxProxy } from './box-proxy.ts'
import { createChallenges, openChallengeServer, type Challenges } from './acme/challenges.ts'
import { interfaceAddresses, machineNames } from './machine-names.ts'
import { createOwnFiles, type OwnFiles } from './operator-certificate.ts'
import { openSecureServer } from './secure-server.ts'
import type { CertificateSource } from './certificate-source.ts'
import { secureOrigin } from './secure-origin.ts'

export type TlsConfig = {
  tls: { kind: 'home' } | ({ kind: 'files' } & OwnFiles) | ({ kind: 'acme'; port: number } & AcmeSetting) | undefined
  /** The port of http. */
  port: number
  tlsPort: number
  dataFolder: string
  /** A cloud of one home alone, with its own CA: its box may be beside it. */
  isHome: boolean
  names: readonly string[]
  origins: readonly string[]
}

/** For tests: the addresses of this machine, and how often the certificate is looked at. */
export type TlsTiming = { addresses?: () => string[]; checkMs?: number }

/** New addresses, new files and the end of a certificate are seen within a minute. */
const usualCheckMs = 60_000

export type Tls = NonNullable<ReturnType<typeof openTls>>

type TlsDeps = { http: Server; now: () => number; log: Log; requestMs: number; timing: TlsTiming }

/** Undefined without HOMEPORT_TLS. Nothing is read or made before `listen`: http need not wait for a CA. */
export function openTls(config: TlsConfig, deps: TlsDeps) {
  if (!config.tls) return undefined
  const challenges = createChallenges()
  let port: SecurePort | undefined
  const httpsPort = () => port?.server.port() ?? 0
  async function stop(): Promise<void> {
    await port?.server.stop()
    await port?.challengeServer?.stop()
    port = undefined
  }

  return {
    challenges,
    /** Undefined before it listens, and where https of a home cannot be had: http goes on, and the log says why. */
    source: () => (httpsPort() === 0 ? undefined : port?.source),
    port: httpsPort,
    /** The address by https for a browser that came by this host; '' while the port is not open. */
    originFor: (host: string | undefined) => secureOrigin(host, httpsPort(), port?.source.names()),
    async listen(): Promise<number> {
      try {
        port = await openPort(config, { ...deps, challenges })
        await port.challengeServer?.listen()
        await port.server.listen(config.tlsPort)
      } catch (error) {
        await stop()
        withoutHttps(error, config, deps.log)
        return 0
      }
      const { ca } = port.source
      deps.log.info(
        { port: httpsPort(), ...(ca ? { ca: ca.name, fingerprint: ca.fingerprint } : {}) },
        ca ? 'https is open: phones trust its CA by the page /trust' : 'https is open',
      )
      return httpsPort()
    },
    stop,
  }
}

/** https at home is there unasked, so it must not end what works without it. */
function withoutHttps(error: unknown, { tls }: TlsConfig, log: Log): void {
  if (tls?.kind !== 'home' || !(error instanceof OperatorError)) throw error
  log.error({ fault: error.message }, 'https is off')
}

type SecurePort = Awaited<ReturnType<typeof openPort>>

async function openPort(config: TlsConfig, deps: TlsDeps & { challenges: Challenges }) {
  const { http, now, log, requestMs, challenges, timing } = deps
  const source = await openSource(config, { now, log, challenges, addresses: timing.addresses ?? interfaceAddresses })
  const box = config.isHome ? openBoxProxy(join(config.dataFolder, 'station', boxSocketName)) : undefined
  const server = await openSecureServer({ http, source, box, requestMs, checkMs: timing.checkMs ?? usualCheckMs, log })
  return { source, server, challengeServer: challengeServerOf(config, challenges) }
}

/** Undefined where both ports are one: the http server answers. */
function challengeServerOf({ tls, port }: TlsConfig, challenges: Challenges) {
  if (tls?.kind !== 'acme' || tls.port === port) return undefined
  const server = openChallengeServer(challenges)
  return { listen: () => server.listen(tls.port), stop: () => server.stop() }
}

async function openSource(
  { tls, dataFolder, names, origins }: TlsConfig,
  { now, log, challenges, addresses }: { now: () => number; log: Log; challenges: Challenges; addresses: () => string[] },
): Promise<CertificateSource> {
  if (tls?.kind === 'files') return createOwnFiles(tls)
  if (tls?.kind === 'acme') {
    const { openAcme } = await import('./acme/acme.ts')
    return openAcme({ ...tls, folder: join(dataFolder, 'cloud', 'acme'), challenges, now, log })
  }
  // Imported on demand: without a CA of our own nothing writes certificates.
  const { openHomeCa } = await import('./home-ca.ts')
  return openHomeCa({
    folder: join(dataFolder, 'cloud', 'tls'),
    hostname: names[0] ?? 'home',
    names: () => machineNames({ names, origins }, addresses()),
    now,
    log,
  })
}
