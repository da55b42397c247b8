/** P49: a database that is damaged while the box runs: it goes on, and says so to whoever runs it, to the phone and on the TV. */
import { join } from 'node:path'
import { Code } from '@homeport/contract/kit/codes.ts'
import { deviceStatus } from '@homeport/contract/device.ts'
import { afterEach, expect, it } from 'vitest'
import { damageDatabase } from '../../../testing/damage-database.ts'
import { until } from '../../../testing/until.ts'
import { openBoxProcess } from '../testing/box-process.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { openTestPage } from '../testing/tv.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

it('S144: it is told in one sentence, once, by each act that needs it, by the status of the box, and on its TVs', async () => {
  const folder = testFolder()
  closing.push(() => clear(folder))
  const box = await openBoxProcess(folder)
  closing.push(() => box.stop())
  await box.start()
  expect((await box.act('task_list', {})).code).toBe(Code.ok)
  const isDamaged = async () => deviceStatus.output.parse((await box.act('device_status', {})).data).is_damaged
  expect(await isDamaged()).toBe(false)
  const url = `http://127.0.0.1:${box.screenPort}`
  const waiting = await openTestPage(url)
  const { digits } = await waiting.word('face', ({ face }) => face === 'digits')
  await box.act('screen_admit', { digits })
  await waiting.word('admitted')
  const tv = await openTestPage(url, { cookie: waiting.cookie })
  closing.push(tv.close, waiting.close)
  expect(await tv.word('face', ({ face }) => face === 'inside')).toMatchObject({ is_damaged: false })
  damageDatabase(join(folder, 'station', 'station.db'))
  // A page that is in the cache still answers.
  for (const act of ['task_list', 'movie_list', 'bin_list'])
    await until(`${act} needs what is damaged`, async () => (await box.act(act, {})).code === Code.damaged)
  expect(box.hasEnded()).toBe(false)
  const sentence = /The box's database \S+station\.db is damaged \([^)]+\): bring a backup back/g
  await until('it is told', () => sentence.test(box.output()))
  expect(box.output().match(sentence)).toHaveLength(1)
  expect((await box.act('device_info', {})).code).toBe(Code.ok)
  expect(await isDamaged()).toBe(true)
  await tv.word('face', ({ is_damaged }) => is_damaged)
  // The box cannot look up whose TV it is.
  expect((await fetch(url, { headers: { cookie: waiting.cookie } })).status).not.toBe(500)
  const reloaded = await openTestPage(url, { cookie: waiting.cookie })
  closing.push(reloaded.close)
  expect(await reloaded.word('face')).toMatchObject({ is_damaged: true })
})
