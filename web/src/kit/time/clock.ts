/** The one clock of the app; pure logic takes `now` and `later` as arguments. */
export { later } from '@homeport/contract/kit/later.ts'

export function now(): number {
  return Date.now()
}

/** ms since the page was loaded, whatever is done to the clock. */
export function elapsed(): number {
  return performance.now()
}
