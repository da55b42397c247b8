/** Two processes of one box at a cloud: the household is told, and the connection stays with one of them. */
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepCopy, listDevices, type DeviceCopy } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { copyGoneMs, copyReturnCode, type BoxProcess } from '@homeport/contract/kit/connection.ts'
import { bind, eachCloud, TestApp, type TestCloud } from '../testing/app-socket.ts'
import { askLink, TestBox } from '../testing/box.ts'

const processOf = (host: string, previous = ''): BoxProcess => ({
  instance: randomBytes(16).toString('base64url'),
  previous,
  host,
})

eachCloud('a copy of a box', (start) => {
  let cloud: TestCloud
  let original: TestBox
  let copy: TestBox
  let owner: { token: string; user_id: string }
  let aheadMs: number

  beforeEach(async () => {
    aheadMs = 0
    cloud = await start({}, { now: () => Date.now() + aheadMs })
    original = new TestBox(cloud.url)
    original.process = processOf('nas-attic')
    await original.start()
    owner = await cloud.signUp('ann')
    await bind(cloud, original, owner)
    copy = new TestBox(cloud.url, original.key)
    copy.process = processOf('nas-attic-2', original.process.instance)
  })
  afterEach(async () => {
    await original.stop()
    await copy.stop()
    await cloud.stop()
  })

  const copiesFor = async (token = owner.token): Promise<DeviceCopy[] | undefined> =>
    (await cloud.ask(listDevices, {}, { token })).data.data[0]?.copies
  /** 'in', or the code of the refusal. */
  const signIn = (box: TestBox) =>
    box.start().then(
      () => 'in',
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
    )

  test('P51: the first one comes back and keeps the connection, the copy is refused, and everyone of the household is told of both', async () => {
    const app = await new TestApp(cloud.url).login(owner.token, original.devsn)
    expect(await copiesFor()).toBeUndefined()
    expect([await signIn(copy), await copiesFor()]).toEqual(['in', undefined])
    expect(await signIn(original)).toBe('in')
    await app.frame(({ act, data }) => act === 'notice' && JSON.stringify(data).includes('bindings_changed'))
    expect(await signIn(copy)).toBe(copyReturnCode)
    const copies = await copiesFor()
    expect(copies).toEqual([
      { id: original.process.instance, name: 'nas-attic', since: expect.any(Number), is_here: true },
      { id: copy.process.instance, name: 'nas-attic-2', since: expect.any(Number), is_here: false },
    ])
    // The connection of the first one was not touched by the copy's tries.
    expect(original.client?.connected).toBe(true)
    const member = await cloud.signUp('bob')
    original.code = 'WXYZ6789'
    await bind(cloud, original, member)
    expect(await copiesFor(member.token)).toEqual(copies)
    app.close()
  })

  test('P51: a copy that is switched off is told no longer, and one whose first is gone takes its place', async () => {
    await signIn(copy)
    await signIn(original)
    expect(await signIn(copy)).toBe(copyReturnCode)
    aheadMs += copyGoneMs + 1_000
    expect(await copiesFor()).toBeUndefined()
    await original.stop()
    await expect.poll(async () => (await cloud.ask(listDevices, {}, owner)).data.data[0]?.online).toBe(0)
    expect(await signIn(copy)).toBe(copyReturnCode)
    aheadMs += copyGoneMs + 1_000
    expect(await signIn(copy)).toBe('in')
    expect(await copiesFor()).toBeUndefined()
  })

  test('P51: only who has the key of a box can say what runs of it, and no name of a machine turns a text around', async () => {
    await signIn(copy)
    await signIn(original)
    const stranger = new TestBox(cloud.url)
    stranger.process = copy.process
    await stranger.start()
    expect((await copiesFor())?.map(({ name }) => name)).toEqual(['nas-attic', 'nas-attic-2'])
    copy.process = { ...copy.process, host: `\u202eevil\u0000\n\u2066${'x'.repeat(500)}` }
    await signIn(copy)
    expect((await copiesFor())?.[1]?.name).toBe(`evil${'x'.repeat(59)}`)
    await stranger.stop()
  })

  test('P51: the owner alone chooses; the one that stays holds the connection, and the other is told at its next try to become a box of its own', async () => {
    await signIn(copy)
    await signIn(original)
    await signIn(copy)
    const member = await cloud.signUp('bob')
    original.code = 'WXYZ6789'
    await bind(cloud, original, member)
    const { devsn } = original
    const keep = async (id: string | undefined, token: string) =>
      (await cloud.ask(keepCopy, { devsn, id: id ?? '' }, { token })).code
    expect(await keep(original.process.instance, member.token)).toBe(Code.notAllowed)
    expect(await keep('nobody', owner.token)).toBe(Code.notFound)
    expect((await askLink(cloud.url, devsn)).dismissed).toEqual([])
    const isCut = new Promise<void>((resolve) => original.client?.once('close', () => resolve()))
    expect(await keep(copy.process.instance, owner.token)).toBe(Code.ok)
    // It is the choice and no lost connection that ends it.
    await isCut
    expect((await askLink(cloud.url, devsn, 'zh')).dismissed).toEqual([original.process.instance])
    expect([await signIn(original), await signIn(copy), await signIn(original)]).toEqual([copyReturnCode, 'in', copyReturnCode])
    expect([await copiesFor(), await copiesFor(member.token)]).toEqual([undefined, undefined])
    expect(await keep(copy.process.instance, owner.token)).toBe(Code.notFound)
  })

  test('P51: an older box says nothing of its process, and is let in as ever', async () => {
    copy.process = {}
    original.process = { instance: 'too short' }
    for (const [at, box] of [copy, original, copy, original].entries()) {
      box.epoch = 10 * (at + 1)
      expect(await signIn(box)).toBe('in')
    }
    expect(await copiesFor()).toBeUndefined()
  })
})
