/** The answers that others get meanwhile: a second process asks the cloud and the TV page ten times a second. */
import { fork } from 'node:child_process'
import path from 'node:path'

/** ms: until the answer was here. status 0: none came. */
export type Answer = { url: string; status: number; ms: number }

export function openOthers(urls: readonly string[]) {
  const answers: Answer[] = []
  const child = fork(path.join(import.meta.dirname, 'asker.mjs'), [...urls], { execArgv: [] })
  child.on('message', (message) => {
    if (isAnswer(message)) answers.push(message)
  })
  return {
    urls,
    answers,
    stop: (): Promise<void> =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.disconnect()
      }),
  }
}

function isAnswer(message: unknown): message is Answer {
  return typeof message === 'object' && message !== null && 'url' in message && 'status' in message && 'ms' in message
}

export function p95Of(answers: readonly Answer[]): number {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0
}
