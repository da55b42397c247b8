/** The household of a box: joining, ownership, access and unbinding. */
import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { logout } from '@homeport/contract/account.ts'
import {
  bindDevice,
  defaultDevice,
  householdInvite,
  listDevices,
  members,
  publish,
  renameDevice,
  unbindDevice,
  unbindMember,
} from '@homeport/contract/device.ts'
import { bind, eachCloud, TestApp, type TestCloud } from '../testing/app-socket.ts'
import { TestBox } from '../testing/box.ts'

eachCloud('the household of a box', (start) => {
  let cloud: TestCloud
  let box: TestBox
  type Person = { token: string; user_id: string }
  let [ann, bob, cat]: Person[] = []

  beforeEach(async () => {
    cloud = await start()
    box = await new TestBox(cloud.url).start()
    ;[ann, bob, cat] = [await cloud.signUp('ann'), await cloud.signUp('bob'), await cloud.signUp('cat')]
  })
  afterEach(async () => {
    await box.stop()
    await cloud.stop()
  })

  const person = (one: Person | undefined): Person => one ?? { token: '', user_id: '' }
  async function join(user: Person | undefined, code: string): Promise<void> {
    box.code = code
    await bind(cloud, box, person(user))
  }
  const unbindOther = (by: Person | undefined, other: Person | undefined) =>
    cloud.ask(unbindMember, { devsn: box.devsn, user_id: person(other).user_id }, person(by))
  const rolesFor = async (user: Person | undefined) =>
    (await cloud.ask(members, { devsn: box.devsn }, person(user))).data.data.map(({ name, role }) => `${name} ${role}`)
  const nameFor = async (user: Person | undefined) => (await cloud.ask(listDevices, {}, person(user))).data.data[0]?.name

  test('the first binder is the owner, the others join as members; everyone of it sees the household, nobody else does', async () => {
    await join(ann, 'ABCD2345')
    await join(bob, 'WXYZ6789')
    const { data } = await cloud.ask(members, { devsn: box.devsn }, person(bob))
    expect(data.data).toEqual([
      { user_id: ann?.user_id, name: 'ann', role: 'owner', since: expect.any(Number), is_me: false },
      { user_id: bob?.user_id, name: 'bob', role: 'member', since: expect.any(Number), is_me: true },
    ])
    expect(Math.abs((data.data[0]?.since ?? 0) - Date.now() / 1000)).toBeLessThan(60)
    expect(await cloud.ask(members, { devsn: box.devsn }, person(cat))).toMatchObject({ code: Code.notBound })
  })

  test('the owner names the box, and the whole household is notified at once; a member may not', async () => {
    await join(ann, 'ABCD2345')
    await join(bob, 'WXYZ6789')
    const app = await new TestApp(cloud.url).login(person(bob).token, box.devsn)
    const rename = (name: string, user: Person | undefined) => cloud.ask(renameDevice, { devsn: box.devsn, name }, person(user))
    expect(await rename('客厅 box', ann)).toMatchObject({ code: Code.ok, data: { name: '客厅 box', role: 'owner', online: 1 } })
    await app.frame(({ act, data }) => act === 'notice' && JSON.stringify(data).includes('bindings_changed'))
    expect(await nameFor(bob)).toBe('客厅 box')
    // A9: the box shows its name on its TVs.
    await expect.poll(() => box.receivedOf('household', 'en').at(-1)?.name).toBe('客厅 box')
    expect(await rename('mine', bob)).toMatchObject({ code: Code.notAllowed })
    expect(await rename('mine', cat)).toMatchObject({ code: Code.notBound })
    for (const name of ['', ' ', 'x'.repeat(21), '<b>'])
      expect(await rename(name, ann)).toMatchObject({ code: Code.invalid, data: { field: 'name' } })
    expect(await nameFor(ann)).toBe('客厅 box')
    app.close()
  })

  test('P19: an invitation goes to the phone of the owner who asked, to nobody else, and is written nowhere', async () => {
    await join(ann, 'ABCD2345')
    await join(bob, 'WXYZ6789')
    const code = 'QRST4321'
    box.answers = (act) =>
      act === householdInvite.name ? { code: Code.ok, data: { code, link: `http://box/#/?code=${code}` } } : undefined
    const open = (user: Person | undefined) => new TestApp(cloud.url).login(person(user).token, box.devsn)
    const [asking, other, member] = [await open(ann), await open(ann), await open(bob)]
    expect(await asking.ask(householdInvite.name, {}, { devsn: box.devsn })).toMatchObject({ code: Code.ok, data: { code } })
    expect(await member.ask(householdInvite.name, {}, { devsn: box.devsn })).toMatchObject({ code: Code.notAllowed })
    for (const app of [other, member]) {
      await app.ask('onheadt', {})
      expect(JSON.stringify(app.frames)).not.toContain(code)
    }
    for (const file of await readdir(cloud.folder, { recursive: true, withFileTypes: true }))
      if (file.isFile()) expect((await readFile(path.join(file.parentPath, file.name))).includes(code), file.name).toBe(false)
    for (const app of [asking, other, member]) app.close()
  })

  test('P10: the box learns which sign-ins its household has, which one an act came from, and at once that one ended', async () => {
    await join(ann, 'ABCD2345')
    const sessions = () => box.receivedOf('household', 'en').at(-1)?.sessions
    const actSession = async () => {
      const before = box.receivedOf('act', 'en').length
      const payload = JSON.stringify({ request: 'device_status', data: {} })
      expectCode(await cloud.ask(publish, { client_id: box.devsn, payload }, person(ann)), 'ok')
      return box.receivedOf('act', 'en')[before]?.from.session ?? ''
    }
    const byCall = await actSession()
    const app = await new TestApp(cloud.url).login(person(ann).token, box.devsn)
    await app.ask('device_status', {}, { devsn: box.devsn })
    expect(box.receivedOf('act', 'en').at(-1)?.from.session).toBe(byCall)
    await expect.poll(sessions).toEqual([byCall])
    expect(byCall).not.toContain(person(ann).token)
    await cloud.ask(logout, {}, person(ann))
    await expect.poll(sessions).toEqual([])
    app.close()
  })

  test('P20: others join only by a fresh code from the box', async () => {
    await join(ann, 'ABCD2345')
    for (const code of ['ABCD2345', '00000000'])
      expect(await cloud.ask(bindDevice, { devsn: box.devsn, code }, person(bob))).toMatchObject({ code: Code.wrongCredentials })
    expect(await rolesFor(ann)).toEqual(['ann owner'])
    await join(bob, 'WXYZ6789')
    expect(await rolesFor(ann)).toEqual(['ann owner', 'bob member'])
  })

  test('P20: whom the owner unbinds loses their sockets to the box, and every way to it', async () => {
    await join(ann, 'ABCD2345')
    await join(bob, 'WXYZ6789')
    const app = await new TestApp(cloud.url).login(person(bob).token, box.devsn)
    expectCode(await app.ask('device_status', {}, { devsn: box.devsn }), 'ok')
    expect(await unbindOther(ann, bob)).toMatchObject({ code: Code.ok, data: null })
    await expect.poll(() => app.closedBy).toBe(4403)
    expect(app.frames.some(({ act, data }) => act === 'notice' && JSON.stringify(data) === '{"bindings_changed":1}')).toBe(true)

    await expect
      .poll(() =>
        box
          .receivedOf('household', 'en')
          .at(-1)
          ?.members.map(({ name }) => name),
      )
      .toEqual(['ann'])
    const acts = box.receivedOf('act').length
    const again = await new TestApp(cloud.url).login(person(bob).token, box.devsn)
    expectCode(await again.ask('device_status', {}, { devsn: box.devsn }), 'notBound')
    expect(box.receivedOf('act')).toHaveLength(acts)
    expect((await cloud.ask(listDevices, {}, person(bob))).data.total).toBe(0)
    expect(await cloud.ask(defaultDevice, {}, person(bob))).toMatchObject({ code: Code.ok, data: null })
    again.close()
  })

  test('P16: only the owner unbinds others, only those of the household, and never by this way themselves', async () => {
    await join(ann, 'ABCD2345')
    await join(bob, 'WXYZ6789')
    expect(await unbindOther(bob, ann)).toMatchObject({ code: Code.notAllowed })
    expect(await unbindOther(cat, bob)).toMatchObject({ code: Code.notBound })
    expect(await unbindOther(ann, cat)).toMatchObject({ code: Code.notFound })
    expect(await cloud.ask(unbindMember, { devsn: box.devsn, user_id: 'no such' }, person(ann))).toMatchObject({
      code: Code.notFound,
    })
    expect(await unbindOther(ann, ann)).toMatchObject({ code: Code.invalid, data: { field: 'user_id' } })
    expect(await rolesFor(ann)).toEqual(['ann owner', 'bob member'])
  })

  test('the owner leaves: the oldest member is owner, may rename and unbind, and their app is notified', async () => {
    await join(ann, 'ABCD2345')
    await join(bob, 'WXYZ6789')
    await join(cat, 'QRST4567')
    const app = await new TestApp(cloud.url).login(person(bob).token, box.devsn)
    expectCode(await cloud.ask(unbindDevice, { devsn: box.devsn }, person(ann)), 'ok')
    await app.frame(({ act, data }) => act === 'notice' && JSON.stringify(data).includes('bindings_changed'))
    expect(await rolesFor(bob)).toEqual(['bob owner', 'cat member'])
    expectCode(await unbindOther(bob, cat), 'ok')
    await expect
      .poll(() =>
        box
          .receivedOf('household', 'en')
          .at(-1)
          ?.members.map(({ name, role }) => `${name} ${role}`),
      )
      .toEqual(['bob owner'])
    app.close()
  })

  test('the last one leaves: the box gets an empty household, and a new code makes the next one to pair the owner', async () => {
    await join(ann, 'ABCD2345')
    expectCode(await cloud.ask(unbindDevice, { devsn: box.devsn }, person(ann)), 'ok')
    await expect.poll(() => box.receivedOf('household', 'en').at(-1)?.members).toEqual([])
    await join(bob, 'WXYZ6789')
    expect(await rolesFor(bob)).toEqual(['bob owner'])
  })

  test('of an owner who leaves and a member who is unbound at once, exactly one owner stays', async () => {
    await join(ann, 'ABCD2345')
    await join(bob, 'WXYZ6789')
    await join(cat, 'QRST4567')
    await Promise.all([cloud.ask(unbindDevice, { devsn: box.devsn }, person(ann)), unbindOther(ann, bob)])
    const people = [...(await rolesFor(cat))]
    expect(people.filter((one) => one.endsWith('owner'))).toHaveLength(1)
    expect(people).toHaveLength(new Set(people).size)
  })

  test('P10: signing out ends the token’s open sockets within a second, and only that token’s', async () => {
    await join(ann, 'ABCD2345')
    const annsApp = await new TestApp(cloud.url).login(person(ann).token, box.devsn)
    await cloud.ask(logout, {}, person(ann))
    await expect.poll(() => annsApp.closedBy, { timeout: 20_000, interval: 20 }).toBe(4403)
    expect(await cloud.ask(listDevices, {}, person(ann))).toMatchObject({ code: Code.unknownToken })
  })
})
