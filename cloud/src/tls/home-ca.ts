/** The CA of this home: made once, kept in the data folder; its server certificate is renewed before it ends and when the machine has a new name or address. */
import { createPrivateKey, randomBytes, X509Certificate, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import type { Log } from '../kit/log.ts'
import { caCertificate, pemOf, permittedOf, serverCertificate, type Names } from './certificate.ts'
import { permittedNames, splitByPermission } from './machine-names.ts'
import type { HomeCa, KeyPair, ReadySource } from './certificate-source.ts'
import { newKey, pemOfKey, privateFiles } from './private-files.ts'

const own = privateFiles('delete its folder for a new CA, which phones must then trust anew.')

const dayMs = 24 * 60 * 60 * 1000
const caDays = 3_650
/** iOS takes no certificate of a server that is good for longer than 825 days, and of a public CA for 398. */
const serverDays = 396
const renewDays = 60
/** A phone's clock may be behind ours. */
const earlierDays = 1

export type HomeCaDeps = {
  /** Where key and certificates are kept. */
  folder: string
  /** A name of this machine, for people who see the CA in a list. */
  hostname: string
  names: () => Names
  now: () => number
  log: Log
}

type Ca = HomeCa & { key: KeyObject; certificate: X509Certificate; permitted: Names }

export async function openHomeCa(deps: HomeCaDeps): Promise<ReadySource> {
  const ca = await openCa(deps)
  const { folder, now, log } = deps
  const serverFile = join(folder, 'server.pem')
  let served = await readPair(serverFile).catch((error: unknown): undefined => {
    // Another one costs nothing, since phones trust the CA.
    log.warn({ err: error }, 'The server certificate is made anew')
  })
  let refusedBefore = ''
  let names: Names = { dns: [], ip: [] }

  /** A name outside what the CA may sign for would make the whole certificate invalid. */
  function namesNow(): Names {
    const { permitted, refused } = splitByPermission(deps.names(), ca.permitted)
    if (refused.join() !== refusedBefore && refused.length > 0)
      log.warn(
        { names: refused },
        'The home CA signs for private addresses and names in .local: these need a certificate of your own',
      )
    refusedBefore = refused.join()
    return permitted
  }

  return {
    ca: { name: ca.name, pem: ca.pem, der: ca.der, fingerprint: ca.fingerprint },
    names: () => Object.values(names).flat(),
    read: async () => {
      names = namesNow()
      if (served && isGood(served, ca, { names, now: now() })) return served
      served = issue(ca, names, now())
      await writePair(serverFile, served)
      return served
    },
  }
}

async function openCa(deps: HomeCaDeps): Promise<Ca> {
  const { folder, now } = deps
  await own.openFolder(folder)
  const path = join(folder, 'ca.pem')
  // A damaged one is not replaced unseen: phones trust it.
  const stored = await readPair(path)
  if (stored) {
    const ca = caOf(stored)
    // Not replaced before its time either: a machine may start with a clock that is years behind.
    if (now() < ca.certificate.validToDate.getTime()) return ca
    deps.log.warn({ ca: ca.name }, 'The home CA has ended: a new one is made, which phones must trust anew')
  }
  const pair = makeCa(deps)
  await writePair(path, pair)
  return caOf(pair)
}

function makeCa({ hostname, now }: HomeCaDeps): KeyPair {
  const key = newKey()
  // Different from an earlier one of this machine, which a phone may still trust.
  const name = `Homeport ${hostname} ${randomBytes(2).toString('hex')}`
  const cert = caCertificate({ name, key, permitted: permittedNames, period: periodOf(now(), caDays) })
  return { cert, key: pemOfKey(key) }
}

function caOf({ cert, key }: KeyPair): Ca {
  const certificate = new X509Certificate(cert)
  return {
    name: certificate.subject.replace(/^CN=/, ''),
    pem: cert,
    der: certificate.raw,
    fingerprint: certificate.fingerprint256,
    key: createPrivateKey(key),
    certificate,
    permitted: permittedOf(certificate.raw),
  }
}

function issue(ca: Ca, names: Names, now: number): KeyPair {
  const key = newKey()
  const { from, until } = periodOf(now, serverDays)
  const period = { from, until: Math.min(until, ca.certificate.validToDate.getTime()) }
  return { cert: serverCertificate({ issuer: ca, key, names, period }), key: pemOfKey(key) }
}

function isGood({ cert }: KeyPair, ca: Ca, { names, now }: { names: Names; now: number }): boolean {
  const certificate = new X509Certificate(cert)
  const end = certificate.validToDate.getTime()
  const isLate = end - now < renewDays * dayMs && end < ca.certificate.validToDate.getTime()
  return (
    !isLate &&
    isWithin(certificate, now) &&
    certificate.verify(ca.certificate.publicKey) &&
    names.dns.every((name) => certificate.checkHost(name) !== undefined) &&
    names.ip.every((address) => certificate.checkIP(address) !== undefined)
  )
}

function isWithin({ validFromDate, validToDate }: X509Certificate, now: number): boolean {
  return validFromDate.getTime() <= now && now < validToDate.getTime()
}

function periodOf(now: number, days: number) {
  return { from: now - earlierDays * dayMs, until: now + days * dayMs }
}

/** Undefined if there is none yet. */
async function readPair(path: string): Promise<KeyPair | undefined> {
  const text = await own.read(path)
  if (text === undefined) return undefined
  try {
    const key = createPrivateKey(text)
    const certificate = new X509Certificate(text)
    if (!certificate.checkPrivateKey(key)) throw new Error('its key belongs to another certificate')
    return { cert: pemOf(certificate.raw), key: pemOfKey(key) }
  } catch (error) {
    throw own.unusable(path, error)
  }
}

/** Both in one file, so that a stop in between leaves no key without its certificate. */
async function writePair(path: string, { cert, key }: KeyPair): Promise<void> {
  await own.write(path, `${key}${cert}`).catch((error: unknown) => {
    throw own.unusable(path, error)
  })
}
