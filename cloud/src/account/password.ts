/** Password hashing with argon2id, a few at a time so that a burst of logins does not block other requests (P9). */
import { hash, verify, type Options } from '@node-rs/argon2'
import { createConcurrencyLimit } from '../kit/concurrency-limit.ts'
import common from './common-passwords.json' with { type: 'json' }

/** OWASP's argon2id setting: 19 MiB, two passes. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Leaves two of libuv's four threads free for files and other work. */
const atOnce = 2
const maxWaiting = 500

/** Hash of a random, unknown password at the same cost. */
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$42vg50i5YGiUEIrVnfqmFw$EYNZYuqPZb1ku3NwRYlCfmHgcaaun7mjUrbiBp0oJBo'

const commonest = new Set(common)

export function isCommon(password: string): boolean {
  const text = plain(password).toLowerCase()
  // One character again and again, blanks among them.
  return commonest.has(text) || new Set(text).size === 1
}

export type Passwords = {
  /** Runs `work` when its turn comes; refuses with 4029 when too many wait. */
  inTurn<T>(work: (hasher: PasswordHasher) => Promise<T>): Promise<T>
}
type PasswordHasher = {
  hash(password: string): Promise<string>
  /** Takes as long for an unknown user (no hash) and for one without a password ('') as for any other (P7). */
  fits(password: string, passwordHash: string | undefined): Promise<boolean>
}

export function createPasswords(): Passwords {
  const limited = createConcurrencyLimit({ atOnce, maxWaiting })
  const hasher: PasswordHasher = {
    hash: (password) => hash(plain(password), cost),
    fits: async (password, passwordHash) => (await verify(passwordHash || nobody, plain(password))) && Boolean(passwordHash),
  }
  return {
    inTurn: (work) => limited(() => work(hasher)),
  }
}

/** Normalizes the text: the same letters typed on different keyboards are the same password. */
function plain(password: string): string {
  return password.normalize('NFKC')
}
