/** How long a server asks to be left alone (RFC 9110, 10.2.3). For cloud and station. */

/** Nobody waits longer for a server, whatever it says. */
export const longestRetryAfterMs = 86_400_000

/** The headers of an answer that say it. */
export type RetryAfter = { 'retry-after'?: string | undefined; date?: string | undefined }

/** In ms, 0 where the server does not say. Seconds, or a date, which is read by the server's own clock where it tells it. now: in ms. */
export function retryAfterMs(headers: RetryAfter, now: number): number {
  const text = headers['retry-after']?.trim() ?? ''
  const serverNow = Date.parse(headers.date ?? '')
  const waitMs = /^\d+$/.test(text)
    ? Number(text) * 1_000
    : isHttpDate(text)
      ? Date.parse(text) - (Number.isNaN(serverNow) ? now : serverNow)
      : 0
  return Number.isNaN(waitMs) ? 0 : Math.min(longestRetryAfterMs, Math.max(0, waitMs))
}

/** The day of the week first, in all three forms (RFC 9110, 5.6.7). Date.parse takes much more. */
const isHttpDate = (text: string): boolean => /^[a-z]{3,9},? /i.test(text)
