/** Where the certificate of the https port comes from: a CA of our own, or the operator's files. */

/** Both in PEM form; cert: with the certificates between it and its CA. */
export type KeyPair = { cert: string; key: string }

/** A CA of our own, as phones get it. */
export type HomeCa = { name: string; pem: string; der: Buffer; fingerprint: string }

export type CertificateSource = {
  /** What is to be served now; fails with one sentence for the operator. */
  read: () => Promise<KeyPair>
  ca: HomeCa | undefined
  /** The names and addresses for which the certificate is good; undefined: those of the operator's file. */
  names: () => readonly string[] | undefined
}
