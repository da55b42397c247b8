/** The one place where the cloud asks hosts outside, and only those that the operator's settings name (P34): no redirect is followed. */

const answerWithinMs = 15_000

/** Throws unless the answer is a 2xx. No error carries the address: it may hold a key (P12). */
export async function postForm(url: string, form: Record<string, string>): Promise<void> {
  const response = await reach(url, { method: 'POST', body: new URLSearchParams(form) })
  await response.body?.cancel()
}

/** As postForm; throws also where the answer is no JSON. */
export async function getJson(url: string): Promise<unknown> {
  const response = await reach(url, {})
  return response.json().catch(() => {
    throw new Error('the gateway answered what is no JSON')
  })
}

async function reach(url: string, request: RequestInit): Promise<Response> {
  const wanted = { ...request, redirect: 'manual' as const, signal: AbortSignal.timeout(answerWithinMs) }
  const response = await fetch(url, wanted).catch((error: unknown) => {
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
