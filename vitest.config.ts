/** Unit and contract tests: node for cloud, station, contract and scripts, jsdom for the app and the mini-program; engines for downloads and kills of the box, which mostly wait. e2e runs by its own config. */
import { defineConfig } from 'vitest/config'
import { isShortRun, longTests } from './scripts/full-run.ts'

/** A test changes nothing for the next one. */
const undone = { restoreMocks: true, unstubGlobals: true, unstubEnvs: true } as const
const engines = ['station/src/download/**/*.test.ts', 'station/src/app/kill.test.ts']
const excluded = isShortRun ? longTests : []
const node = {
  ...undone,
  environment: 'node',
  // What is polled for is waited for, not timed: a slow machine is no failure.
  expect: { poll: { timeout: 15_000 } },
  // The files of a worker share what they import, which is as much work as a fifth of all tests: none changes it.
  isolate: false,
  // Longer than `until` waits, which says what never came true.
  testTimeout: 180_000,
  hookTimeout: 60_000,
} as const

export default defineConfig({
  test: {
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...node,
          name: 'node',
          include: ['{contract,cloud,station,scripts}/**/*.test.ts'],
          exclude: [...engines, ...excluded],
          globalSetup: 'cloud/src/testing/template.ts',
        },
      },
      { test: { ...node, name: 'engines', include: engines, exclude: excluded } },
      {
        test: {
          ...undone,
          name: 'mini',
          include: ['mini/tests/*.test.ts'],
          environment: 'jsdom',
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
        },
      },
      'web',
    ],
  },
})
