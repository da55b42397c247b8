/** The queue of boxes that synchronize their mirror: only a few at the same time. A box with nothing to send does not reply: its turn ends after a time limit. */

/** Boxes that synchronize at the same time; the others wait in a queue. */
export const boxesAtOnce = 8
const turnMs = 2_000

type Turn = { key: string; start: () => void; timer?: NodeJS.Timeout }

export function createSyncQueue() {
  const running = new Map<string, Turn>()
  const queue: Turn[] = []

  function fill(): void {
    for (let turn = queue[0]; turn && running.size < boxesAtOnce; turn = queue[0]) {
      queue.shift()
      running.set(turn.key, turn)
      restartTimer(turn)
      turn.start()
    }
  }

  function restartTimer(turn: Turn): void {
    clearTimeout(turn.timer)
    turn.timer = setTimeout(() => end(turn.key), turnMs).unref()
  }

  function end(key: string): void {
    clearTimeout(running.get(key)?.timer)
    running.delete(key)
    const index = queue.findIndex((turn) => turn.key === key)
    if (index >= 0) queue.splice(index, 1)
    fill()
  }

  return {
    /** Replaces an earlier turn of the same key. */
    add(key: string, start: () => void): void {
      if (running.has(key) || queue.some((turn) => turn.key === key)) end(key)
      queue.push({ key, start })
      fill()
    },
    end,
    /** Something of the running turn arrived: its time limit starts again. False if the key is not running. */
    extend(key: string): boolean {
      const turn = running.get(key)
      if (turn) restartTimer(turn)
      return turn !== undefined
    },
    stop(): void {
      for (const { timer } of running.values()) clearTimeout(timer)
      running.clear()
      queue.length = 0
    },
  }
}
