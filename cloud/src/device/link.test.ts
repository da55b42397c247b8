/** The `/link` call. */
import { link } from '@homeport/contract/device.ts'
import { expect, test } from 'vitest'
import { bind, eachCloud } from '../testing/app-socket.ts'
import { TestBox } from '../testing/box.ts'
import { startTestCloud } from '../testing/cloud.ts'

eachCloud('the offer to a box', (start) => {
  test('P51: names the greatest epoch that was seen of it, also after a restart of the cloud', async () => {
    const cloud = await start()
    const alice = await cloud.signUp('alice')
    const box = await new TestBox(cloud.url).start()
    await bind(cloud, box, alice)
    box.epoch = 40
    await box.client?.endAsync()
    await box.start()
    const epochOf = async (one: Pick<typeof cloud, 'ask'>) => (await one.ask(link, { devsn: box.devsn })).data.epoch
    await expect.poll(() => epochOf(cloud)).toBe(41)
    expect((await cloud.ask(link, { devsn: 'A'.repeat(16) })).data.epoch).toBe(0)
    await box.client?.endAsync()
    await cloud.end()
    const settings = { dataFolder: cloud.folder, ...(cloud.databaseUrl === undefined ? {} : { databaseUrl: cloud.databaseUrl }) }
    const again = await startTestCloud(settings)
    await expect.poll(() => epochOf(again)).toBe(41)
    await again.stop()
    await cloud.stop()
  })
})
