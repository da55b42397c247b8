/** The steps before Homeport runs: what a stop in the middle of one leaves behind. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { until } from '../testing/until.ts'

const runtime = fileURLToPath(new URL('runtime.mjs', import.meta.url))
/** A build that says its process id where it can be read, and never ends. */
const endless = `process.stderr.write(String(process.pid)); setInterval(() => {}, 1e6)`
const script = `
  const { step } = await import(${JSON.stringify(runtime)})
  await step('Building', [process.execPath, '-e', ${JSON.stringify(endless)}], { stdio: ['ignore', 'pipe', 'inherit'] })
`

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('%s in the middle of a build ends the build, and the start with it', async (signal, code) => {
  const start = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  start.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise((resolve) => start.once('close', resolve))
  await until('the build runs', () => /^\d+$/.test(said))
  start.kill(signal)
  expect(await ended).toBe(code)
  expect(isRunning(Number(said))).toBe(false)
})
