/** Vitest config of the benches: each has a budget; the files run in sequence so that they do not disturb each other. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    root: new URL('.', import.meta.url).pathname,
    include: ['*.bench.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
})
