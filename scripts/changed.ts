/** The choice of `npm test -- --changed`: the files that git says have changed since this branch left origin/main (else since the last commit), and the tests and stories that they touch. */
import { spawnSync } from 'node:child_process'
import { floors } from './shape/rules.ts'

export type Changed = { base: string; files: string[] }

export function readChanged(root: string): Changed {
  const git = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
    return { isDone: status === 0, lines: stdout.split('\n').filter(Boolean), stderr }
  }
  const base = git('merge-base', 'HEAD', 'origin/main').lines[0] ?? 'HEAD'
  const changed = git('diff', '--name-only', '--diff-filter=d', base)
  const added = git('ls-files', '--others', '--exclude-standard')
  if (!changed.isDone || !added.isDone) throw new Error(`git does not say what changed: ${changed.stderr}${added.stderr}`)
  return { base, files: [...changed.lines, ...added.lines] }
}

/** Stories by the feature: a folder of cloud/src, station/src, web/src, or a file of contract/src by the first word of its name. One or two each, so that they end within a minute. */
export const storiesOfFeature: Record<string, readonly string[]> = {
  'api-key': ['keys'],
  account: ['account'],
  address: ['profile'],
  app: ['shell'],
  demo: ['guide'],
  device: ['device'],
  download: ['download', 'links', 'loading'],
  feed: ['feeds'],
  files: ['files', 'recycle-bin'],
  forum: ['forum'],
  guide: ['guide'],
  help: ['feedback'],
  home: ['guide'],
  kit: ['shell'],
  away: ['relay'],
  tunnel: ['relay'],
  lan: ['in-house'],
  nearby: ['device'],
  tls: ['https'],
  connection: ['connection', 'in-house'],
  media: ['profile'],
  message: ['people'],
  movie: ['library'],
  operator: ['feedback'],
  people: ['people'],
  place: ['guide'],
  playback: ['play', 'film-parts'],
  push: ['installed'],
  screen: ['screen'],
  settings: ['shell', 'installed'],
  shape: ['shell'],
  shared: ['profile'],
  testing: [],
  tv: ['screen'],
  ui: ['layers'],
  update: ['update'],
  worker: ['installed'],
}

/** Stories by what a path begins with; the longest one counts. */
export const storiesOfPath: Record<string, readonly string[]> = {
  'web/src/pages/': ['shell'],
  'web/src/pages/choose-location': ['guide'],
  'web/src/pages/open-location': ['guide'],
  'web/src/pages/preview-image': ['guide'],
  'web/src/pages/device/': ['device'],
  'web/src/pages/device/download/': ['download'],
  'web/src/pages/device/files/': ['files'],
  'web/src/pages/forum/': ['forum'],
  'web/src/pages/user/': ['account'],
  'web/src/pages/main/': ['shell'],
  'web/public/': ['shell'],
  'testing/film-database/': ['library'],
  'mini/': ['mini'],
  'cloud/src/account/webview': ['mini'],
  'cloud/src/account/wechat/': ['mini'],
  'web/src/kit/shell/webview-code': ['mini'],
  'e2e/parts/': ['shell'],
  'e2e/world.ts': ['shell'],
  'scripts/start.mjs': ['start', 'update'],
  'scripts/versions': ['update'],
  'scripts/runtime.mjs': ['start'],
  'scripts/node-flags': ['start'],
}

/** Tests that read what they test as files, which no import shows. */
const testsOfFiles: Record<string, readonly string[]> = {
  'cloud/migrations/': ['cloud/src/app/upgrade.test.ts', 'cloud/src/kit/db', 'scripts/migrations.test.ts'],
  'cloud/fixtures/': ['cloud/src/app/upgrade.test.ts', 'cloud/src/operator/backup.test.ts'],
  'station/migrations/': ['scripts/migrations.test.ts'],
  'station/fixtures/': ['station/src/app/upgrade.test.ts', 'scripts/backup.test.ts'],
  'contract/fixtures/': ['cloud/src/app/fixtures.test.ts', 'web/src/kit/call/fixtures.test.ts', 'station/src/app/start.test.ts'],
  'mobile/': ['web/src/kit/native-files.test.ts'],
  'mini/': ['mini/tests'],
}

/** Tests of the cloud over the whole table of calls. */
const testsOfAllCalls = ['callers', 'fields', 'erased', 'fixtures'].map((name) => `cloud/src/app/${name}.test.ts`)

/**
 * Where the unit tests stand that a change can touch, if only features changed: features never import each other (scripts/shape), so a complete cloud or box
 * in the test of another feature shows nothing new. Undefined: wherever a changed file is imported.
 */
export function testFoldersOf(files: readonly string[]): string[] | undefined {
  const folders = files.filter((file) => /[.](tsx?|mjs|css)$/.test(file)).map(testFoldersOfFile)
  return folders.some((some) => some === undefined) ? undefined : [...new Set(folders.flatMap((some) => some ?? []))].sort()
}

function testFoldersOfFile(file: string): readonly string[] | undefined {
  if (/^(web|scripts|e2e|bench|mobile|mini)\//.test(file))
    return ['web/src/', 'scripts/'].filter((folder) => file.startsWith(folder))
  const [, program, feature = ''] = /^(cloud|station)\/src\/([a-z0-9]+)\//.exec(file) ?? []
  if (program === 'cloud' && !isFloor('cloud', feature)) return [`cloud/src/${feature}/`, ...testsOfAllCalls]
  if (program === 'station' && !isFloor('station', feature)) return [`station/src/${feature}/`, 'station/src/app/']
  return undefined
}

function isFloor(program: 'cloud' | 'station', folder: string): boolean {
  const names: readonly string[] = floors[program].flat()
  return names.includes(folder) || folder === 'testing'
}

/** Names of stories, e2e/NAME.spec.ts. */
export function storiesOf(files: readonly string[]): string[] {
  return [...new Set(files.flatMap(storiesOfFile))].sort()
}

export function testsOf(files: readonly string[]): string[] {
  const named = Object.entries(testsOfFiles).filter(([start]) => files.some((file) => file.startsWith(start)))
  return [...new Set(named.flatMap(([, tests]) => tests))].sort()
}

function storiesOfFile(file: string): readonly string[] {
  const story = /^e2e\/([^/]+)[.]spec[.]ts$/.exec(file)?.[1]
  if (story) return [story]
  if (/[.]test[.]tsx?$/.test(file)) return []
  const start = Object.keys(storiesOfPath)
    .filter((one) => file.startsWith(one))
    .sort((a, b) => b.length - a.length)[0]
  if (start !== undefined) return storiesOfPath[start] ?? []
  const feature = /^(?:cloud|station|web|contract)\/src\/([a-z0-9]+)/.exec(file)?.[1]
  return (feature && storiesOfFeature[feature]) || []
}
