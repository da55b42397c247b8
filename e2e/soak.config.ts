/** Vitest config of the soak tests: repeated load bursts and kills, and tests of `npm test` that run more rounds here. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    include: [
      '*.soak.ts',
      '../station/src/app/kill.test.ts',
      '../station/src/download/connections.test.ts',
      '../station/src/download/source/hostile.test.ts',
      '../cloud/src/link/sockets/socket-readers.test.ts',
    ],
    env: { SOAK: '1' },
    environment: 'node',
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
  },
})
