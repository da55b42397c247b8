/** Turns off zod's eval probe before the first schema is parsed: the CSP forbids eval. */
import * as z from 'zod/mini'

z.config({ jitless: true })
