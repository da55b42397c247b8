/** Big things to and from the cloud: a file becomes a blob, and acts carry its id (wire.md "Big things"). */
import { Code } from '@homeport/contract/kit/codes.ts'
import { Envelope } from '@homeport/contract/kit/envelope.ts'
import { blobPath } from '@homeport/contract/kit/link.ts'
import * as z from 'zod/mini'
import { findHosts } from './ask.ts'
import { Failure, failureOf } from './failure.ts'
import { hostUrl } from './hosts.ts'
import { newId } from './id.ts'
import { session } from './session.ts'

const uploadTimeoutMs = 60_000

/** The id of the blob. The content's own hash would need a secure context: a random id does. */
export async function putBlob(bytes: Blob): Promise<string> {
  const { lang, token } = session.get()
  if (token === '') throw new Failure('session', { code: Code.noToken })
  await findHosts()
  const id = newId()
  const url = hostUrl(lang, 'device') + blobPath(lang, id).slice(`/${lang}/device`.length)
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
    throw new Failure(error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'network')
  }
  const body = z.safeParse(Envelope, await response.json().catch(() => null))
  if (!body.success) throw new Failure('network', { code: response.status })
  if (body.data.code !== Code.ok) throw failureOf(body.data)
  return id
}

/** null where the cloud has no such blob, or not yet. The token goes in a header, never in the address: a picture cannot be asked for by <img> alone. */
export async function getBlob(id: string): Promise<Blob | null> {
  const { lang, token } = session.get()
  if (token === '') throw new Failure('session', { code: Code.noToken })
  await findHosts()
  const url = hostUrl(lang, 'device') + blobPath(lang, id).slice(`/${lang}/device`.length)
  try {
    const response = await fetch(url, {
      headers: { Token: token, Source: 'app' },
      credentials: 'omit',
      signal: AbortSignal.timeout(uploadTimeoutMs),
    })
    return response.ok && response.headers.get('Content-Type') === 'application/octet-stream' ? await response.blob() : null
  } catch {
    return null
  }
}
