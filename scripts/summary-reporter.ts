/** Vitest reporter: writes the results of a run, file by file, to the file that TEST_SUMMARY names, and while it runs the files under way to TEST_RUNNING, anew at each test that ends. */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule, TestSuite } from 'vitest/node'

export type Failure = { test: string; error: string }

export type FileResult = {
  /** The absolute path, the path for people, and the project of Vitest that it belongs to. */
  path: string
  name: string
  project: string
  passed: number
  skipped: number
  skippedTests: string[]
  failures: Failure[]
}

/** outside: errors that belong to no file. */
export type Summary = { files: FileResult[]; outside: string[] }

type RunError = { message?: string; VITEST_TEST_PATH?: string }

export default class SummaryReporter implements Reporter {
  readonly #running = new Map<string, string>()

  onTestModuleQueued(module: TestModule): void {
    this.#running.set(keyOf(module), module.relativeModuleId)
    this.#writeRunning()
  }

  onTestCaseResult(): void {
    this.#writeRunning()
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(keyOf(module))
    this.#writeRunning()
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly RunError[]): void {
    const files = modules.map(resultOf)
    const outside: string[] = []
    for (const error of unhandled) {
      const file = files.find(({ path }) => path === error.VITEST_TEST_PATH)
      if (file) file.failures.push({ test: 'outside of a test', error: firstLine(error) })
      else outside.push(firstLine(error))
    }
    const summary: Summary = { files, outside }
    writeFileSync(process.env['TEST_SUMMARY'] ?? '', JSON.stringify(summary))
  }

  #writeRunning(): void {
    const file = process.env['TEST_RUNNING']
    if (file !== undefined) writeFileSync(file, JSON.stringify([...this.#running.values()]))
  }
}

function resultOf(module: TestModule): FileResult {
  const result: FileResult = {
    path: module.moduleId,
    name: module.relativeModuleId,
    project: module.project.name,
    passed: 0,
    skipped: 0,
    skippedTests: [],
    failures: [],
  }
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result()
    if (state === 'passed') result.passed += 1
    else if (state === 'failed') result.failures.push({ test: test.fullName, error: firstLine(errors?.[0]) })
    else {
      result.skipped += 1
      result.skippedTests.push(test.fullName)
    }
  }
  // A file that cannot be loaded, a beforeAll that throws: its tests count as skipped.
  const suites: (TestModule | TestSuite)[] = [module, ...module.children.allSuites()]
  for (const suite of suites)
    if (suite.errors().length > 0)
      result.failures.push({ test: suite.type === 'suite' ? suite.fullName : 'the file', error: firstLine(suite.errors()[0]) })
  return result
}

const keyOf = (module: TestModule): string => `${module.project.name}/${module.moduleId}`

const firstLine = (error: RunError | undefined): string => error?.message?.split('\n', 1)[0] ?? ''
