/** Tests that only the full run has, `npm test -- --full` and CI: `npm test` ends within 15 minutes without them. The configs of Vitest leave them out where TEST_SHORT is set. */
import { readdirSync } from 'node:fs'

/** Set by scripts/suites.ts: a file that is named to Vitest runs in any case. */
export const isShortRun = process.env['TEST_SHORT'] === '1'

/** Nine seconds of a processor or more, mostly since a box or a cloud starts for each case; others of the same folder try the same code in their first form. */
export const longTests = [
  'cloud/src/app/callers.test.ts',
  'cloud/src/app/main.test.ts',
  'cloud/src/app/processes.test.ts',
  'cloud/src/app/storm.test.ts',
  'cloud/src/forum/routes/response-cache.test.ts',
  'cloud/src/guide/operator.test.ts',
  'cloud/src/tls/acme/acme.test.ts',
  'scripts/box-update.test.ts',
  'scripts/full-disk.test.ts',
  'scripts/full-inodes.test.ts',
  'scripts/test-run.test.ts',
  'station/src/app/birth.test.ts',
  'station/src/app/half-open.test.ts',
  'station/src/app/kill-queue.test.ts',
  'station/src/app/kill-steps.test.ts',
  'station/src/app/odd-files.test.ts',
  'station/src/app/tv-convert.test.ts',
  'station/src/app/tv-dlna.test.ts',
  'station/src/app/tv-matrix.test.ts',
  'station/src/app/tv-queue.test.ts',
  'station/src/download/control/seeding.test.ts',
  'station/src/download/connections.test.ts',
  'station/src/download/ed2k/client/ed2k-client.test.ts',
  'station/src/download/ed2k/client/ed2k-hostile.test.ts',
  'station/src/download/engine-ends.test.ts',
  'station/src/download/http/answers.test.ts',
  'station/src/download/http/unpack-body.test.ts',
  'station/src/download/many-files.test.ts',
  'station/src/download/torrent-program/killed-with-box.test.ts',
  'station/src/download/torrent-program/switching.test.ts',
  'station/src/download/torrent-reuse.test.ts',
  'station/src/download/torrent/exact-sources.test.ts',
  'station/src/download/torrent/fetch-torrent.test.ts',
  'station/src/download/torrent/torrent-fetcher.test.ts',
  'station/src/playback/hls/odd-films.test.ts',
  'station/src/playback/source/film-time.test.ts',
]

/** The stories of `npm test`: each page in its states, each kind of link, what loads at first, and the main jobs from an account to a film on the TV. */
export const mainStories = [
  'account',
  'axe',
  'device',
  'download',
  'feeds',
  'files',
  'forum',
  'forum-links',
  'https',
  'in-house',
  'keyboard',
  'library',
  'links',
  'loading',
  'mini',
  'play',
  'playback',
  'profile',
  'remote',
  'series',
  'shell',
  'start',
  'task-control',
  'thread',
  'walk',
]

/** The other stories. folder: e2e, with a slash at its end. */
export function longStories(folder: string): string[] {
  const main = new Set(mainStories.map((name) => `${name}.spec.ts`))
  return readdirSync(folder).filter((name) => name.endsWith('.spec.ts') && !main.has(name))
}
