/** From a page of http to its address by https (docs/decisions/070). The two share cookies alone of all that a browser keeps: neither of these is worth anything to a stranger. */

/** Set by https: this browser trusts the certificate. Its value is the port. */
const port = cookie('homeport_https', 365 * 24 * 60 * 60)
/** Set by http beside a one-time code: this very browser wanted to go on. */
const proof = cookie('homeport_proof', 60)

/** Call on each start: a page of https on a port of its own has one of http beside it. */
export function rememberHttps(): void {
  if (location.protocol === 'https:' && location.port !== '') port.set(location.port)
}

/** The address by https of this host, where this browser has been; '' if it has not. */
export function rememberedHttps(): string {
  const value = port.get()
  return location.protocol === 'http:' && /^\d{1,5}$/.test(value) ? `https://${location.hostname}:${value}` : ''
}

export function forgetHttps(): void {
  port.set('')
}

/** The proof that the page of https finds in its address, and in a cookie only in this browser. */
export function newProof(): string {
  const value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  proof.set(value)
  return value
}

/** Counts once. A link that somebody sent has none. */
export function takeProof(value: string | null): boolean {
  const isRight = value !== null && value !== '' && proof.get() === value
  if (isRight) proof.set('')
  return isRight
}

function cookie(name: string, seconds: number) {
  return {
    get: () =>
      document.cookie
        .split('; ')
        .find((one) => one.startsWith(`${name}=`))
        ?.slice(name.length + 1) ?? '',
    /** '' deletes it. */
    set(value: string): void {
      document.cookie = `${name}=${value}; Path=/; SameSite=Strict; Max-Age=${value === '' ? 0 : seconds}`
    },
  }
}
