/** For tests: longer timeouts for queries on screen, for a machine that runs tests in parallel, and what jsdom lacks. */
import { configure } from '@testing-library/react'
import { vi } from 'vitest'

const timeout = 15_000
configure({ asyncUtilTimeout: timeout })

// Vitest has no setting for it; an explicit timeout is kept.
const { waitFor } = vi
vi.waitFor = (check, options) => waitFor(check, typeof options === 'number' ? options : { timeout, ...options })

// jsdom lays nothing out: there is nothing to scroll to.
Element.prototype.scrollIntoView = () => {}

// A phone's window, where a test does not say otherwise.
globalThis.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { matches: false, media, onchange: null, addListener() {}, removeListener() {} })
