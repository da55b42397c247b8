/** For tests: what is waited for on screen has time on a machine that runs other tests beside. */
import { configure } from '@testing-library/react'
import { vi } from 'vitest'

const timeout = 15_000
configure({ asyncUtilTimeout: timeout })

// Vitest has no setting for it; a wait that names a time of its own keeps it.
const { waitFor } = vi
vi.waitFor = (check, options) => waitFor(check, typeof options === 'number' ? options : { timeout, ...options })

// jsdom lays nothing out: there is nothing to scroll to.
Element.prototype.scrollIntoView = () => {}
