/** Asks a program that runs with scripts/process-probe.mjs. */
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const probe = fileURLToPath(new URL('../../../scripts/process-probe.mjs', import.meta.url))

/** Flags for Node; the program needs 'ipc' in its stdio. */
export const probeFlags = ['--expose-gc', '--import', probe]

export function retainedMb(child: ChildProcess): Promise<number> {
  const question = 'retainedMb'
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error('the program ended'))
    const read = (message: unknown) => {
      if (typeof message !== 'object' || message === null || !('answer' in message)) return
      child.off('message', read).off('exit', end)
      resolve(Number(message.answer))
    }
    child.on('message', read).once('exit', end)
    child.send(question)
  })
}
