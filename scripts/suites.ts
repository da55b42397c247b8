/**
 * Runs the suites of `npm test` in sequence and prints seconds for each, and one closing line `N passed, N failed, N skipped`. The end-to-end projects run in
 * parallel; the output of all but the first is printed when they have ended.
 * A file of tests that failed in `npm test` runs once more, alone, after all others: if it passes then, its tests count as passed and are named `unstable`; `npm test -- --strict` has no second chance. `npm test -- --both` tells each story in both languages.
 * `npm test` leaves out the long tests of scripts/full-run.ts; `npm test -- --full`, which CI runs, has all.
 * Arguments after the mode select suites by name: `npm test unit e2e`. Modes: test (all), shake (all, while an endless loop holds each core), check (no tests), bench, soak, walk (every route in every state). `npm test -- --changed`: what a change touches.
 * `npm run soak -- hostile --minutes 20`: one soak test, and how long it lasts.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findPrograms } from '../station/src/app/programs.ts'
import { browser, browserPackage } from './browser.ts'
import { readChanged, storiesOf, testFoldersOf, testsOf, type Changed } from './changed.ts'
import type { FileResult } from './summary-reporter.ts'
import { proveCommit, readCommit } from './proven.ts'
import {
  conclude,
  endWithParent,
  giveSecondChance,
  hangMinutes,
  runTests,
  startProcess,
  type Result,
  type TestCommand,
  type TestProcess,
} from './test-run.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const tool = (name: string) => path.join(root, 'node_modules', name)

/** chosen: of the tests (TestCommand). parallel: commands that run in parallel, under the same name. beside: work for one core, that runs beside the suite before it; its output comes at its end. */
type Suite = { name: string; args: string[]; chosen?: string[]; tests?: boolean; parallel?: string[][]; beside?: true }

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean' },
    minutes: { type: 'string' },
    strict: { type: 'boolean' },
    both: { type: 'boolean' },
    full: { type: 'boolean' },
  },
})
const [mode = 'test', ...chosen] = positionals
const isOfChange = values.changed === true && mode === 'test'
const isTest = mode === 'test' || mode === 'shake'
if (mode === 'walk') process.env.WALK = 'all'
if (isTest && !isOfChange && values.full !== true) process.env.TEST_SHORT = '1'
if (values.both === true) process.env.STORY_LANGUAGES = 'both'
if (values.minutes !== undefined) process.env.SOAK_MINUTES = values.minutes

/** While one works, only what changed since the last check is read again. */
const types = (project: string) => {
  const buildInfo = tool(`.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`)
  const again = isOfChange || mode === 'check' ? ['--incremental', '--tsBuildInfoFile', buildInfo] : []
  return [tool('@typescript/native/bin/tsc'), '--singleThreaded', '-p', project, ...again]
}
const checks: Suite[] = [
  {
    name: 'types',
    args: types('tsconfig.json'),
    parallel: [types('web/tsconfig.json'), types('mini/tsconfig.json'), types('mini/tests/tsconfig.json')],
  },
  { name: 'lint', args: [tool('oxlint/bin/oxlint'), '--type-aware'] },
  { name: 'shape', args: ['scripts/shape.ts'] },
  { name: 'unused', args: [tool('knip/bin/knip.js'), '--no-progress'], beside: true },
  { name: 'format', args: [tool('oxfmt/bin/oxfmt'), '--check', '.'], beside: true },
  { name: 'calls-doc', args: ['scripts/calls-doc.ts', '--check'], beside: true },
  { name: 'migrations', args: ['scripts/migrations.ts', '--check'], beside: true },
]
const vitest = (config: string) => [tool('vitest/vitest.mjs'), 'run', '--config', config]
const cores = os.availableParallelism()
const unitArgs = (project: string, workers: number) => [
  ...vitest('vitest.config.ts'),
  '--project',
  project,
  '--maxWorkers',
  String(workers),
]
const projectArgs = (project: string) => [...vitest('e2e/vitest.config.ts'), '--project', project]
const tests: Suite[] = [
  ...checks,
  // Tests wait more than they compute, those of downloads most: a worker of the others takes 0.4 of a core, one of theirs 0.2.
  { name: 'unit', args: unitArgs('!engines', cores + 1), parallel: [unitArgs('engines', cores + 1)], tests: true },
  {
    name: 'e2e',
    args: projectArgs('box'),
    parallel: ['library', 'forum', 'connection', 'app'].map(projectArgs),
    tests: true,
  },
]
const modes: Record<string, Suite[]> = {
  check: checks,
  test: tests,
  shake: tests,
  bench: [{ name: 'bench', args: vitest('bench/vitest.config.ts'), tests: true }],
  walk: [{ name: 'walk', args: projectArgs('forum'), chosen: [path.join(root, 'e2e/walk.spec.ts')], tests: true }],
  soak: ['soak', 'torrent-programs', 'hostile'].map((name) => ({
    name,
    args: [...vitest('e2e/soak.config.ts'), '--project', name, ...(name === 'torrent-programs' ? ['-t', 'Transmission'] : [])],
    tests: true,
  })),
}

const offered = isOfChange ? suitesOfChange(readChanged(root)) : (modes[mode] ?? [])
const suites = offered.filter((suite) => chosen.length === 0 || chosen.includes(suite.name))
if (suites.length === 0) {
  console.error(`There is no suite ${[mode, ...chosen].join(' ')}; modes: ${Object.keys(modes).join(', ')}.`)
  process.exit(1)
}

const total = { passed: 0, failed: 0, skipped: 0 }
const seconds: string[] = []
const results: Result[] = []
const began = performance.now()
const isWhole = isTest && values.full === true && chosen.length === 0
const commit = isWhole ? readCommit(root) : undefined
const folder = await mkdtemp(path.join(os.tmpdir(), 'homeport-test-'))
/** Shared by all tests: compiled code of the programs that they start, and films that the stories encode. A soak may stand still for longer. */
const testProcess: TestProcess = {
  cwd: root,
  env: {
    NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
    TEST_FILMS: path.join(folder, 'films'),
    // Without a language in the environment programs take the names of files for ASCII.
    LANG: 'C.UTF-8',
    ...process.env,
    NODE_NO_WARNINGS: '1',
  },
  hangMs: isTest ? hangMinutes * 60_000 : Infinity,
  say: (text) => process.stdout.write(text),
}
endWithParent()
if (mode === 'shake') holdCores()
if (suites.some((suite) => suite.tests)) await providePrograms()

for (const [at, suite] of suites.entries()) {
  if (at > 0 && suite.beside) continue
  const next = suites.findIndex((other, index) => index > at && !other.beside)
  const together = suites.slice(at, next < 0 ? undefined : next)
  console.log(`\n── ${together.map(({ name }) => name).join(', ')}`)
  await Promise.all(together.map((one) => runSuite(one, one !== suite)))
}
const isRepeated = isTest && values.strict !== true && results.some(({ files }) => files.some(isFailed))
const againBegan = performance.now()
const unstable = isRepeated ? await giveSecondChance(results, testProcess) : []
if (isRepeated) seconds.push(`once more ${((performance.now() - againBegan) / 1000).toFixed(1)} s`)
await rm(folder, { recursive: true, force: true })

const ofTests = conclude(results, unstable)
for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += ofTests[key]
// At the end once more, where a long log is cut.
for (const line of ofTests.lines) console.log(line)
console.log(`\n${seconds.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
const isGreen = total.failed === 0 && total.passed > 0
if (isGreen && commit !== undefined && commit === readCommit(root)) proveCommit(commit, (performance.now() - began) / 1000)
process.exitCode = isGreen ? 0 : 1

/** Types of the programs that changed, lint of the files that changed, tests that import them, and the stories of their features. */
function suitesOfChange({ base, files }: Changed): Suite[] {
  const sources = files.filter((file) => /[.](ts|tsx|mjs)$/.test(file))
  const isWeb = (file: string) => file.startsWith('web/')
  const isMini = (file: string) => file.startsWith('mini/')
  const projects = [
    ...(sources.some((file) => !isWeb(file) && !isMini(file)) ? [types('tsconfig.json')] : []),
    ...(sources.some((file) => isWeb(file) || file.startsWith('contract/')) ? [types('web/tsconfig.json')] : []),
    ...(sources.some((file) => isMini(file) || file.startsWith('contract/'))
      ? [types('mini/tsconfig.json'), types('mini/tests/tsconfig.json')]
      : []),
  ]
  const [first, ...parallel] = projects
  const [stories, tests] = [storiesOf(files), testsOf(files)]
  const unit = vitest('vitest.config.ts')
  const unitFolders = testFoldersOf(files)
  console.log(`${files.length} files changed since ${base.slice(0, 10)}; stories: ${stories.join(', ') || 'none'}`)
  return [
    ...checks.flatMap((suite): Suite[] => {
      if (suite.name === 'types') return first ? [{ ...suite, args: first, parallel }] : []
      if (suite.name === 'lint') return sources.length > 0 ? [{ ...suite, args: [...suite.args, ...sources] }] : []
      return [suite]
    }),
    ...(unitFolders?.length === 0
      ? []
      : [{ name: 'unit', args: unit, chosen: ['--changed', base, '--passWithNoTests', ...(unitFolders ?? [])], tests: true }]),
    ...(tests.length > 0 ? [{ name: 'unit of files', args: unit, chosen: tests, tests: true }] : []),
    ...(stories.length > 0
      ? [
          {
            name: 'e2e',
            args: vitest('e2e/vitest.config.ts'),
            chosen: stories.map((name) => path.join(root, 'e2e', `${name}.spec.ts`)),
            tests: true,
          },
        ]
      : []),
  ]
}

async function runSuite(
  { name, args, chosen: files = [], parallel = [], tests: areTests }: Suite,
  isHeld: boolean,
): Promise<void> {
  const suiteBegan = performance.now()
  const run = (one: string[], index: number) =>
    areTests ? tested({ args: one, chosen: files, isHeld: index > 0 }) : checked(one, isHeld)
  const areGreen = await Promise.all([args, ...parallel].map(run))
  const duration = ((performance.now() - suiteBegan) / 1000).toFixed(1)
  seconds.push(`${name} ${duration} s${areGreen.every(Boolean) ? '' : ' FAILED'}`)
}

/** One that hangs is ended. */
async function checked(args: string[], isHeld: boolean): Promise<boolean> {
  const { process: child, code: ended } = startProcess(args, isHeld, testProcess)
  const limit = setTimeout(() => {
    console.log(`${args.join(' ')} did not end for ${hangMinutes} minutes`)
    child.kill('SIGKILL')
  }, hangMinutes * 60_000)
  const code = await ended
  clearTimeout(limit)
  total[code === 0 ? 'passed' : 'failed'] += 1
  return code === 0
}

async function tested(command: TestCommand): Promise<boolean> {
  const result = await runTests(command, testProcess)
  results.push(result)
  return result.outside.length === 0 && !result.files.some(isFailed)
}

function isFailed({ failures }: FileResult): boolean {
  return failures.length > 0
}

/** A slow, busy machine: a loop holds each core for as long as this process lives. */
function holdCores(): void {
  const loop = `while (process.ppid === ${process.pid}) {}`
  for (let core = 0; core < os.availableParallelism(); core += 1)
    spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }).unref()
}

/** Installs the programs that tests need and a box does not, on Debian if run as root; elsewhere the tests that need them are skipped with a reason. */
async function providePrograms(): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return
  const packages = []
  if (!browser) packages.push(browserPackage, 'fonts-noto-cjk')
  if ((await findPrograms(process.env)).aria2 === undefined) packages.push('aria2')
  if (spawnSync('openssl', ['version']).status !== 0) packages.push('openssl')
  if (packages.length === 0) return
  console.log(`Installing ${packages.join(', ')} for the tests …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
  const { status } = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
  if (status !== 0) console.log('They could not be installed: the tests that need them are skipped.')
}
