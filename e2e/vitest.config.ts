/** Vitest config of the end-to-end tests: five projects of similar work, about 300 seconds of a processor each, that scripts/suites.ts runs in parallel, since tests also wait. Files of one project run in sequence. */
import { defineConfig } from 'vitest/config'
import { isShortRun, longStories } from '../scripts/full-run.ts'
import { patienceMs } from '../testing/until.ts'

const ofBox = [
  'box-screen.spec.ts',
  'feeds.spec.ts',
  'film.spec.ts',
  'film-clock.spec.ts',
  'film-parts.spec.ts',
  'keys.spec.ts',
  'kodi.spec.ts',
  'play.spec.ts',
  'playback.spec.ts',
  'relay.spec.ts',
  'remote.spec.ts',
  'screen.spec.ts',
  'tv-page.spec.ts',
]
const ofLibrary = [
  'account.spec.ts',
  'far-reply.spec.ts',
  'film-database.spec.ts',
  'grid.spec.ts',
  'identify.spec.ts',
  'library.spec.ts',
  'mini.spec.ts',
  'people.spec.ts',
  'profile.spec.ts',
  'recycle-bin.spec.ts',
  'series.spec.ts',
  'slim-root.spec.ts',
  'start.spec.ts',
]
const ofForum = ['forum.spec.ts', 'thread.spec.ts', 'walk.spec.ts']
const ofConnection = [
  'connection.spec.ts',
  'device.spec.ts',
  'faults.spec.ts',
  'feedback.spec.ts',
  'forum-links.spec.ts',
  'hostile.spec.ts',
  'in-house.spec.ts',
  'update.spec.ts',
]
const root = new URL('.', import.meta.url).pathname
const excluded = isShortRun ? longStories(root) : []
const story = {
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  root,
  environment: 'node',
  expect: { poll: { timeout: patienceMs } },
  testTimeout: 5 * patienceMs,
  hookTimeout: 5 * patienceMs,
  fileParallelism: false,
  exclude: excluded,
  // The files of a project share what they import, and one browser: none changes it.
  isolate: false,
} as const

export default defineConfig({
  test: {
    root,
    projects: [
      { test: { ...story, name: 'box', include: ofBox } },
      { test: { ...story, name: 'library', include: ofLibrary } },
      { test: { ...story, name: 'forum', include: ofForum } },
      { test: { ...story, name: 'connection', include: ofConnection } },
      {
        test: {
          ...story,
          name: 'app',
          include: ['*.spec.ts'],
          exclude: [...ofBox, ...ofLibrary, ...ofForum, ...ofConnection, ...excluded],
        },
      },
    ],
  },
})
