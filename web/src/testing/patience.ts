/** For tests: longer timeouts for queries on screen, for a machine that runs tests in parallel. */
import { configure } from '@testing-library/react'
import { vi } from 'vitest'

const timeout = 15_000
configure({ asyncUtilTimeout: timeout })

// Vitest has no setting for it; an explicit timeout is kept.
const { waitFor } = vi
vi.waitFor = (check, options) => waitFor(check, typeof options === 'number' ? options : { timeout, ...options })
