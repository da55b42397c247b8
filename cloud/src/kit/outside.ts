/** The one place where the cloud asks hosts outside, and only those that the operator's settings name (P34): no redirect is followed. */

const answerWithinMs = 15_000

/** Throws unless the answer is a 2xx. No error carries the address: it may hold a key (P12). */
export async function postForm(url: string, form: Record<string, string>): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
    signal: AbortSignal.timeout(answerWithinMs),
  }).catch((error: unknown) => {
    throw new Error(
      error instanceof Error && error.name === 'TimeoutError'
        ? 'the gateway did not answer in time'
        : 'the gateway cannot be reached',
    )
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the gateway answered HTTP ${response.status}`)
}
