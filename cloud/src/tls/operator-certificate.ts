/** The operator's own certificate: two PEM files, read again when one of them changed. */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { OperatorError } from '../kit/operator-error.ts'
import type { KeyPair, ReadySource } from './certificate-source.ts'

export type OwnFiles = { cert: string; key: string }

export function createOwnFiles(files: OwnFiles): ReadySource {
  return { ca: undefined, names: () => undefined, read: () => readOwnFiles(files) }
}

async function readOwnFiles(files: OwnFiles): Promise<KeyPair> {
  const pair = { cert: await textOf(files.cert), key: await textOf(files.key) }
  const certificate = certificateIn(files.cert, pair.cert)
  if (!certificate.checkPrivateKey(keyIn(files.key, pair.key)))
    throw new OperatorError(`HOMEPORT_TLS: the key ${files.key} does not belong to the certificate ${files.cert}.`)
  try {
    createSecureContext(pair)
  } catch (error) {
    throw new OperatorError(`HOMEPORT_TLS: ${files.cert} cannot be served (${reasonOf(error)}).`)
  }
  return pair
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new OperatorError(`HOMEPORT_TLS: ${file} cannot be read (${reasonOf(error)}).`)
  })
}

function certificateIn(file: string, text: string): X509Certificate {
  try {
    return new X509Certificate(text)
  } catch {
    throw new OperatorError(`HOMEPORT_TLS: ${file} holds no certificate in PEM form.`)
  }
}

function keyIn(file: string, text: string): KeyObject {
  try {
    return createPrivateKey(text)
  } catch {
    throw new OperatorError(`HOMEPORT_TLS: ${file} holds no private key in PEM form that opens without a passphrase.`)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error)
}
