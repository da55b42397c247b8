/** For feature tests: a complete cloud on a free port with its own folder, and calls to it as an app makes them. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { langs, type Call, type In, type Lang, type Out, type Shape } from '@homeport/contract/kit/operation.ts'
import { encodeForm } from '@homeport/contract/kit/form.ts'
import { register } from '@homeport/contract/account.ts'
import { readCloudConfig, type CloudConfig } from '../app/config.ts'
import { startCloud, type CloudDeps } from '../app/start.ts'
import { copySqlite } from './template.ts'

export type Answer<T> = { code: number; msg: string; data: T }
type Asker = { lang?: Lang; token?: string; headers?: Record<string, string> }

export async function startTestCloud(settings: Partial<CloudConfig> = {}, deps: CloudDeps = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'homeport-cloud-'))
  const config = { ...readCloudConfig({ HOMEPORT_DATA: folder, HOMEPORT_LOG: 'silent' }), port: 0, tlsPort: 0, ...settings }
  if (config.dataFolder === folder && config.databaseUrl === undefined)
    for (const lang of langs) await copySqlite(join(folder, 'cloud', `${lang}.db`))
  const cloud = await startCloud(config, deps)

  async function ask<I extends Shape, O extends Shape>(
    call: Call<I, O>,
    input: In<I>,
    { lang = 'en', token, headers = {} }: Asker = {},
  ): Promise<Answer<Out<O>>> {
    const response = await fetch(`${cloud.url}/${lang}/${call.host}${call.path}`, {
      method: call.method,
      headers: { Source: 'app', ...(token === undefined ? {} : { Token: token }), ...headers },
      ...(call.method === 'GET' ? {} : { body: new URLSearchParams(encodeForm(Object(input))) }),
    })
    // NOTE: the cloud parses its output by the call's schema; tests read a refusal's data as unknown.
    return (await response.json()) as Answer<Out<O>>
  }

  /** Creates an account; returns its token. */
  async function signUp(username: string, lang: Lang = 'en'): Promise<{ token: string; user_id: string }> {
    const { code, data } = await ask(register, { username, password: `${username}-secret`, agreed: 1 }, { lang })
    if (code !== Code.ok) throw new Error(`${username} could not register: ${code}`)
    return { token: data.token, user_id: data.user.user_id }
  }

  return {
    ...cloud,
    folder,
    databaseUrl: config.databaseUrl,
    ask,
    signUp,
    /** Its folder stays, for one that goes on with it. */
    end: () => cloud.stop(),
    async stop() {
      await cloud.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
