/** Blob upload: a file becomes a blob in the cloud, and acts carry its id (wire.md "Big things"). Also pieces of files that come from the box itself. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { Envelope } from '@homeport/contract/kit/envelope.ts'
import type { Call, Out, Shape } from '@homeport/contract/kit/operation.ts'
import * as z from 'zod/mini'
import { osName } from '../platform.ts'
import { blobAddress } from './blob.ts'
import { readAnswer } from './read-answer.ts'
import { findHosts } from './http.ts'
import { Failure, failureOf } from '../failure.ts'
import { hostUrl } from '../hosts.ts'
import { newId } from '../id.ts'
import { session } from '../session.ts'
import { countUpload } from './uploading.ts'

const uploadTimeoutMs = 60_000
/** A piece of 8 MB takes so long at 70 KB/s. */
const pieceTimeoutMs = 120_000

/** Returns the blob's id: random, because hashing the content needs a secure context. */
export function putBlob(bytes: Blob): Promise<string> {
  return countUpload(putCounted(bytes))
}

async function putCounted(bytes: Blob): Promise<string> {
  const id = newId()
  const { url, token } = await blobAddress(id)
  let response: Response
  try {
    response = await fetch(url, {
      method: 'PUT',
      headers: { Token: token, 'Content-Type': 'application/octet-stream' },
      body: bytes,
      credentials: 'omit',
      signal: AbortSignal.timeout(uploadTimeoutMs),
    })
  } catch (error) {
    throw new Failure(error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'network', {
      during: 'upload',
    })
  }
  const body = z.safeParse(Envelope, await response.json().catch(() => null))
  if (!body.success) throw new Failure('network', { code: response.status, during: 'upload' })
  if (body.data.code !== Code.ok) throw failureOf(body.data)
  return id
}

/** The bytes of a file that the box serves at an address of this page's own, from the one to the other, both included. Fails as not found where the address has ended. */
export async function fetchPiece(
  url: string,
  { from, to, signal }: { from: number; to: number; signal: AbortSignal },
): Promise<Blob> {
  const response = await fetch(url, {
    headers: { Range: `bytes=${from}-${to}` },
    credentials: 'omit',
    signal: AbortSignal.any([signal, AbortSignal.timeout(pieceTimeoutMs)]),
  }).catch(lost)
  if (response.status === 404) throw new Failure('code', { code: Code.notFound })
  const piece = await response.blob().catch(lost)
  if (response.status !== 206 || piece.size !== to - from + 1) throw new Failure('network', { code: response.status })
  return piece
}

function lost(): never {
  throw new Failure('network')
}

/** Sends a call with one file and reports upload progress in percent (XMLHttpRequest: fetch reports none). */
export async function sendFile<I extends Shape, O extends Shape>(
  call: Call<I, O>,
  file: Blob,
  { onProgress, signal }: { onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<Out<O>> {
  await findHosts()
  const { lang, token } = session.get()
  if (token === '') throw new Failure('session', { code: Code.noToken })
  const answer = await countUpload(sendUp(hostUrl(lang, call.host) + call.path, { file, token, onProgress, signal }))
  if (answer.code !== Code.ok) throw failureOf(answer)
  const output = readAnswer(call.output, answer.data)
  if (!output.success) throw new Failure('shape', { code: answer.code, data: output.error.issues })
  return output.data
}

type Up = { file: Blob; token: string; onProgress: (percent: number) => void; signal: AbortSignal }

function sendUp(url: string, { file, token, onProgress, signal }: Up): Promise<Envelope> {
  const body = new FormData()
  body.append('file', file, 'file')
  const request = new XMLHttpRequest()
  request.open('POST', url)
  request.timeout = uploadTimeoutMs
  const headers = { Token: token, OS: osName(), Version: 'v3', Source: 'app', client: 'app', SsoClient: 'h5', Devsn: '' }
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  return new Promise((resolve, reject) => {
    const stop = () => request.abort()
    signal.addEventListener('abort', stop, { once: true })
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? (loaded / total) * 100 : 0))
    request.addEventListener('load', () => {
      const read = z.safeParse(Envelope, parsed(request.responseText))
      if (request.status === 200 && read.success) resolve(read.data)
      else reject(new Failure(request.status === 200 ? 'shape' : 'network', { code: request.status, during: 'upload' }))
    })
    request.addEventListener('error', () => reject(new Failure('network', { during: 'upload' })))
    request.addEventListener('timeout', () => reject(new Failure('timeout', { during: 'upload' })))
    request.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    request.send(body)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
