/** How long a server asks to be left alone (RFC 9110, 10.2.3). For cloud and station. */

/** Nobody waits longer for a server, whatever it says. */
export const longestRetryAfterMs = 86_400_000

/** The headers of an answer that say it. */
export type RetryAfter = { 'retry-after'?: string | undefined; date?: string | undefined }

/** In ms, 0 where the server does not say. Seconds, or a date, which is read by the server's own clock where it tells it. now: in ms. */
export function retryAfterMs(headers: RetryAfter, now: number): number {
  const text = headers['retry-after']?.trim() ?? ''
  const serverNow = httpDateMs(headers.date ?? '')
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1_000 : httpDateMs(text) - (Number.isNaN(serverNow) ? now : serverNow)
  return Number.isNaN(waitMs) ? 0 : Math.min(longestRetryAfterMs, Math.max(0, waitMs))
}

/** A date of a header in its three forms, each in GMT, also the one that does not say so (RFC 9110, 5.6.7); NaN where it is none. Date.parse takes much more, and that form in the zone of this machine. */
export function httpDateMs(text: string): number {
  if (!/^[a-z]{3,9},? /i.test(text)) return Number.NaN
  return Date.parse(/:\d\d \d{4}$/.test(text) ? `${text} GMT` : text)
}
