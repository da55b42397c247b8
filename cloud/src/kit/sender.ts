/** Codes on their way to phones and mailboxes: by the operator's gateway, else into the outbox file that `npm run outbox` reads. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Lang } from '@homeport/contract/kit/promise.ts'
import { mailWords, smsWords } from './code-words.ts'
import type { Log } from './log.ts'
import { MailError, sendMail, type MailPlace } from './mail.ts'
import { postForm } from './outside.ts'
import { createBackgroundTasks } from './background-tasks.ts'

export type SendTo = { kind: 'sms'; area_code: string; phone: string } | { kind: 'mail'; email: string }
/** expires_at in ms. */
export type Letter = { lang: Lang; digits: string; purpose: string; expires_at: number }

export type Sender = ReturnType<typeof openSender>

export type SenderDeps = {
  /** An HTTP gateway that takes a form {area_code, phone, lang, code, text} by POST and answers any 2xx. Its address may hold a key; it never stands in a log. */
  smsUrl: string | undefined
  smtp: MailPlace | undefined
  /** JSON lines of what could not be sent anywhere, mode 0600. */
  file: string
  now: () => number
  log: Log
  /** How long to wait before each further try, in ms. */
  waitsMs?: readonly number[]
}

/** A gateway or mail server that is just starting anew is back by then; a person asks again after a minute anyway. */
const usualWaitsMs = [1_000, 5_000, 15_000]

export function openSender({ smsUrl, smtp, file, now, log, waitsMs = usualWaitsMs }: SenderDeps) {
  const work = createBackgroundTasks(log)
  const stopping = new AbortController()
  let writing: Promise<void> = Promise.resolve()

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

  /** Entries die with their code: each writing leaves the dead ones out. One writing after the other. */
  function rewrite(added: readonly string[]): Promise<void> {
    const write = async () => {
      const before = await readFile(file, 'utf8').catch(() => '')
      const lines = before.split('\n').filter((one) => one !== '')
      const alive = lines.filter((one) => Number(JSON.parse(one).expires_at) * 1000 > now())
      if (added.length === 0 && alive.length === lines.length) return
      await mkdir(dirname(file), { recursive: true })
      await writeFile(`${file}.new`, [...alive, ...added].map((one) => `${one}\n`).join(''), { mode: 0o600 })
      await rename(`${file}.new`, file)
    }
    writing = writing.then(write, write)
    return writing
  }

  return {
    /** Returns at once, so that how long it takes tells nobody whether there was somebody to send it to (P7). */
    send(to: SendTo, letter: Letter): void {
      if (to.kind === 'sms' && smsUrl !== undefined) return work.run(sms(to, letter, smsUrl), 'A code could not be sent by SMS')
      if (to.kind === 'mail' && smtp !== undefined)
        return work.run(
          persist(() => sendMail(smtp, { to: to.email, ...mailWords(letter) })),
          'A code could not be sent by e-mail',
        )
      work.run(keepInFile(to, letter), 'A code could not be put into the outbox')
    },
    /** Numbers and addresses do not stay in the outbox when nothing new is sent (P36). */
    sweep: () => rewrite([]),
    async stop(): Promise<void> {
      stopping.abort()
      await work.settled()
    },
  }
}
