/** The files that a certificate by ACME needs over a restart, in the data folder, for its owner only: the account's key, the certificate with its key, and the attempt that failed last. */
import { createHash, createPrivateKey, generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { OperatorError } from '../../kit/operator-error.ts'

/** of: for which settings. */
const Kept = z.object({ of: z.string(), cert: z.string(), key: z.string() })
export type KeptCertificate = z.infer<typeof Kept>

/** at: when it began, in ms; it is over after wait_ms, whatever became of it. */
const Attempt = z.object({ of: z.string(), at: z.number(), tries: z.number(), wait_ms: z.number(), fault: z.string() })
export type Attempt = z.infer<typeof Attempt>

export async function openAcmeFiles(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw unusable(folder, error)
  })
  const files = {
    account: join(folder, 'account.pem'),
    certificate: join(folder, 'certificate.json'),
    attempt: join(folder, 'attempt.json'),
  }
  return {
    async accountKey(): Promise<KeyObject> {
      const text = await readOwn(files.account)
      if (text !== undefined) return keyIn(files.account, text)
      const key = newKey()
      await writeOwn(files.account, pemOfKey(key))
      return key
    },

    /** Undefined if there is none, or a damaged one: another one is ordered. */
    async certificate(): Promise<KeptCertificate | undefined> {
      const certificate = readJson(Kept, await readOwn(files.certificate))
      return certificate && isKeyPair(certificate) ? certificate : undefined
    },
    keepCertificate: (certificate: KeptCertificate) => writeOwn(files.certificate, JSON.stringify(certificate)),

    attempt: async (): Promise<Attempt | undefined> => readJson(Attempt, await readOwn(files.attempt)),
    keepAttempt: (attempt: Attempt | undefined) =>
      attempt ? writeOwn(files.attempt, JSON.stringify(attempt)) : rm(files.attempt, { force: true }),
  }
}

export function newKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
}

export function pemOfKey(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
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
    throw unusable(path, error)
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

async function readOwn(path: string): Promise<string | undefined> {
  try {
    const text = await readFile(path, 'utf8')
    await chmod(path, 0o600)
    return text
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw unusable(path, error)
  }
}

async function writeOwn(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

function unusable(path: string, error: unknown): OperatorError {
  const reason = error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error)
  return new OperatorError(
    `HOMEPORT_TLS: ${path} cannot be used (${reason}): bring it back from a backup, or delete it, and another one is made.`,
  )
}
