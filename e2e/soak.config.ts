/** Vitest config of the soak tests, `npm run soak`: repeated load bursts and kills, and tests of `npm test` that run more rounds here. Each project is a suite of its own name. */
import { defineConfig } from 'vitest/config'

const soak = {
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  root: new URL('.', import.meta.url).pathname,
  // Stories in both languages.
  env: { SOAK: '1', STORY_LANGUAGES: 'both' },
  environment: 'node',
  fileParallelism: false,
  testTimeout: 1_800_000,
  hookTimeout: 120_000,
} as const

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...soak,
          name: 'soak',
          include: [
            '*.soak.ts',
            'faults.spec.ts',
            'links.spec.ts',
            'loading.spec.ts',
            '../scripts/box-update.test.ts',
            '../station/src/app/kill.test.ts',
            '../station/src/app/kill-files.test.ts',
            '../station/src/app/tv-gmediarender.test.ts',
            '../station/src/app/tv-loading.test.ts',
            '../station/src/app/tv-matrix.test.ts',
            '../station/src/download/connections.test.ts',
            '../station/src/kit/migrate.test.ts',
            '../station/src/download/playing/play-while-loading.test.ts',
            '../station/src/download/torrent/hostile.test.ts',
            '../cloud/src/app/storm.test.ts',
            '../cloud/src/connection/sockets/socket-readers.test.ts',
          ],
        },
      },
      {
        test: {
          ...soak,
          name: 'torrent-programs',
          include: [
            '../station/src/download/{magnet-first,queue,remove,torrent-reuse}.test.ts',
            '../station/src/download/control/{folders,many,pieces,seeding,space}.test.ts',
            '../station/src/download/stall/stall.test.ts',
            '../station/src/download/torrent/{odd-torrents,torrent-paths}.test.ts',
            '../station/src/download/torrent-program/{adopt,killed-program,killed-with-box,program-events,torrent-program}.test.ts',
          ],
        },
      },
      // As long as SOAK_MINUTES says, an hour by itself.
      { test: { ...soak, name: 'hostile', include: ['hostile.spec.ts'], testTimeout: 24 * 3_600_000 } },
    ],
  },
})
