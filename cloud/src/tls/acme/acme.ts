/** A certificate of a public CA by ACME: ordered at the first start, renewed long before its end, and after a failure tried again at ever longer intervals, over restarts too. */
import { X509Certificate } from 'node:crypto'
import { backoff } from '@homeport/contract/kit/backoff.ts'
import type { Log } from '../../kit/log.ts'
import { AcmeError, createAcmeClient } from './acme-client.ts'
import { hashOf, isKeyPair, openAcmeFiles, type Attempt, type KeptCertificate } from './acme-files.ts'
import { newKey, pemOfKey } from '../private-files.ts'
import { orderCertificate } from './acme-order.ts'
import type { Challenges } from './challenges.ts'
import type { CertificateSource, CertificateState } from '../certificate-source.ts'

export type AcmeSetting = {
  /** Public DNS names. */
  names: readonly string[]
  /** '' for none. */
  email: string
  directory: string
  /** CAs in PEM form that the directory's own https may have. */
  roots: string | undefined
}

export type AcmeDeps = AcmeSetting & { folder: string; challenges: Challenges; now: () => number; log: Log }

/** Renewed when this share of its life is left. */
const renewShare = 0.36
/** Let's Encrypt counts five failures an hour. */
const retryFirstMs = 15 * 60_000
const maxRetryMs = 24 * 60 * 60_000

export async function openAcme(deps: AcmeDeps): Promise<CertificateSource> {
  const { names, directory, now, log } = deps
  const files = await openAcmeFiles(deps.folder)
  const accountKey = await files.accountKey()
  const of = hashOf([directory, [...names].sort()])
  let certificate = await files.certificate()
  let attempt = await files.attempt()
  const ending = new AbortController()
  let running: Promise<void> | undefined
  let isStarted = false

  /** ms; 0: at once. */
  function renewAt(): number {
    // A certificate for other settings is served until the new one is there.
    if (certificate?.of !== of) return 0
    const { validFromDate, validToDate } = new X509Certificate(certificate.cert)
    return validToDate.getTime() - (validToDate.getTime() - validFromDate.getTime()) * renewShare
  }

  function nextAt(): number {
    // Other settings may mend what failed. A try that is to come is of a clock that ran ahead.
    const isCounted = attempt?.of === of && attempt.at <= now()
    return Math.max(renewAt(), isCounted && attempt ? attempt.at + attempt.wait_ms : 0)
  }

  async function order(): Promise<void> {
    const before = attempt?.of === of ? attempt : undefined
    const tries = (before?.tries ?? 0) + 1
    const begun: Attempt = { of, at: now(), tries, wait_ms: waitAfter(tries), fault: 'it did not come to its end' }
    try {
      // Kept first: a process that dies on the way must not ask again at each of its starts.
      attempt = begun
      await files.keepAttempt(begun)
      certificate = await orderOne()
      await files.keepCertificate(certificate)
      attempt = undefined
      await files.keepAttempt(undefined)
      log.info({ names, until: new X509Certificate(certificate.cert).validToDate }, 'A certificate was issued')
    } catch (error) {
      // A stop in between is no failure.
      if (ending.signal.aborted) await keep(before)
      else await fail(begun, error)
    }
  }

  async function orderOne(): Promise<KeptCertificate> {
    const key = newKey()
    const client = await createAcmeClient({ ...deps, key: accountKey })
    const cert = await orderCertificate(client, { names, key, challenges: deps.challenges, signal: ending.signal })
    const pair = { of, cert, key: pemOfKey(key) }
    if (!isKeyPair(pair)) throw new AcmeError('the CA answered what is no certificate of this key')
    return pair
  }

  async function fail(begun: Attempt, error: unknown): Promise<void> {
    const retryMs = error instanceof AcmeError ? error.retryMs : 0
    const fault = error instanceof Error ? error.message : String(error)
    const failed = { ...begun, wait_ms: Math.max(begun.wait_ms, retryMs), fault }
    await keep(failed)
    log.warn({ names, fault, next_at: timeOf(nextAt()) }, 'No certificate was issued: the next try is at next_at')
  }

  async function keep(ended: Attempt | undefined): Promise<void> {
    attempt = ended
    await files
      .keepAttempt(ended)
      .catch((error: unknown) => log.error({ err: error }, 'The last order could not be written down'))
  }

  return {
    ca: undefined,
    names: () => names,
    async read() {
      if (isStarted && !running && now() >= nextAt()) running = order().finally(() => (running = undefined))
      return certificate
    },
    start: () => void (isStarted = true),
    async stop() {
      ending.abort()
      await running
    },
    state: (): CertificateState => ({
      names,
      until: certificate ? timeOf(new X509Certificate(certificate.cert).validToDate.getTime()) : null,
      next_at: timeOf(Math.max(nextAt(), now())),
      fault: attempt?.of === of && !running ? attempt.fault : '',
    }),
  }
}

function waitAfter(tries: number): number {
  return backoff(tries - 1, { first: retryFirstMs, most: maxRetryMs })
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}
