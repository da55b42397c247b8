/** P37, P48: the very first start of a box that is killed after each step of it: the next one starts, with whole keys, and nothing half is left. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterEach, expect, it } from 'vitest'
import { killedAtStep } from '../../../testing/killed-at-step.ts'
import { until } from '../../../testing/until.ts'
import { loadIdentity } from '../kit/connection/identity.ts'
import { openBoxProcess } from '../testing/box-process.ts'
import { clear, testFolder } from '../testing/downloads.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const serialOf = (folder: string) => loadIdentity(join(folder, 'station')).devsn
const unfinished = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(new|part|tmp)$/.test(name))

it('it starts after each step of its birth, and keeps its serial from then on', async () => {
  for (let step = 1; ; step += 1) {
    const folder = testFolder()
    closing.push(() => clear(folder))
    const box = await openBoxProcess(folder)
    closing.push(() => box.stop())
    box.launch(killedAtStep({ step, opens: '1', sync: '1', paths: `^${folder}` }))
    let atEnd = 0
    // A death is heard of a little later.
    await until(`it is killed, or born, at step ${step}`, () => {
      const isOnline = box.cloud.received.filter(({ up }) => up.kind === 'hello').length > 1
      return box.hasEnded() || (atEnd = isOnline ? atEnd + 1 : 0) > 20
    })
    const isDone = !box.hasEnded()
    await box.kill()
    const before = existsSync(join(folder, 'station', 'key.pem')) ? serialOf(folder) : undefined
    await box.start()
    const serial = box.cloud.signs.at(-1)?.clientId
    expect([serial, serialOf(folder)]).toEqual([before ?? serial, serial])
    expect((await box.act('task_list', {})).code).toBe(Code.ok)
    await until(`nothing half is left (step ${step})`, () => unfinished(folder).length === 0)
    await box.stop()
    if (isDone) return expect(step).toBeGreaterThan(6)
  }
})
