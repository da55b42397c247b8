/** The HTTP client for all calls: form body, the headers of spec 7, timeout 60 s, response checked against the contract. Throws a Failure, shows nothing. */
import type { Device } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { Envelope } from '@homeport/contract/kit/envelope.ts'
import { HostsFile } from '@homeport/contract/kit/hosts-file.ts'
import { encodeForm, type Form } from '@homeport/contract/kit/form.ts'
import type { Call, In, Lang, Needs, Out, Shape } from '@homeport/contract/kit/operation.ts'
import * as z from 'zod/mini'
import '../no-eval.ts'
import { osName } from '../platform.ts'
import { now } from '../time/clock.ts'
import { failedDuring, Failure, failureOf } from '../failure.ts'
import { environment, hostsFile, hostUrl, takeHosts } from '../hosts.ts'
import { readAnswer } from './read-answer.ts'
import { inHouse } from './in-house.ts'
import { reach } from '../reachability.ts'
import { endSessionsOfOther, isSession, session, type Session } from '../session.ts'

export const askTimeoutMs = 60_000

/** Fails early without a token or a box where the call needs one (wire.md). asGuestIn: sends as a guest to that language's realm. */
export async function ask<I extends Shape, O extends Shape, N extends Needs>(
  call: Call<I, O, N>,
  input: In<I>,
  options: { signal?: AbortSignal; files?: readonly Blob[]; asGuestIn?: Lang } = {},
): Promise<Out<O>> {
  const { lang, token, device } = options.asGuestIn ? guestIn(options.asGuestIn) : session.get()
  if (call.needs !== 'anyone' && token === '') throw new Failure('session', { code: Code.noToken })
  if (call.device && !device) throw new Failure('device', { code: Code.notBound })
  const fromBox = options.asGuestIn ? null : inHouse(call, input)
  if (fromBox) return fromBox
  await findHosts()
  if (!options.asGuestIn && token !== '' && !isSession(lang, token)) throw new Failure('session', { code: Code.noToken })
  const fields = encodeForm(typeof input === 'object' && input !== null ? input : {})
  const url = hostUrl(lang, call.host) + call.path
  const headers = {
    Token: token,
    OS: osName(),
    Version: 'v3',
    Source: 'app',
    client: 'app',
    SsoClient: 'h5',
    Devsn: device && !namesAnother(fields, device) ? device.devsn : '',
  }
  const answer = await exchange(call.method === 'GET' ? `${url}?${new URLSearchParams(fields)}` : url, {
    method: call.method,
    headers,
    ...(call.method === 'GET' ? {} : { body: bodyOf(fields, options.files) }),
    signal: AbortSignal.any([AbortSignal.timeout(askTimeoutMs), ...(options.signal ? [options.signal] : [])]),
  }).catch(failedDuring(options.files?.length ? 'upload' : 'call'))
  if (answer.code !== Code.ok) throw failureOf(answer)
  const output = readAnswer(call.output, answer.data)
  if (!output.success) throw new Failure('shape', { code: answer.code, data: output.error.issues })
  return output.data
}

function guestIn(lang: Lang): Pick<Session, 'lang' | 'token' | 'device'> {
  return { lang, token: '', device: null }
}

/** A form, or with files a multipart body whose files come last. */
function bodyOf(fields: Form, files: readonly Blob[] = []): URLSearchParams | FormData {
  if (files.length === 0) return new URLSearchParams(fields)
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const file of files) body.append('file', file, 'file')
  return body
}

/** The cloud refuses a body and a header that name two boxes: if the body names another box, the header stays empty. */
function namesAnother(fields: Form, device: Device): boolean {
  const named = [fields['devsn'], fields['client_id'], fields['devid']].filter((one) => one !== undefined && one !== '')
  return named.some((one) => one !== device.devsn && one !== device.devid)
}

/** Statuses that a proxy sends when the cloud behind it is down. */
const gatewayStatuses = [502, 503, 504]

async function exchange(url: string, request: RequestInit): Promise<Envelope> {
  const askedAt = now()
  let response: Response
  try {
    response = await fetch(url, { ...request, credentials: 'omit', cache: 'no-store' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    reach.suspect()
    throw new Failure(error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'network')
  }
  if (gatewayStatuses.includes(response.status)) reach.suspect()
  else reach.answered(askedAt)
  if (response.status !== 200) throw new Failure('network', { code: response.status })
  const body = z.safeParse(Envelope, await response.json().catch(() => null))
  if (!body.success) throw new Failure('shape')
  return body.data
}

export const pingTimeoutMs = 5_000

/** True if the cloud answers. */
export async function ping(): Promise<boolean> {
  try {
    await findHosts()
    const url = `${hostUrl(session.get().lang, 'device')}/`
    const response = await fetch(url, { credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(pingTimeoutMs) })
    return response.ok
  } catch {
    return false
  }
}

/** A page may not read the answer of another origin, but it sees whether there is one. */
export async function isReached(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(url, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal })
    return true
  } catch {
    return false
  }
}

let finding: Promise<void> | null = null

/** Reads the operator's hosts file once, if the page names one; calls wait for it. Where it cannot be read, the next call tries again. */
export function findHosts(): Promise<void> {
  return (finding ??= readHosts().catch((error: unknown) => {
    finding = null
    throw error
  }))
}

async function readHosts(): Promise<void> {
  const file = hostsFile()
  if (file) takeHosts(z.parse(HostsFile, await (await fetch(file)).json()))
  endSessionsOfOther(environment())
}
