/** For tests: longer timeouts for queries on screen, for a machine that runs tests in parallel, and what jsdom lacks. */
import { configure } from '@testing-library/react'
import { vi } from 'vitest'

configure({ asyncUtilTimeout: 15_000 })

// Under fake timers waitFor advances them by a global of this name.
Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } })

// jsdom lays nothing out: there is nothing to scroll to.
Element.prototype.scrollIntoView = () => {}

// A phone's window, where a test does not say otherwise.
globalThis.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { matches: false, media, onchange: null, addListener() {}, removeListener() {} })
