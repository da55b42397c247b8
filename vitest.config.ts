/** Unit and contract tests: node for cloud, station, contract and scripts; jsdom for the app. e2e runs by its own config. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // A good part of a test here is waiting, for engines and time limits; with a fourth worker what is timed comes too late.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'node',
          include: ['{contract,cloud,station,scripts}/**/*.test.ts'],
          environment: 'node',
          // What is polled for is waited for, not timed: a slow machine is no failure.
          expect: { poll: { timeout: 15_000 } },
          // The files of a worker share what they import, which is as much work as a fifth of all tests: none changes it.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      'web',
      {
        test: {
          name: 'mini',
          include: ['mini/tests/*.test.ts'],
          environment: 'jsdom',
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
        },
      },
    ],
  },
})
