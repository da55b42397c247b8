/** Runs an operator's command: what the operator can mend is one sentence and exit code 2, anything else a stack. */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { OperatorError } from '../kit/operator-error.ts'

export async function runCommand(run: (words: string[]) => Promise<void>): Promise<void> {
  try {
    await run(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
  }
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** The words of a command and its options; anything else is answered with its usage. */
export function readWords<const Options extends ParseArgsOptionsConfig>(words: string[], options: Options, usage: string) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true })
  } catch {
    throw new OperatorError(usage)
  }
}
