/** For tests: a mail server with real SMTP and STARTTLS that requires a login and can refuse recipients. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { selfSigned } from '../../../testing/self-signed.ts'

export type TestLetter = { from: string; to: string[]; body: string; isSecure: boolean; user: string }

/** 127.0.0.2 is this machine, but the cloud does not trust it without a certificate. */
export const mailHost = '127.0.0.2'
export const mailLogin = { user: 'homeport', pass: 'let me in/now' }

export async function startMailServer(options: SMTPServerOptions & { refuse?: (to: string) => number | undefined } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'homeport-mail-'))
  const { key, cert, certFile: caFile } = selfSigned(folder, [`IP:${mailHost}`, 'IP:127.0.0.1', 'DNS:localhost'])
  const mails: TestLetter[] = []
  let tries = 0
  const { refuse, ...more } = options
  const server = new SMTPServer({
    key,
    cert,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _, done) =>
      username === mailLogin.user && password === mailLogin.pass
        ? done(null, { user: username })
        : done(new Error('no such login')),
    onRcptTo: ({ address }, _, done) => {
      tries += 1
      const responseCode = refuse?.(address)
      done(responseCode === undefined ? null : Object.assign(new Error(`${address} is refused`), { responseCode }))
    },
    onData: (stream, { envelope, secure, user }, done) => {
      let body = ''
      stream.on('data', (part: Buffer) => (body += part.toString()))
      stream.on('end', () => {
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          body,
          isSecure: secure,
          user: String(user),
        })
        done()
      })
    },
    ...more,
  })
  // A client that does not trust the certificate hangs up: this is expected here.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const login = `${mailLogin.user}:${encodeURIComponent(mailLogin.pass)}`
  return {
    mails: mails,
    tries: () => tries,
    port,
    caFile,
    url: `smtp://${login}@${mailHost}:${port}?from=${encodeURIComponent('Harbour <no-reply@example.org>')}&ca=${encodeURIComponent(caFile)}`,
    async stop() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The text of an e-mail: quoted-printable and base64 decoded, without headers. */
export function wordsIn({ body }: TestLetter): string {
  const [head = '', ...rest] = body.split('\r\n\r\n')
  const text = rest.join('\r\n\r\n')
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(text, 'base64').toString()
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
