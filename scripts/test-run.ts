/** Runs Vitest in a process of its own, reads the results file by file, ends a run in which nothing moves any more, and gives a file that failed its second chance. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FileResult, Summary } from './summary-reporter.ts'

/** Without an ended test for so long, a suite hangs. */
export const hangMinutes = 20
/** With more unstable files than these, a run is red. */
export const maxUnstableFiles = 5

const reporter = fileURLToPath(new URL('summary-reporter.ts', import.meta.url))

/** args: Node's own, from Vitest's script on. chosen: arguments that say which files run; none: all. isHeld: the output is printed after the end, so that it does not mix with another's. */
export type TestCommand = { args: string[]; chosen?: string[]; isHeld: boolean }
export type Result = { command: TestCommand; files: FileResult[]; outside: string[] }
/** now: ms, for the time without an ended test. say: takes what is told, and the output of held runs. */
export type TestProcess = {
  cwd: string
  env: Record<string, string | undefined>
  hangMs: number
  now?: () => number
  say: (text: string) => void
}

/** The results of one run of Vitest; what belongs to no file, a hang and a run that wrote no summary are in `outside`. */
export async function runTests(
  command: TestCommand,
  { cwd, env, hangMs, now = () => performance.now(), say }: TestProcess,
): Promise<Result> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'homeport-run-'))
  const [summary, running] = [path.join(folder, 'summary.json'), path.join(folder, 'running.json')]
  const reporters = ['--reporter=default', `--reporter=${reporter}`]
  const child = startProcess([...command.args, ...(command.chosen ?? []), ...reporters], command.isHeld, {
    cwd,
    env: { ...env, TEST_SUMMARY: summary, TEST_RUNNING: running },
    say,
  })
  const closed = new AbortController()
  const hung = endWhenHung(child.process, { running, hangMs, now, signal: closed.signal })
  const code = await child.code
  closed.abort()
  const names = await hung
  if (names) {
    const minutes = (hangMs / 60_000).toFixed(0)
    return {
      command,
      files: [],
      outside: [`no test ended for ${minutes} minutes; these files were running: ${names.join(', ')}`],
    }
  }
  const text = await readFile(summary, 'utf8').catch(() => null)
  await rm(folder, { recursive: true, force: true })
  if (text === null) return { command, files: [], outside: [`Vitest ended with code ${code} and no summary`] }
  const { files, outside }: Summary = JSON.parse(text)
  const isRed = outside.length > 0 || files.some(({ failures }) => failures.length > 0)
  return { command, files, outside: code === 0 || isRed ? outside : [`Vitest ended with code ${code}`] }
}

/**
 * Runs each file that failed once more, one at a time, in a fresh process: what passes then is unstable, its own results count.
 * A run with over `maxUnstableFiles` of them is red, so that no more than one further file is tried.
 */
export async function giveSecondChance(results: readonly Result[], options: TestProcess): Promise<FileResult[]> {
  const unstable: FileResult[] = []
  const failed = results.flatMap(({ command, files }) =>
    files.flatMap((file, at) => (file.failures.length > 0 ? [{ command, files, file, at }] : [])),
  )
  for (const { command, files, file, at } of failed.slice(0, maxUnstableFiles + 1)) {
    options.say(`\n── once more, alone: ${file.name}\n`)
    const again = await runTests({ args: argsOfProject(command.args, file), chosen: [file.path], isHeld: true }, options)
    const own = again.files.find(({ path: other, project }) => other === file.path && project === file.project)
    const failures = [...(own?.failures ?? []), ...again.outside.map((error) => ({ test: 'once more', error }))]
    if (!own || own.passed === 0) continue
    files[at] = { ...own, failures }
    if (failures.length === 0) unstable.push(file)
  }
  return unstable
}

export type Conclusion = { passed: number; failed: number; skipped: number; lines: string[] }

/** The counts of all runs, and a line for each test that is not green: skipped, failed, or unstable with its first error. */
export function conclude(results: readonly Result[], unstable: readonly FileResult[]): Conclusion {
  const files = results.flatMap((result) => result.files)
  const sum = (count: (file: FileResult) => number) => files.reduce((all, file) => all + count(file), 0)
  const failed = [
    ...files.flatMap(({ name, failures }) => failures.map(({ test, error }) => `failed: ${name}: ${test}: ${error}`)),
    ...results.flatMap(({ outside }) => outside.map((error) => `failed: outside of a test: ${error}`)),
    ...(unstable.length > maxUnstableFiles ? [`failed: over ${maxUnstableFiles} files are unstable`] : []),
  ]
  return {
    passed: sum(({ passed }) => passed),
    failed: failed.length,
    skipped: sum(({ skipped }) => skipped),
    lines: [
      ...files.flatMap(({ name, skippedTests }) => skippedTests.map((test) => `skipped: ${name}: ${test}`)),
      ...failed,
      ...unstable.flatMap(({ name, failures }) => failures.map(({ test, error }) => `unstable: ${name} › ${test}: ${error}`)),
    ],
  }
}

/** The command of a run, for the project of one of its files. */
function argsOfProject(args: string[], { project }: FileResult): string[] {
  const common = args.filter((arg, at) => arg !== '--project' && args[at - 1] !== '--project')
  return [...common, ...(project === '' ? [] : ['--project', project])]
}

const alive = new Set<ChildProcess>()

/** A process group of its own, so that an end ends what the tests started, too. */
export function startProcess(
  args: string[],
  isHeld: boolean,
  { cwd, env, say }: Pick<TestProcess, 'cwd' | 'env' | 'say'>,
): { process: ChildProcess; code: Promise<number> } {
  const output = isHeld ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    stdio: ['ignore', output, output],
    detached: process.platform !== 'win32',
  })
  alive.add(child)
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  return { process: child, code: codeOf(child).finally(() => say(Buffer.concat(chunks).toString())) }
}

/** Programs that a test left running end with its run: they would hold the output open, and take time from the next. */
async function codeOf(child: ChildProcess): Promise<number> {
  const closed = once(child, 'close')
  const [code] = await once(child, 'exit')
  kill(child)
  await closed
  alive.delete(child)
  return typeof code === 'number' ? code : 1
}

/** Ctrl-C and an end from outside reach all that runs. */
export function endWithParent(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      for (const child of alive) kill(child)
      process.exit(1)
    })
}

function kill(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

/** Kills the process once no test ended for `hangMs`; then the files that ran, otherwise null. */
async function endWhenHung(
  child: ChildProcess,
  { running, hangMs, now, signal }: { running: string; hangMs: number; now: () => number; signal: AbortSignal },
): Promise<string[] | null> {
  let movedAt = now()
  let last = 0
  while (!signal.aborted) {
    await setTimeout(Math.min(5_000, hangMs / 10), undefined, { signal }).catch(() => {})
    const changedAt = await stat(running).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
    if (changedAt !== last) movedAt = now()
    last = changedAt
    if (signal.aborted || now() - movedAt < hangMs) continue
    const names: string[] = JSON.parse(await readFile(running, 'utf8').catch(() => '[]'))
    kill(child)
    return names
  }
  return null
}
