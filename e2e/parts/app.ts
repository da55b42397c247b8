/** HTTP client for calls and acts, like the app's, without a browser. */
import { publish } from '@homeport/contract/device.ts'
import { encodeForm } from '@homeport/contract/kit/form.ts'
import type { Act, Call, In, Lang, Out, Shape } from '@homeport/contract/kit/operation.ts'

export type App = { address: string; lang: Lang; token?: string }
export type Answer<T> = { code: number; msg: string; data: T }

/** The whole response envelope, whatever the code. */
export async function answerTo<I extends Shape>(app: App, promise: Call<I>, input: In<I>): Promise<Answer<unknown>> {
  const answer = await fetch(`${app.address}/${app.lang}/${promise.host}${promise.path}`, {
    method: promise.method,
    headers: { Token: app.token ?? '', OS: 'test', Version: 'v3', Source: 'app', client: 'app', SsoClient: 'h5' },
    body: new URLSearchParams(encodeForm(Object(input))),
  })
  const envelope: Answer<unknown> = await answer.json()
  return envelope
}

/** The data of a 200; throws on any other code. */
async function ask<I extends Shape, O extends Shape>(app: App, promise: Call<I, O>, input: In<I>): Promise<Out<O>> {
  const { code, msg, data } = await answerTo(app, promise, input)
  if (code !== 200) throw new Error(`${promise.path}: ${code} ${msg} ${JSON.stringify(data)}`)
  return promise.output.parse(data)
}

/** Sends an act by publish without a socket and returns the box's frame. */
async function act<I extends Shape>(
  app: App,
  promise: Act<I>,
  to: { devsn: string; data: In<I>; id?: string },
): Promise<{ code: number; data?: unknown }> {
  const payload = JSON.stringify({ request: promise.name, timestamp: 0, code: 200, data: to.data, fd: '', id: to.id })
  const frame = await ask(app, publish, { client_id: to.devsn, payload })
  return 'code' in frame ? frame : { code: 200, data: frame }
}

export const askAs = Object.assign(ask, { act })
