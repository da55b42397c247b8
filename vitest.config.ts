/** Unit and contract tests: node for cloud, station, contract and scripts; jsdom for the app. e2e runs by its own config. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Most of a test here is waiting: for engines, for time limits.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'node',
          include: ['{contract,cloud,station,scripts}/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      'web',
    ],
  },
})
