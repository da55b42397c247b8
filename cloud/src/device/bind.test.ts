/** Binding a box by its pairing code. */
import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bindDevice, listDevices, unbindDevice, wechatAdd } from '@homeport/contract/device.ts'
import { pairHintOf } from '@homeport/contract/kit/connection.ts'
import { register } from '@homeport/contract/account.ts'
import { bind, type TestCloud } from '../testing/app-socket.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { TestBox } from '../testing/box.ts'

let cloud: TestCloud
let box: TestBox

beforeEach(async () => {
  cloud = await startTestCloud()
  box = await new TestBox(cloud.url).start()
})
afterEach(async () => {
  await box.stop()
  await cloud.stop()
})

test('the code typed alone finds the box and makes its first binder the owner, the next one a member', async () => {
  const [alice, bob] = [await cloud.signUp('alice'), await cloud.signUp('bob')]
  const first = await cloud.ask(bindDevice, { devsn: '', code: ' abcd-2345 ' }, alice)
  expect(first).toMatchObject({ code: Code.ok, data: { devsn: box.devsn, role: 'owner', online: 1, isdefault: 1 } })
  box.code = 'WXYZ6789'
  expect(await cloud.ask(bindDevice, { devsn: box.devsn, code: 'WXYZ6789' }, bob)).toMatchObject({
    code: Code.ok,
    data: { role: 'member' },
  })
  await expect
    .poll(() =>
      box
        .receivedOf('household', 'en')
        .at(-1)
        ?.members.map(({ name, role }) => `${name} ${role}`),
    )
    .toEqual(['alice owner', 'bob member'])
  expect(box.receivedOf('household', 'zh').at(-1)?.members).toEqual([])
})

test('a code that is typed while its word is still on its way from the box binds', async () => {
  const alice = await cloud.signUp('alice')
  box.code = 'NEWC2345'
  const answer = cloud.ask(bindDevice, { devsn: '', code: box.code }, alice)
  // A request that comes after it is answered.
  expectCode(await cloud.ask(listDevices, {}, alice), 'ok')
  await box.send('en', { kind: 'pair_hint', pair_hint: pairHintOf(box.code) })
  expectCode(await answer, 'ok')
})

test('a box that does not answer is reported as such, never as a wrong code', async () => {
  const alice = await cloud.signUp('alice')
  box.isSilent = true
  expect(await cloud.ask(bindDevice, { devsn: '', code: box.code }, alice)).toMatchObject({ code: Code.noResponse })
  expect(await cloud.ask(bindDevice, { devsn: '', code: 'ZZZZ2345' }, alice)).toMatchObject({ code: Code.wrongCredentials })
})

test('P19: the serial alone never binds, and a code binds once, in one realm only', async () => {
  const [alice, bob, zoe] = [await cloud.signUp('alice'), await cloud.signUp('bob'), await cloud.signUp('zoe', 'zh')]
  for (const code of ['', '00000000', 'ABCD2346']) {
    const answer = await cloud.ask(bindDevice, { devsn: box.devsn, code }, alice)
    expect([Code.invalid, Code.wrongCredentials]).toContain(answer.code)
  }
  const code = box.code
  expectCode(await cloud.ask(bindDevice, { devsn: box.devsn, code }, alice), 'ok')
  expectCode(await cloud.ask(bindDevice, { devsn: box.devsn, code }, bob), 'wrongCredentials')
  expectCode(await cloud.ask(bindDevice, { devsn: '', code }, { ...zoe, lang: 'zh' }), 'wrongCredentials')
  expect((await cloud.ask(listDevices, {}, bob)).data.total).toBe(0)
  expect((await cloud.ask(listDevices, {}, { ...zoe, lang: 'zh' })).data.total).toBe(0)
})

test('P19: of many who try one code at once, exactly one binds', async () => {
  const users = await Promise.all(['anna', 'bert', 'carl', 'dora'].map((name) => cloud.signUp(name)))
  const answers = await Promise.all(users.map((user) => cloud.ask(bindDevice, { devsn: '', code: 'ABCD2345' }, user)))
  expect(answers.filter(({ code }) => code === Code.ok)).toHaveLength(1)
})

test('P19: after five wrong tries the box shows a new code; a guesser is stopped; the owner at the same address is not locked out', async () => {
  const [guesser, owner] = [await cloud.signUp('guesser'), await cloud.signUp('owner')]
  const guess = () => cloud.ask(bindDevice, { devsn: box.devsn, code: 'ZZZZZZZZ' }, guesser)
  for (let tries = 1; tries <= 4; tries += 1) expectCode(await guess(), 'wrongCredentials')
  expect(box.receivedOf('renew_code')).toHaveLength(0)
  expectCode(await guess(), 'wrongCredentials')
  await expect.poll(() => box.receivedOf('renew_code').length).toBe(1)
  for (let tries = 6; tries <= 10; tries += 1) expectCode(await guess(), 'wrongCredentials')
  const pairsBefore = box.receivedOf('pair').length
  expectCode(await cloud.ask(bindDevice, { devsn: box.devsn, code: box.code }, guesser), 'tooMany')
  expect(box.receivedOf('pair')).toHaveLength(pairsBefore)
  expectCode(await cloud.ask(bindDevice, { devsn: box.devsn, code: box.code }, owner), 'ok')
})

test('P19: of forty guesses at once ten reach the box', async () => {
  const guesser = await cloud.signUp('swarm')
  const before = box.receivedOf('pair').length
  // All are under way before the first is known to be wrong.
  box.isSilent = true
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => cloud.ask(bindDevice, { devsn: box.devsn, code: 'ZZZZZZZZ' }, guesser)),
  )
  expect(box.receivedOf('pair').length - before).toBe(10)
  expect(answers.filter(({ code }) => code === Code.tooMany)).toHaveLength(30)
})

test('a box that is off and one that does not exist answer alike: offline', async () => {
  const alice = await cloud.signUp('alice')
  expectCode(await cloud.ask(bindDevice, { devsn: 'A'.repeat(16), code: 'ABCD2345' }, alice), 'offline')
  await bind(cloud, box, alice)
  await box.stop()
  await expect.poll(async () => (await cloud.ask(listDevices, {}, alice)).data.data[0]?.online).toBe(0)
  expectCode(await cloud.ask(bindDevice, { devsn: box.devsn, code: 'ABCD2345' }, alice), 'offline')
})

test('who unbinds is out of the household at once, and the last one leaves the box unbound', async () => {
  const alice = await cloud.signUp('alice')
  await bind(cloud, box, alice)
  await expect.poll(() => box.receivedOf('household', 'en').at(-1)?.members.length).toBe(1)
  expectCode(await cloud.ask(unbindDevice, { devsn: box.devsn }, alice), 'ok')
  await expect.poll(() => box.receivedOf('household', 'en').at(-1)?.members.length).toBe(0)
})

test('an unbinding that happened while the box was off reaches it when it connects again', async () => {
  const alice = await cloud.signUp('alice')
  await bind(cloud, box, alice)
  await box.stop()
  await cloud.ask(unbindDevice, { devsn: box.devsn }, alice)
  box.received.length = 0
  await box.start()
  await expect.poll(() => box.receivedOf('household', 'en').at(-1)?.members).toEqual([])
  expect(box.receivedOf('mirror_from')).toEqual([])
})

test('where registration asks for the code, a right one lets in and stays unspent, a wrong one does not', async () => {
  const closed = await startTestCloud({ registration: 'code' })
  const shown = await new TestBox(closed.url).start()
  try {
    const person = { username: 'carol', password: 'carol-secret', agreed: 1 as const }
    expectCode(await closed.ask(register, { ...person, code: 'ZZZZZZZZ' }), 'wrongCredentials')
    expectCode(await closed.ask(register, { ...person, code: '' }), 'wrongCredentials')
    const { code, data } = await closed.ask(register, { ...person, code: 'abcd 2345' })
    expect(code).toBe(Code.ok)
    expectCode(await closed.ask(bindDevice, { devsn: '', code: shown.code }, { token: data.token }), 'ok')
  } finally {
    await shown.stop()
    await closed.stop()
  }
})

test('what WeChat scanned binds as what was typed does: the link of the QR code, or the code alone; anything else is no code of a box', async () => {
  const [alice, bob] = [await cloud.signUp('alice'), await cloud.signUp('bob')]
  const link = (devsn: string, code: string) => `https://home.example.org/#/pages/main/device/index?devsn=${devsn}&code=${code}`
  for (const code of [
    'https://weixin.qq.com/r/abc',
    'ABCD',
    link(box.devsn, ''),
    link('', 'short'),
    link('not-a-serial', box.code),
    'javascript:alert(1)#?code=ABCD2345',
  ])
    expect(await cloud.ask(wechatAdd, { code }, { ...alice, lang: 'en' })).toMatchObject({
      code: Code.invalid,
      msg: 'This isn’t a box’s QR code',
      data: { field: 'code', rule: 'qrcode' },
    })
  expect(await cloud.ask(wechatAdd, { code: link(box.devsn, 'ZZZZ9999') }, alice)).toMatchObject({ code: Code.wrongCredentials })
  expect(await cloud.ask(wechatAdd, { code: ' abcd-2345 ' }, alice)).toMatchObject({
    code: Code.ok,
    data: { devsn: box.devsn, role: 'owner', online: 1 },
  })
  box.code = 'WXYZ6789'
  expect(await cloud.ask(wechatAdd, { code: link(box.devsn, 'WXYZ6789') }, bob)).toMatchObject({
    code: Code.ok,
    data: { role: 'member' },
  })
})
