/** For tests: a box that is killed after each step of what it does, one step later in each life. */
import { killedAtStep, type KilledAt } from '../../../testing/killed-at-step.ts'
import { until } from '../../../testing/until.ts'
import type { BoxProcess } from './box-process.ts'

type KilledWork = {
  query?: Omit<KilledAt, 'step'>
  /** In a life before, which nothing kills. */
  prepare: () => Promise<unknown>
  /** May be cut off anywhere. */
  work: () => Promise<unknown>
  isAtEnd: () => boolean | Promise<boolean>
  /** In the life after; what is left has its time to go. */
  check: (where: string) => Promise<unknown>
}

/** Answers after how many steps it came to its end. */
export async function killAtEachStep(
  box: BoxProcess,
  { query = {}, prepare, work, isAtEnd, check }: KilledWork,
): Promise<number> {
  for (let step = 1; ; step += 1) {
    await box.start()
    await prepare()
    await box.kill()
    box.launch(killedAtStep({ step, ...query }))
    await box.isOnline().catch(() => {})
    if (!box.hasEnded()) void work().catch(() => {})
    let atEnd = 0
    // A death is heard of a little later.
    await until(`it is killed, or done, at step ${step}`, async () => {
      if (box.hasEnded()) return true
      atEnd = (await isAtEnd()) ? atEnd + 1 : 0
      return atEnd > 20
    })
    const isDone = !box.hasEnded()
    await box.kill()
    await box.start()
    await check(`step ${step}`)
    await box.kill()
    if (isDone) return step
  }
}
