/** E-mail by the operator's SMTP server (SMTP_URL). nodemailer is loaded with the first e-mail, because a cloud without mail does not need its memory. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { SettingError } from '../operator-error.ts'

/** caFile: the operator's own CA, for a server whose certificate no public CA has signed. */
export type MailServer = {
  host: string
  port: number
  isTls: boolean
  login: { user: string; pass: string } | undefined
  from: { name: string; address: string }
  caFile: string | undefined
}

/** The error text contains nothing of the e-mail (P12). isFinal: a retry would fail too. */
export class MailError extends Error {
  readonly isFinal: boolean

  constructor(words: string, isFinal: boolean) {
    super(words)
    this.isFinal = isFinal
  }
}

const answerWithinMs = 15_000
/** Somebody waits for the answer. */
const greetsWithinMs = 4_000
const letterWithinMs = 40_000
const loopback = new Set(['localhost', '127.0.0.1', '::1'])

/** smtp[s]://user:password@host:port?from=Homeport <no-reply@example.org>&ca=/path/to/authority.pem; an error message repeats nothing of it. */
export function readMailUrl(text: string): MailServer {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new SettingError(
      'SMTP_URL is not the address of a mail server: write smtp://user:password@mail.example.org:587?from=homeport@example.org, or smtps:// where the server speaks TLS from the first byte.',
    )
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'from' && name !== 'ca')
  if (unknown !== undefined)
    throw new SettingError('SMTP_URL has a part after its ? that is not known: only from= and ca= may stand there.')
  const user = decoded(url.username)
  const from = senderOf(url.searchParams.get('from') ?? user)
  if (!from)
    throw new SettingError(
      'SMTP_URL does not say who sends the letters: add ?from=homeport@example.org with an address of yours.',
    )
  const caFile = url.searchParams.get('ca') ?? undefined
  if (caFile !== undefined && !existsSync(caFile))
    throw new SettingError(
      'SMTP_URL names by ca= a file that is not there: give the path of the authority’s certificate (PEM), or leave it out.',
    )
  const isTls = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isTls ? 465 : user === '' ? 25 : 587) : Number(url.port),
    isTls,
    login: user === '' ? undefined : { user, pass: decoded(url.password) },
    from,
    caFile,
  }
}

/** Resolves when the server has accepted the e-mail; throws a MailError. */
export async function sendMail(server: MailServer, letter: { to: string; subject: string; text: string }): Promise<void> {
  // nodemailer would parse a list of addresses here, even in the envelope.
  if (!/^[^\s,;:<>()"@]+@[^\s,;:<>()"@]+$/.test(letter.to)) throw new MailError('the address is no single one', true)
  const { default: nodemailer } = await import('nodemailer')
  const transport = nodemailer.createTransport({
    ...(await connectionTo(server, answerWithinMs)),
    ...(server.login ? { auth: server.login } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      from: server.from,
      to: { name: '', address: letter.to },
      subject: letter.subject,
      text: letter.text,
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(letterWithinMs),
    })
  } catch (error) {
    throw plainOf(error)
  } finally {
    transport.close()
  }
}

/** Whether the server's answer to EHLO has SMTPUTF8 (RFC 6531): without it an address is ASCII before its @ too. undefined: it cannot be asked now. */
export async function offersUtf8(server: MailServer): Promise<boolean | undefined> {
  const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection')
  const connection = new SmtpConnection(await connectionTo(server, greetsWithinMs))
  try {
    return await new Promise((resolve) => {
      const signal = AbortSignal.timeout(greetsWithinMs)
      signal.addEventListener('abort', () => resolve(undefined), { once: true })
      connection.once('error', () => resolve(undefined))
      // The last answer is that to EHLO, after STARTTLS that to the second one.
      connection.connect((error) => resolve(error ? undefined : /^250[ -]SMTPUTF8\b/im.test(connection.lastServerResponse || '')))
    })
  } finally {
    connection.close()
  }
}

async function connectionTo({ host, port, isTls, login, caFile }: MailServer, withinMs: number) {
  const isHere = loopback.has(host)
  return {
    host,
    port,
    secure: isTls,
    // A password is never sent unencrypted over a network; to a server on this machine it crosses none.
    requireTLS: login !== undefined && !isHere,
    tls: caFile === undefined ? { rejectUnauthorized: !isHere } : { ca: await readFile(caFile, 'utf8') },
    connectionTimeout: withinMs,
    greetingTimeout: withinMs,
    socketTimeout: withinMs,
    socketCloseTimeout: 0,
  }
}

function plainOf(error: unknown): MailError {
  const message = typeof error === 'object' && error !== null ? error : {}
  const status = 'responseCode' in message && typeof message.responseCode === 'number' ? message.responseCode : 0
  const code = 'code' in message && typeof message.code === 'string' ? message.code : 'unknown'
  if (code === 'EAUTH') return new MailError(`the mail server does not let us in (${status || code})`, true)
  if (status > 0) return new MailError(`the mail server refused the letter (${status})`, status >= 500)
  if (code === 'ETLS') return new MailError('the mail server offers no encryption that can be trusted (ETLS)', true)
  return new MailError(`the mail server cannot be reached (${code})`, false)
}

/** 'Name <address>' or an address alone. */
function senderOf(text: string): MailServer['from'] | undefined {
  const match = /^(?:(.*?)\s*<([^<>\s]+@[^<>\s]+)>|([^<>\s]+@[^<>\s]+))$/.exec(text.trim())
  const address = match?.[2] ?? match?.[3]
  return address === undefined ? undefined : { name: match?.[1] || 'Homeport', address }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
