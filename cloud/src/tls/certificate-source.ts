/** Where the certificate of the https port comes from: a CA of our own, the operator's files, or a public CA. */

/** Both in PEM form; cert: with the certificates between it and its CA. */
export type KeyPair = { cert: string; key: string }

/** A CA of our own, as phones get it. */
export type HomeCa = { name: string; pem: string; der: Buffer; fingerprint: string }

/** For the operator: `until` when it ends (null: there is none yet), when the next order is made, and why the last one failed ('' if it did not). Times in ISO 8601. */
export type CertificateState = { names: readonly string[]; until: string | null; next_at: string; fault: string }

export type CertificateSource = {
  /** The certificate to be served now, undefined while there is none yet; fails with one sentence for the operator. */
  read: () => Promise<KeyPair | undefined>
  ca: HomeCa | undefined
  /** The names and addresses for which the certificate is good; undefined: those of the operator's file. */
  names: () => readonly string[] | undefined
  /** Once the ports are open: from then on certificates are ordered. */
  start?: () => void
  stop?: () => Promise<void>
  state?: () => CertificateState
}

/** One that has a certificate from its start on. */
export type ReadySource = Omit<CertificateSource, 'read'> & { read: () => Promise<KeyPair> }
