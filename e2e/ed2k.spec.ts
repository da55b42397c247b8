/** An ed2k link from the phone to the last byte: a server names two peers, one that has a part of the file and one that has us wait in its queue; the box's power fails on the way. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPeer, type Peer } from '../testing/ed2k/peer.ts'
import { openServer } from '../testing/ed2k/server.ts'
import { linkTo, partBytes, shareBytes } from '../testing/ed2k/shared-file.ts'
import { look } from './parts/look.ts'
import { settleOn } from './parts/session.ts'
import { addLink, watchToEnd, words } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openPhone } from './phone.ts'
import { hasBrowser, openWorld, type World } from './world.ts'

const bytes = randomBytes(partBytes + 2_000_000)
const file = shareBytes('港湾 Harbour.mkv', bytes)

describe.skipIf(!hasBrowser)(`ed2k${hasBrowser ? '' : ' (skipped: no Chromium)'}`, () => {
  let world: World
  let half: Peer
  let queued: Peer
  let server: Awaited<ReturnType<typeof openServer>>

  beforeAll(async () => {
    half = await openPeer(file, { parts: [1] })
    queued = await openPeer(file, { rank: 12, pauseMs: 1 })
    const ports = [half.port, queued.port]
    server = await openServer(new Map([[file.hash.toString('hex'), ports.map((port) => ({ host: '127.0.0.1', port }))]]))
    world = await openWorld({ env: { HOMEPORT_ED2K_SERVERS: `127.0.0.1:${server.port}` } })
  })
  afterAll(async () => {
    await world.stop()
    await Promise.all([half.stop(), queued.stop(), server.stop()])
  })

  test('a link comes from several sources over a power cut (promises 34, 37, 41)', async () => {
    const w = words.zh
    const phone = await openPhone({ locale: w.locale })
    const { page } = phone
    try {
      const { code } = await world.pair()
      await settleOn(phone, { address: world.addresses[0] ?? '', lang: 'zh', username: 'ed2k-harbour', code })
      await page.goto(`${world.addresses[0]}/#/pages/device/download/list`)
      await addLink(phone, w, linkTo(file))
      await look(phone, 'ed2k-add.zh')
      await page.getByRole('dialog').getByRole('button', { name: w.start }).click()

      // The part that the half source has is here; the rest waits in the queue of the other.
      const row = page.locator('.download-row-row').filter({ hasText: file.name })
      await until('it waits in the queue', () => queued.counts.slotRequests > 0 && half.counts.blocks === 11)
      await until('its progress is shown', async () => Number(await row.getByRole('progressbar').getAttribute('value')) > 10)
      await look(phone, 'ed2k-queued.zh')
      expect(await phone.axe()).toEqual([])

      await world.killStation()
      await world.startStation()
      await until('it is in the queue again', () => queued.counts.slotRequests > 1)
      queued.letIn()
      await watchToEnd(page, w, file.name)
      expect((await readFile(path.join(world.downloads, file.name))).equals(bytes)).toBe(true)
      expect(half.requested).toHaveLength(11)
      await page.goto(`${world.addresses[0]}/#/pages/device/setting/info`)
      await page.getByText('ed2k', { exact: true }).waitFor()
      await look(phone, 'ed2k-info.zh')
      expect(phone.errors).toEqual([])
    } finally {
      await phone.close()
    }
  })
})
