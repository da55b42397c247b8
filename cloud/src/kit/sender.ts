/** Codes on their way to phones and mailboxes: by the operator's gateway, else into the outbox file that `npm run outbox` reads. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Lang } from '@homeport/contract/kit/promise.ts'
import type { Log } from './log.ts'
import { postForm } from './outside.ts'
import { keepWork } from './work.ts'

export type SendTo = { kind: 'sms'; area_code: string; phone: string } | { kind: 'mail'; email: string }
/** expires_at in ms. */
export type Letter = { lang: Lang; digits: string; purpose: string; expires_at: number }

export type Sender = ReturnType<typeof openSender>

const triesAtMost = 3

/**
 * smsUrl: an HTTP gateway that takes a form {area_code, phone, lang, code, text} by POST and answers any 2xx. Its address may hold a key; it never
 * stands in a log. file: JSON lines of what could not be sent anywhere, mode 0600.
 */
export function openSender({
  smsUrl,
  file,
  now,
  log,
}: {
  smsUrl: string | undefined
  file: string
  now: () => number
  log: Log
}) {
  const work = keepWork(log)
  let writing: Promise<void> = Promise.resolve()

  async function sms(to: Extract<SendTo, { kind: 'sms' }>, letter: Letter, url: string): Promise<void> {
    const form = { area_code: to.area_code, phone: to.phone, lang: letter.lang, code: letter.digits, text: wordsOf(letter) }
    for (let tries = 1; ; tries += 1) {
      try {
        return await postForm(url, form)
      } catch (error) {
        if (tries >= triesAtMost) throw error
      }
    }
  }

  /** Entries die with their code: each writing leaves the dead ones out. */
  async function keepInFile(to: SendTo, { digits, purpose, expires_at }: Letter): Promise<void> {
    const target = to.kind === 'sms' ? `+${to.area_code} ${to.phone}` : to.email
    const line = JSON.stringify({ to: target, code: digits, purpose, expires_at: Math.floor(expires_at / 1000) })
    await mkdir(dirname(file), { recursive: true })
    const alive = (await readFile(file, 'utf8').catch(() => ''))
      .split('\n')
      .filter((one) => one !== '' && Number(JSON.parse(one).expires_at) * 1000 > now())
    await writeFile(`${file}.new`, `${[...alive, line].join('\n')}\n`, { mode: 0o600 })
    await rename(`${file}.new`, file)
  }

  return {
    /** Returns at once, so that how long it takes tells nobody whether there was somebody to send it to (P7). */
    send(to: SendTo, letter: Letter): void {
      if (to.kind === 'sms' && smsUrl !== undefined) return work.run(sms(to, letter, smsUrl), 'A code could not be sent')
      const write = () => keepInFile(to, letter)
      writing = writing.then(write, write)
      work.run(writing, 'A code could not be put into the outbox')
    },
    stop: () => work.settled(),
  }
}

function wordsOf({ lang, digits }: Letter): string {
  return lang === 'zh'
    ? `【Homeport】验证码 ${digits}，5 分钟内有效。请勿告诉他人。`
    : `Homeport: your code is ${digits}. It is good for 5 minutes. Tell it to nobody.`
}
