/** End-to-end stories on real parts, in three lanes of like length that scripts/suites.ts runs side by side: the machine has two cores, and much of a story is waiting. In a lane one goes after the other. */
import { defineConfig } from 'vitest/config'

const ofBox = ['film.spec.ts', 'play.spec.ts', 'screen.spec.ts', 'thread.spec.ts']
const ofPeople = ['account.spec.ts', 'download.spec.ts', 'library.spec.ts', 'people.spec.ts', 'start.spec.ts']
const root = new URL('.', import.meta.url).pathname
const story = {
  root,
  environment: 'node',
  // What is polled for is waited for, not timed: a slow machine is no failure.
  expect: { poll: { timeout: 15_000 } },
  testTimeout: 180_000,
  hookTimeout: 180_000,
  fileParallelism: false,
} as const

export default defineConfig({
  test: {
    root,
    projects: [
      { test: { ...story, name: 'box', include: ofBox } },
      { test: { ...story, name: 'people', include: ofPeople } },
      { test: { ...story, name: 'app', include: ['*.spec.ts'], exclude: [...ofBox, ...ofPeople] } },
    ],
  },
})
