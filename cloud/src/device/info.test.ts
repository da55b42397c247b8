/** Information about a box, also while it is offline. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bindStatus, checkOnline, devInfo, getAppsVersion, type DeviceInfo } from '@homeport/contract/device.ts'
import { bind, eachCloud, type TestCloud } from '../testing/app-socket.ts'
import { TestBox } from '../testing/box.ts'

eachCloud('what is known of a box', (start) => {
  let cloud: TestCloud
  let box: TestBox
  let ann: { token: string }
  let bob: { token: string }
  let devid: string

  beforeEach(async () => {
    cloud = await start()
    box = await new TestBox(cloud.url).start()
    ;[ann, bob] = [await cloud.signUp('ann'), await cloud.signUp('bob')]
    devid = await bind(cloud, box, ann)
    await expect.poll(() => box.receivedOf('mirror_from', 'en').length).toBe(1)
  })
  afterEach(async () => {
    await box.stop()
    await cloud.stop()
  })

  const word = (): DeviceInfo => ({
    devsn: box.devsn,
    version: '2.7.0',
    hostname: 'nas',
    platform: 'linux',
    arch: 'x64',
    cpu_model: 'N100',
    cpu_max_freq: 3400,
    lan: [],
    link_kinds: ['http'],
    writes_library: false,
    engines: { aria2: '1.37.0', ed2k: 'Homeport', ffmpeg: '' },
    status: {
      cpu: 1,
      storage: 2,
      mem: 3,
      mem_used_bytes: 4,
      mem_total_bytes: 5,
      storage_used_bytes: 6,
      storage_total_bytes: 7,
      is_damaged: false,
    },
  })
  async function publish(): Promise<void> {
    const rows = [{ report: 'device.info', key: 'info', rev: 1, value: word() }]
    await box.send('en', { kind: 'mirror', epoch: box.mirrorEpoch, first: true, rev: 1, rows })
    await expect.poll(() => box.receivedOf('mirror_ack', 'en').length).toBe(1)
  }

  test('whether it is bound by the user who asks, and in which role; bindings of others are not shown', async () => {
    expect((await cloud.ask(bindStatus, { devsn: box.devsn }, ann)).data).toEqual({ is_bound: 1, role: 'owner' })
    expect((await cloud.ask(bindStatus, { devsn: box.devsn }, bob)).data).toEqual({ is_bound: 0, role: null })
    expect((await cloud.ask(bindStatus, { devsn: 'A'.repeat(16) }, bob)).data).toEqual({ is_bound: 0, role: null })
  })

  test('its last report of itself, and the report’s age once it is off', async () => {
    expect(await cloud.ask(devInfo, { devid }, ann)).toMatchObject({ code: Code.notFound })
    await publish()
    expect((await cloud.ask(devInfo, { devid }, ann)).data).toEqual({ ...word(), stale_at: null })
    await box.stop()
    await expect.poll(async () => (await cloud.ask(checkOnline, { devid }, ann)).data.online).toBe(0)
    const { data } = await cloud.ask(devInfo, { devid }, ann)
    expect(data).toMatchObject({ hostname: 'nas' })
    expect(Math.abs((data.stale_at ?? 0) - Date.now() / 1000)).toBeLessThan(60)
  })

  test('whether it is online, and when it was last seen', async () => {
    expect((await cloud.ask(checkOnline, { devid }, ann)).data).toMatchObject({ online: 1 })
    box.cut()
    await expect.poll(async () => (await cloud.ask(checkOnline, { devid }, ann)).data.online).toBe(0)
    expect((await cloud.ask(checkOnline, { devid }, ann)).data.seen_at).toBeGreaterThan(1_700_000_000)
  })

  test('the versions of its parts by an empty body and the Devsn header, as the spec’s app asks', async () => {
    await publish()
    const { data } = await cloud.ask(getAppsVersion, { devid: '' }, { ...ann, headers: { Devsn: box.devsn } })
    expect(data.data).toEqual([
      { name: 'station', version: '2.7.0' },
      { name: 'aria2', version: '1.37.0' },
      { name: 'ffmpeg', version: '' },
      { name: 'ed2k', version: 'Homeport' },
    ])
  })

  test('P16: to who has not bound it the box does not exist', async () => {
    await publish()
    const answers = [
      await cloud.ask(devInfo, { devid }, bob),
      await cloud.ask(checkOnline, { devid }, bob),
      await cloud.ask(getAppsVersion, { devid }, bob),
    ]
    expect(answers.map(({ code }) => code)).toEqual([Code.notBound, Code.notBound, Code.notBound])
    expect(answers[0]).toEqual(await cloud.ask(devInfo, { devid: 'nothing' }, bob))
  })
})
