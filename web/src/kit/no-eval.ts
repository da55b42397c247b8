/** The CSP forbids eval, which zod would otherwise probe for at its first object: say so before anything is parsed. */
import * as z from 'zod/mini'

z.config({ jitless: true })
