/** The files that a certificate by ACME needs over a restart, in the data folder, for its owner only: the account's key, the certificate with its key, and the attempt that failed last. */
import { createHash, createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { newKey, pemOfKey, privateFiles } from '../private-files.ts'

const own = privateFiles('delete it, and another one is made.')

/** of: for which settings. */
const Kept = z.object({ of: z.string(), cert: z.string(), key: z.string() })
export type KeptCertificate = z.infer<typeof Kept>

/** at: when it began, in ms; it is over after wait_ms, whatever became of it. */
const Attempt = z.object({ of: z.string(), at: z.number(), tries: z.number(), wait_ms: z.number(), fault: z.string() })
export type Attempt = z.infer<typeof Attempt>

export async function openAcmeFiles(folder: string) {
  await own.openFolder(folder)
  const files = {
    account: join(folder, 'account.pem'),
    certificate: join(folder, 'certificate.json'),
    attempt: join(folder, 'attempt.json'),
  }
  return {
    async accountKey(): Promise<KeyObject> {
      const text = await own.read(files.account)
      if (text !== undefined) return keyIn(files.account, text)
      const key = newKey()
      await own.write(files.account, pemOfKey(key))
      return key
    },

    /** Undefined if there is none, or a damaged one: another one is ordered. */
    async certificate(): Promise<KeptCertificate | undefined> {
      const certificate = readJson(Kept, await own.read(files.certificate))
      return certificate && isKeyPair(certificate) ? certificate : undefined
    },
    keepCertificate: (certificate: KeptCertificate) => own.write(files.certificate, JSON.stringify(certificate)),

    attempt: async (): Promise<Attempt | undefined> => readJson(Attempt, await own.read(files.attempt)),
    keepAttempt: (attempt: Attempt | undefined) =>
      attempt ? own.write(files.attempt, JSON.stringify(attempt)) : rm(files.attempt, { force: true }),
  }
}

/** One short text of settings: what was kept for others is not used. */
export function hashOf(settings: unknown): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64url')
}

export function isKeyPair({ cert, key }: { cert: string; key: string }): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch {
    // A text that is no PEM makes no pair.
    return false
  }
}

function keyIn(path: string, text: string): KeyObject {
  try {
    return createPrivateKey(text)
  } catch (error) {
    throw own.unusable(path, error)
  }
}

function readJson<S extends z.ZodMiniType>(schema: S, text: string | undefined): z.output<S> | undefined {
  if (text === undefined) return undefined
  try {
    return z.parse(schema, JSON.parse(text))
  } catch {
    // A damaged file counts as none: what is in it can be had again.
    return undefined
  }
}
