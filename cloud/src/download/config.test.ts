/** Download settings of a box, read and saved through the cloud. */
import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listDevices } from '@homeport/contract/device.ts'
import { getConfig, getDownload, saveConfig, DownloadConfig } from '@homeport/contract/download/download-config.ts'
import { bind, eachCloud, type TestCloud } from '../testing/app-socket.ts'
import { TestBox } from '../testing/box.ts'

const config = DownloadConfig.parse({
  download_path: '/srv/downloads',
  max_running: 10,
  down_limit_bytes: 0,
  up_limit_bytes: 0,
  seed_ratio: 1,
  seed_minutes: 60,
})

eachCloud('the config of downloads', (start) => {
  let cloud: TestCloud
  let box: TestBox
  let alice: { token: string }
  let devid: string

  beforeEach(async () => {
    cloud = await start()
    box = await new TestBox(cloud.url).start()
    alice = await cloud.signUp('alice')
    devid = await bind(cloud, box, alice)
    await expect.poll(() => box.receivedOf('mirror_from', 'en').length).toBe(1)
  })
  afterEach(async () => {
    await box.stop()
    await cloud.stop()
  })

  async function publish(value: DownloadConfig | null, rev = 1): Promise<void> {
    const rows = [{ report: 'download.config', key: 'config', rev, value }]
    await box.send('en', { kind: 'mirror', epoch: box.mirrorEpoch, first: rev === 1, rev, rows })
    await expect.poll(() => box.receivedOf('mirror_ack', 'en').some((ack) => ack.rev >= rev)).toBe(true)
  }

  test('is not found before the box’s first report, then it is the last report, with its age while the box is off', async () => {
    expectCode(await cloud.ask(getConfig, { devid }, alice), 'notFound')
    expectCode(await cloud.ask(getDownload, { devid }, alice), 'notFound')
    await publish(config)
    await publish({ ...config, max_running: 3 }, 2)
    expect((await cloud.ask(getConfig, { devid }, alice)).data).toEqual({ ...config, max_running: 3, stale_at: null })
    expect((await cloud.ask(getDownload, { devid }, alice)).data).toEqual({ download_path: '/srv/downloads', stale_at: null })
    await box.stop()
    await expect.poll(async () => (await cloud.ask(listDevices, {}, alice)).data.data[0]?.online).toBe(0)
    expect((await cloud.ask(getConfig, { devid }, alice)).data).toMatchObject({ max_running: 3, stale_at: expect.any(Number) })
    expectCode(await cloud.ask(saveConfig, { devid, max_running: 4 }, alice), 'offline')
  })

  test('is saved by the box itself, for its owner only', async () => {
    await publish(config)
    box.answers = (_, change) => ({ code: Code.ok, data: { ...config, ...Object(change) } })
    const saved = await cloud.ask(saveConfig, { devid, down_limit_bytes: 1_000_000, seed_ratio: 0.5 }, alice)
    expect(saved).toMatchObject({ code: Code.ok, data: { ...config, down_limit_bytes: 1_000_000, seed_ratio: 0.5 } })
    expect(await cloud.ask(saveConfig, { devid, max_running: 0 }, alice)).toMatchObject({
      code: Code.invalid,
      data: { field: 'max_running', rule: 'range' },
    })
    const bob = await cloud.signUp('bob')
    expectCode(await cloud.ask(getConfig, { devid }, bob), 'notBound')
    box.code = 'MEMBER23'
    const bobs = await bind(cloud, box, bob)
    expect((await cloud.ask(getConfig, { devid: bobs }, bob)).data).toMatchObject({ max_running: 10 })
    expectCode(await cloud.ask(saveConfig, { devid: bobs, max_running: 4 }, bob), 'notAllowed')
  })

  test('is forgotten where the box says that it has none', async () => {
    await publish(config)
    await publish(null, 2)
    expectCode(await cloud.ask(getConfig, { devid }, alice), 'notFound')
  })
})
