/** The only HTTP client of the cloud: it requests only hosts that the operator's settings name (P34) and follows no redirect. */

const answerWithinMs = 15_000

/** Throws unless the response is 2xx. No error contains the URL: it may include a key (P12). */
export async function postForm(url: string, form: Record<string, string>): Promise<void> {
  const response = await reach(url, { method: 'POST', body: new URLSearchParams(form) })
  await response.body?.cancel()
}

/** Like postForm; also throws if the response is not JSON. */
export async function getJson(url: string): Promise<unknown> {
  const response = await reach(url, {})
  return response.json().catch(() => {
    throw new Error('the gateway answered what is no JSON')
  })
}

async function reach(url: string, request: RequestInit): Promise<Response> {
  const options = { ...request, redirect: 'manual' as const, signal: AbortSignal.timeout(answerWithinMs) }
  const response = await fetch(url, options).catch((error: unknown) => {
    throw new Error(
      error instanceof Error && error.name === 'TimeoutError'
        ? 'the gateway did not answer in time'
        : 'the gateway cannot be reached',
    )
  })
  if (response.ok) return response
  await response.body?.cancel()
  throw new Error(`the gateway answered HTTP ${response.status}`)
}
