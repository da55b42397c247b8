/** Asks a program that runs with scripts/process-probe.mjs. */
import type { ChildProcess } from 'node:child_process'

export function probe(child: ChildProcess, question: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error('the program ended'))
    const read = (message: unknown) => {
      if (typeof message !== 'object' || message === null || !('question' in message) || message.question !== question) return
      child.off('message', read).off('exit', end)
      resolve('answer' in message ? Number(message.answer) : Number.NaN)
    }
    child.on('message', read).once('exit', end)
    child.send(question)
  })
}
