/** Types for importing the memory limiter from its own file: the package's main entry loads the clients of a dozen databases. */
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  import { RateLimiterMemory } from 'rate-limiter-flexible'
  export default RateLimiterMemory
}
