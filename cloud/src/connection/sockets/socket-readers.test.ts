/**
 * P43: a hundred apps that do not read cost the cloud a limited memory together, counted from the idle process after a collection.
 * SOAK=1 repeats it with new apps, and also measures the resident memory, which depends on when V8 collects.
 */
import { expectCode } from '../../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '@homeport/contract/account.ts'
import { bindDevice } from '@homeport/contract/device.ts'
import { encodeForm } from '@homeport/contract/kit/form.ts'
import { TestApp } from '../../testing/app-socket.ts'
import { TestBox } from '../../testing/box.ts'
import { startCloudProcess, type CloudProcess } from '../../testing/cloud-process.ts'

const isSoak = process.env.SOAK === '1'
const rounds = isSoak ? 20 : 1
const readers = 100
/** The growth of the resident memory, in a soak. */
const maxGrowthMb = 100
/** The memory left after a collection: all send buffers together may have 10 MB and waiting acts 2 million characters, each held in a few places. */
const maxRetainedMb = 60
/** A collection after every frame would be a limit of its own. */
const framesPerCollection = 10
/** Sent by each app until it is disconnected, in answers of this size: 300 MB of them in all. */
const framesEach = 50
const frameBytes = 60_000
const collectionsAfter = 5

describe.skipIf(process.platform !== 'linux')('apps that do not read', () => {
  let cloud: CloudProcess
  let box: TestBox
  let token = ''

  beforeAll(async () => {
    cloud = await startCloudProcess()
    box = await new TestBox(cloud.url).start()
    box.answers = (_, data) => ({ code: Code.ok, data })
    const signedUp = await ask(register, { username: 'alice', password: 'a calm harbour', agreed: 1 })
    token = signedUp.data.token
    expectCode(await ask(bindDevice, { devsn: box.devsn, code: box.code }), 'ok')
  })
  afterAll(async () => {
    await box.stop()
    await cloud.stop()
  })

  async function ask(call: typeof register | typeof bindDevice, input: object) {
    const response = await fetch(`${cloud.url}/en/${call.host}${call.path}`, {
      method: 'POST',
      headers: { Source: 'app', Token: token },
      body: new URLSearchParams(encodeForm(input)),
    })
    return response.json()
  }

  const data = { url: 'x'.repeat(frameBytes) }

  /** Each app sends its frames without waiting; the highest memory of the cloud meanwhile. */
  async function flood(apps: readonly TestApp[], witness: TestApp) {
    const highest = { memory: 0, retained: 0 }
    for (let sent = 1; sent <= framesEach; sent += 1) {
      for (const app of apps) if (app.ws.readyState === app.ws.OPEN) app.send('start_task', data)
      expectCode(await witness.ask('onheadt', {}), 'ok')
      highest.memory = Math.max(highest.memory, await cloud.memoryMb())
      if (sent % framesPerCollection === 0) highest.retained = Math.max(highest.retained, await cloud.retainedMb())
    }
    // Frames that wait in the apps' own buffers go on coming.
    for (let count = 0; count < collectionsAfter; count += 1) {
      expectCode(await witness.ask('onheadt', {}), 'ok')
      highest.memory = Math.max(highest.memory, await cloud.memoryMb())
      highest.retained = Math.max(highest.retained, await cloud.retainedMb())
    }
    return highest
  }

  const openApps = () => Promise.all(Array.from({ length: readers }, () => new TestApp(cloud.url).login(token, box.devsn)))

  test(`P43: ${readers} of them, ${rounds} times, retain less than ${maxRetainedMb} MB, and another is answered`, async () => {
    const witness = await new TestApp(cloud.url).login(token, box.devsn)
    const before = { retained: await cloud.retainedMb(), memory: await cloud.memoryMb() }
    const growth = { memory: 0, retained: 0 }
    for (let round = 0; round < rounds; round += 1) {
      const apps = await openApps()
      for (const app of apps) app.ws.pause()
      const highest = await flood(apps, witness)
      growth.memory = Math.max(growth.memory, highest.memory - before.memory)
      growth.retained = Math.max(growth.retained, highest.retained - before.retained)
      for (const app of apps) app.close()
    }
    if (isSoak) console.log(`memory +${growth.memory.toFixed(0)} MB, retained +${growth.retained.toFixed(0)} MB`)
    if (isSoak) expect(growth.memory).toBeLessThan(maxGrowthMb)
    expect(growth.retained).toBeLessThan(maxRetainedMb)
    witness.close()
  })
})
