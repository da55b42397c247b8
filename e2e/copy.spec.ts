/** A cloned data folder: two real boxes of one identity at one cloud. The owner is told, chooses, and the other becomes a box that somebody else can pair. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { register } from '@homeport/contract/account.ts'
import { bindDevice, listDevices, members, storageInfo } from '@homeport/contract/device.ts'
import { taskList } from '@homeport/contract/download/download.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import { freePort } from '../testing/free-port.ts'
import { askAs, type App } from './parts/app.ts'
import { storyLanguages } from './parts/languages.ts'
import { end } from './parts/seed.ts'
import { keepSession } from './parts/session.ts'
import { storyPassword, words } from './parts/story.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, killed, openWorld, pairIn, runProgram, type Program, type World } from './world.ts'

const texts = {
  en: {
    title: 'A copy of this box is running',
    choose: 'Choose',
    keep: /^Keep .* \(1\)$/,
    stays: /\(1\) stays$/,
  },
  zh: { title: '有一个副本在运行', choose: '选择', keep: /^保留 .* \(1\)$/, stays: /^已保留 .* \(1\)$/ },
}

/** The same data folder, without what belongs to a running process. */
async function cloneOf(world: World): Promise<{ folder: string; start: () => Program }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'homeport-clone-'))
  await cp(path.join(world.folder, 'station'), path.join(folder, 'station'), {
    recursive: true,
    filter: (name) => !name.endsWith('.sock'),
  })
  const screenPort = String(await freePort())
  const env = {
    HOMEPORT_DATA: folder,
    HOMEPORT_PRIVATE_SOURCES: '1',
    HOMEPORT_MDNS: '0',
    HOMEPORT_DLNA: '0',
    HOMEPORT_MPV: '0',
    HOMEPORT_SCREEN_PORT: screenPort,
    HOMEPORT_CLOUD: world.network.address,
  }
  return { folder, start: () => runProgram('station', { env, flags: [] }) }
}

describe.skipIf(!hasBrowser)(`a copy of a box${hasBrowser ? '' : ' (skipped: no Chromium)'}`, () => {
  let world: World
  let phone: Phone | undefined
  let copy: Program | undefined
  const folders: string[] = []

  beforeAll(async () => {
    world = await openWorld()
  })
  afterEach(async () => {
    await phone?.close()
    if (copy) await end(copy.child)
    copy = undefined
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  afterAll(() => world.stop())

  test.each(storyLanguages('en'))(
    'P51: in %s: the owner is told of a copy and keeps one, and a friend pairs the other',
    async (lang) => {
      const w = words[lang]
      const t = texts[lang]
      const address = world.addresses[0] ?? ''
      phone = await openPhone({ locale: w.locale })
      const { page } = phone
      const person = { username: `owner-${lang}`, password: storyPassword, agreed: 1 } as const
      const signedIn = await askAs({ address, lang }, register, person)
      const owner: App = { address, lang, token: signedIn.token }
      const device = await askAs(owner, bindDevice, await world.pair())
      const { devsn } = device
      await keepSession(page, address, { lang, signedIn, device })
      await page.goto(`${address}/#/pages/main/device/index`)
      await page.getByText(w.online, { exact: false }).first().waitFor()
      await world.killStation()
      const clone = await cloneOf(world)
      folders.push(clone.folder)
      await world.startStation()
      const isOnline = async () => (await askAs(owner, listDevices, {})).data[0]?.online === 1
      await until('the box is back', isOnline)

      copy = clone.start()
      const heading = page.getByRole('heading', { name: t.title })
      await heading.waitFor()
      const { data } = await askAs(owner, listDevices, {})
      expect(data[0]?.copies?.map(({ is_here }) => is_here)).toEqual([true, false])
      expect(data[0]?.copies?.map(({ name }) => name)).toEqual([os.hostname(), os.hostname()])
      // It is usable meanwhile.
      await until('the box answers', async () => (await askAs.act(owner, storageInfo, { devsn, data: {} })).code === 200)
      expect(await phone.axe()).toEqual([])
      await page.getByRole('button', { name: t.choose }).click()
      const sheet = page.getByRole('dialog', { name: t.title })
      await sheet.getByRole('radio').first().waitFor()
      expect(await phone.axe()).toEqual([])
      await sheet.getByRole('button', { name: t.keep }).click()
      await page.getByText(t.stays).waitFor()
      await heading.waitFor({ state: 'detached' })

      // Somebody looks after it: started again it asks at once.
      await killed(copy)
      copy = clone.start()
      const friend: App = { address, lang }
      const account = await askAs(friend, register, { username: `friend-${lang}`, password: storyPassword, agreed: 1 })
      friend.token = account.token
      await until('the copy is a box of its own', async () => (await pairIn(clone.folder)).devsn !== devsn)
      const pairing = await pairIn(clone.folder)
      await askAs(friend, bindDevice, pairing)
      const household = await askAs(friend, members, { devsn: pairing.devsn })
      expect(household.data.map(({ name, role }) => `${name} ${role}`)).toEqual([`friend-${lang} owner`])
      expect((await askAs.act(friend, taskList, { devsn: pairing.devsn, data: {} })).code).toBe(200)
      expect((await askAs(owner, listDevices, {})).data.map((box) => [box.devsn, box.online, box.copies])).toEqual([
        [devsn, 1, undefined],
      ])
      expect(copy.said()).not.toMatch(/Error|EventEmitter/)
      expect(phone.errors).toEqual([])
    },
  )
})
