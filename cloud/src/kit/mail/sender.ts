/** Sends verification codes by SMS gateway or e-mail, or writes them to the outbox file that `npm run outbox` reads. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { mailWords, smsWords } from './code-words.ts'
import type { Log } from '../log.ts'
import { MailError, offersUtf8, sendMail, type MailServer } from './mail.ts'
import { postForm } from '../http/http-client.ts'
import { createBackgroundTasks } from '../background-tasks.ts'

export type SendTo = { kind: 'sms'; area_code: string; phone: string } | { kind: 'mail'; email: string }
/** expires_at in ms. */
export type Letter = { lang: Lang; digits: string; purpose: string; expires_at: number }

export type Sender = ReturnType<typeof openSender>

export type SenderDeps = {
  /** An HTTP gateway that accepts a form {area_code, phone, lang, code, text} by POST and answers any 2xx. Its URL may include a key, so it is never logged. */
  smsUrl: string | undefined
  smtp: MailServer | undefined
  /** JSON lines of codes without a gateway, mode 0600. */
  file: string
  now: () => number
  log: Log
  /** Wait before each retry, in ms. */
  waitsMs?: readonly number[]
}

/** Enough for a restarting gateway or mail server; a person requests a new code after a minute anyway. */
const usualWaitsMs = [1_000, 5_000, 15_000]
/** A mail server is believed for so long; one that did not answer is asked again sooner. */
const offerLastsMs = 10 * 60_000
const silenceLastsMs = 30_000

export function openSender({ smsUrl, smtp, file, now, log, waitsMs = usualWaitsMs }: SenderDeps) {
  const work = createBackgroundTasks(log)
  const stopping = new AbortController()
  const oneAtATime = createOneAtATime()
  let offer: { isUtf8: Promise<boolean | undefined>; until: number } | undefined

  function askOffer(server: MailServer): NonNullable<typeof offer> {
    const pending = { isUtf8: offersUtf8(server).catch(() => undefined), until: Infinity }
    void pending.isUtf8.then((isUtf8) => (pending.until = now() + (isUtf8 === undefined ? silenceLastsMs : offerLastsMs)))
    return pending
  }

  function sms(to: Extract<SendTo, { kind: 'sms' }>, letter: Letter, url: string): Promise<void> {
    const { lang, digits } = letter
    return persist(() => postForm(url, { area_code: to.area_code, phone: to.phone, lang, code: digits, text: smsWords(letter) }))
  }

  async function persist(send: () => Promise<void>): Promise<void> {
    for (const waitMs of waitsMs) {
      try {
        return await send()
      } catch (error) {
        if ((error instanceof MailError && error.isFinal) || stopping.signal.aborted) throw error
        await pause(waitMs, undefined, { signal: stopping.signal })
      }
    }
    return send()
  }

  function keepInFile(to: SendTo, { digits, purpose, expires_at }: Letter): Promise<void> {
    const target = to.kind === 'sms' ? `+${to.area_code} ${to.phone}` : to.email
    return rewrite([JSON.stringify({ to: target, code: digits, purpose, expires_at: Math.floor(expires_at / 1000) })])
  }

  /** Each write drops the entries whose code has expired. Writes run one after the other. */
  function rewrite(added: readonly string[]): Promise<void> {
    return oneAtATime(async () => {
      const before = await readFile(file, 'utf8').catch(() => '')
      const lines = before.split('\n').filter((one) => one !== '')
      const alive = lines.filter((one) => Number(JSON.parse(one).expires_at) * 1000 > now())
      if (added.length === 0 && alive.length === lines.length) return
      await mkdir(dirname(file), { recursive: true })
      await writeFile(`${file}.new`, [...alive, ...added].map((one) => `${one}\n`).join(''), { mode: 0o600 })
      await rename(`${file}.new`, file)
    })
  }

  return {
    /** False for an address with letters beyond ASCII before its @, where the mail server does not take such. What cannot be known is tried. */
    async canReach(to: SendTo): Promise<boolean> {
      if (to.kind === 'sms' || smtp === undefined || /^\p{ASCII}*$/u.test(to.email)) return true
      if (!offer || now() > offer.until) offer = askOffer(smtp)
      return (await offer.isUtf8) ?? true
    },
    /** Returns at once, so that the response time does not reveal whether there was a recipient (P7). */
    send(to: SendTo, letter: Letter): void {
      if (to.kind === 'sms' && smsUrl !== undefined) return work.run(sms(to, letter, smsUrl), 'A code could not be sent by SMS')
      if (to.kind === 'mail' && smtp !== undefined)
        return work.run(
          persist(() => sendMail(smtp, { to: to.email, ...mailWords(letter) })),
          'A code could not be sent by e-mail',
        )
      work.run(keepInFile(to, letter), 'A code could not be put into the outbox')
    },
    /** Expired entries are removed even if no new code is sent (P36). */
    sweep: () => rewrite([]),
    async stop(): Promise<void> {
      stopping.abort()
      await work.settled()
    },
  }
}
