import { Code } from '@homeport/contract/kit/codes.ts'
import { readFile } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { bindPhone, changePassword, login, profile, register, resetPassword, sendCode } from '@homeport/contract/account.ts'
import { bindDevice, publish } from '@homeport/contract/device.ts'
import { createLog } from '../kit/log.ts'
import { startTestCloud } from '../testing/cloud.ts'

test('P12: no token, code or password in a log line or an error answer, at the most talkative level', async () => {
  const lines: string[] = []
  const to = new Writable({ write: (chunk: Buffer, _, done) => (lines.push(chunk.toString()), done()) })
  const cloud = await startTestCloud({}, { log: createLog('debug', to) })
  const password = 'hush-hush-hush'
  const answers: string[] = []
  const note = async (answer: Promise<unknown>) => void answers.push(JSON.stringify(await answer))
  try {
    const { data } = await cloud.ask(register, { username: 'quiet', password, agreed: 1 })
    const { token } = data
    await note(cloud.ask(login, { username: 'quiet', password: `${password}!`, agreed: 1 }))
    await note(cloud.ask(register, { username: 'q', password, agreed: 1 }))
    await note(cloud.ask(profile, {}, { token: `${token}x` }))
    await note(cloud.ask(bindDevice, { devsn: '', code: 'SECRET77' }, { token }))
    await note(cloud.ask(publish, { client_id: 'none', payload: `{"request":"${password}"}` }, { token }))
    // A code that was sent, a wrong one, and a new password: in the responses of every call that takes them.
    const phone = '13800000001'
    await note(cloud.ask(sendCode, { purpose: 'login', phone }))
    const outbox = `${cloud.folder}/cloud/outbox.jsonl`
    await expect.poll(() => readFile(outbox, 'utf8').catch(() => ''), { timeout: 20_000 }).toContain(phone)
    const sent: string = JSON.parse(await readFile(outbox, 'utf8')).code
    await note(cloud.ask(resetPassword, { phone, code: sent, password }))
    await note(cloud.ask(changePassword, { proof_code: sent, new_password: `${password}2` }, { token }))
    await note(cloud.ask(bindPhone, { phone, code: sent, password: `${password}3` }, { token }))
    for (const path of [
      `/en/none?token=${token}&password=${password}&code=SECRET77`,
      `/en/forum/user/account/login?password=${password}`,
      `/${token}`,
      `/%E0%A4%A?${password}`,
    ]) {
      await note(fetch(cloud.url + path, { headers: { Token: token } }).then((response) => response.text()))
    }
    await note(
      fetch(`${cloud.url}/en/forum/user/account/login`, {
        method: 'POST',
        headers: { Source: 'app', 'Content-Type': 'application/json' },
        body: `{"password": "${password}", token: ${token}`,
      }).then((response) => response.text()),
    )

    // An internal fault is logged completely, but without the secrets.
    const { DatabaseSync } = await import('node:sqlite')
    const file = new DatabaseSync(`${cloud.folder}/cloud/en.db`)
    file.exec('drop table sessions')
    file.close()
    const failed = await cloud.ask(login, { username: 'quiet', password, agreed: 1 })
    expect(failed).toEqual({ code: Code.fault, msg: 'Something went wrong. Try again later.', data: null })
    await note(cloud.ask(profile, {}, { token }))

    const log = lines.join('')
    expect(log).toContain('no such table: sessions')
    expect(log).toContain('/en/forum/user/account/login')
    for (const secret of [token, password, 'SECRET77', `"${sent}"`, ` ${sent}`]) {
      expect(log).not.toContain(secret)
      expect(answers.join('\n')).not.toContain(secret)
    }
    expect(answers.join('\n')).not.toContain('no such table')
  } finally {
    await cloud.stop()
  }
})

test("P12: the log itself hides what it is handed under a secret's name", () => {
  const lines: string[] = []
  const log = createLog('info', new Writable({ write: (chunk: Buffer, _, done) => (lines.push(chunk.toString()), done()) }))
  log.info(
    { token: 'sssh', body: { password: 'sssh', data: { code: 'sssh' } }, req: { headers: { authorization: 'sssh' } } },
    'kept',
  )
  expect(lines.join('')).toContain('kept')
  expect(lines.join('')).not.toContain('sssh')
})
