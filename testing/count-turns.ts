/** For tests of long lists (P43): how many turns of the event loop others had while something ran. */

export async function countTurns(run: () => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false]
  const next = (): void => {
    turns += 1
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  await run()
  isOver = true
  return turns
}
