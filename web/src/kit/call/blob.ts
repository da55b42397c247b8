/** A blob of the cloud: what an act is too small for (wire.md "Big things"). */
import { Code } from '@homeport/contract/kit/codes.ts'
import { blobPath } from '@homeport/contract/kit/connection.ts'
import { Failure } from '../failure.ts'
import { hostUrl } from '../hosts.ts'
import { session } from '../session.ts'
import { findHosts } from './http.ts'

const blobTimeoutMs = 60_000

/** Where it lies, and the token that reads and writes it. */
export async function blobAddress(id: string): Promise<{ url: string; token: string }> {
  await findHosts()
  const { lang, token } = session.get()
  if (token === '') throw new Failure('session', { code: Code.noToken })
  return { url: hostUrl(lang, 'device') + blobPath(lang, id).slice(`/${lang}/device`.length), token }
}

/** null if the cloud has no such blob (yet). The token goes in a header, never in the URL: <img> alone cannot load it. */
export async function getBlob(id: string): Promise<Blob | null> {
  const { url, token } = await blobAddress(id)
  try {
    const response = await fetch(url, {
      headers: { Token: token, Source: 'app' },
      credentials: 'omit',
      signal: AbortSignal.timeout(blobTimeoutMs),
    })
    return response.ok && response.headers.get('Content-Type') === 'application/octet-stream' ? await response.blob() : null
  } catch {
    return null
  }
}
