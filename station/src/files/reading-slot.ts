/** One long reading at a time: many at once would fill the memory and hold up each other (promise 43). Short ones do not wait. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../kit/refusal.ts'
import { namesInTurn } from './folder-pages.ts'

const maxWaiting = 8

/** count: call it after each part, with the names that were read so far. end: in any case. */
export type Reading = { count(names: number): Promise<void>; end(): void }

export function createReadingSlot() {
  /** The first one reads. */
  const queue: { begin: () => void }[] = []

  return {
    /** A reading is refused (tooMany) while eight others wait. */
    open(): Reading {
      let own: { begin: () => void } | undefined
      return {
        async count(names) {
          if (own || names < namesInTurn) return
          if (queue.length > maxWaiting) throw new Refusal(Code.tooMany)
          const turn = Promise.withResolvers<void>()
          own = { begin: turn.resolve }
          queue.push(own)
          if (queue.length > 1) await turn.promise
        },
        end() {
          if (!own) return
          const wasFirst = queue[0] === own
          queue.splice(queue.indexOf(own), 1)
          own = undefined
          if (wasFirst) queue[0]?.begin()
        },
      }
    },
  }
}
