/** Vitest reporter that writes the counts of a run, and each test that is not green, to the file that TEST_SUMMARY names. */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule, TestSuite } from 'vitest/node'

export type Summary = {
  passed: number
  failed: number
  skipped: number
  /** One line each: the file and name of a test that failed or was skipped, and why it failed. */
  notGreen: string[]
}

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message?: string }[]): void {
    const summary: Summary = { passed: 0, failed: 0, skipped: 0, notGreen: [] }
    const fail = (name: string, errors: readonly { message?: string }[]) => {
      summary.failed += 1
      summary.notGreen.push(`failed: ${name}: ${errors[0]?.message?.split('\n', 1)[0] ?? ''}`)
    }
    for (const module of modules) {
      const file = module.relativeModuleId
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') summary.passed += 1
        else if (state === 'failed') fail(`${file}: ${test.fullName}`, errors ?? [])
        else {
          summary.skipped += 1
          summary.notGreen.push(`skipped: ${file}: ${test.fullName}`)
        }
      }
      // A file that cannot be loaded, a beforeAll that throws: its tests count as skipped.
      const suites: (TestModule | TestSuite)[] = [module, ...module.children.allSuites()]
      for (const suite of suites)
        if (suite.errors().length > 0) fail(suite.type === 'suite' ? `${file}: ${suite.fullName}` : file, suite.errors())
    }
    if (unhandled.length > 0) fail('outside of a test', unhandled)
    writeFileSync(process.env['TEST_SUMMARY'] ?? '', JSON.stringify(summary))
  }
}
