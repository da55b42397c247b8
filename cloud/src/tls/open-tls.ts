/** Opens the https port beside http (HOMEPORT_TLS), with a CA of our own, the operator's files, or a certificate of a public CA. */
import type { Server } from 'node:http'
import { join } from 'node:path'
import type { Log } from '../kit/log.ts'
import { OperatorError } from '../kit/operator-error.ts'
import type { AcmeSetting } from './acme.ts'
import { openChallenges, openChallengeServer, type Challenges } from './challenges.ts'
import { interfaceAddresses, machineNames } from './machine-names.ts'
import { openOwnFiles, type OwnFiles } from './own-files.ts'
import { openSecureServer } from './secure-server.ts'
import type { CertificateSource } from './source.ts'
import { secureOrigin } from './secure-origin.ts'

export type TlsConfig = {
  tls: { kind: 'home' } | ({ kind: 'files' } & OwnFiles) | ({ kind: 'acme'; port: number } & AcmeSetting) | undefined
  /** The port of http. */
  port: number
  tlsPort: number
  dataFolder: string
  names: readonly string[]
  origins: readonly string[]
}

/** For tests: the addresses of this machine, and how often the certificate is looked at. */
export type TlsTiming = { addresses?: () => string[]; checkMs?: number }

/** New addresses, new files and the end of a certificate are seen within a minute. */
const usualCheckMs = 60_000

export type Tls = NonNullable<Awaited<ReturnType<typeof openTls>>>

/** Undefined without HOMEPORT_TLS, and where https of a home cannot be had: http goes on, and the log says why. */
export async function openTls(config: TlsConfig, deps: TlsDeps) {
  return openPort(config, deps).catch((error: unknown) => withoutHttps(error, config, deps.log))
}

type TlsDeps = { http: Server; now: () => number; log: Log; requestMs: number; timing: TlsTiming }

/** https at home is there unasked, so it must not end what works without it. */
function withoutHttps(error: unknown, { tls }: TlsConfig, log: Log): undefined {
  if (tls?.kind !== 'home' || !(error instanceof OperatorError)) throw error
  log.error({ fault: error.message }, 'https is off')
}

async function openPort(config: TlsConfig, { http, now, log, requestMs, timing }: TlsDeps) {
  const challenges = openChallenges()
  const source = await openSource(config, { now, log, challenges, addresses: timing.addresses ?? interfaceAddresses })
  if (!source) return undefined
  // Where both ports are one, the http server answers.
  const challengePort = config.tls?.kind === 'acme' && config.tls.port !== config.port ? config.tls.port : undefined
  const challengeServer = challengePort === undefined ? undefined : openChallengeServer(challenges)
  const server = await openSecureServer({ http, source, requestMs, checkMs: timing.checkMs ?? usualCheckMs, log })
  return {
    source,
    challenges,
    port: () => server.port(),
    /** The address by https for a browser that came by this host; '' while the port is not open. */
    originFor: (host: string | undefined) => secureOrigin(host, server.port(), source.names()),
    async listen(): Promise<number> {
      if (challengePort !== undefined) await challengeServer?.listen(challengePort)
      await server.listen(config.tlsPort).catch((error: unknown) => withoutHttps(error, config, log))
      if (server.port() === 0) return 0
      const { ca } = source
      log.info(
        { port: server.port(), ...(ca ? { ca: ca.name, fingerprint: ca.fingerprint } : {}) },
        ca ? 'https is open: phones trust its CA by the page /trust' : 'https is open',
      )
      return server.port()
    },
    async stop(): Promise<void> {
      await server.stop()
      await challengeServer?.stop()
    },
  }
}

async function openSource(
  { tls, dataFolder, names, origins }: TlsConfig,
  { now, log, challenges, addresses }: { now: () => number; log: Log; challenges: Challenges; addresses: () => string[] },
): Promise<CertificateSource | undefined> {
  if (!tls) return undefined
  if (tls.kind === 'files') return openOwnFiles(tls)
  if (tls.kind === 'acme') {
    const { openAcme } = await import('./acme.ts')
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
