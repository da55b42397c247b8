/** End-to-end stories on real parts, in two lanes that scripts/suites.ts runs side by side: the machine has two cores, and much of a story is waiting. In a lane one goes after the other. */
import { defineConfig } from 'vitest/config'

const ofBox = ['device.spec.ts', 'download.spec.ts', 'film.spec.ts', 'screen.spec.ts', 'thread.spec.ts']
const root = new URL('.', import.meta.url).pathname
const story = {
  root,
  environment: 'node',
  testTimeout: 180_000,
  hookTimeout: 120_000,
  fileParallelism: false,
} as const

export default defineConfig({
  test: {
    root,
    projects: [
      { test: { ...story, name: 'box', include: ofBox } },
      { test: { ...story, name: 'app', include: ['*.spec.ts'], exclude: ofBox } },
    ],
  },
})
