/** P37, soak test: cloud, station and engine are killed with -9 at any moment, again and again; every download completes and is in the list once. */
import { randomBytes, randomInt } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { register } from '@homeport/contract/account.ts'
import { bindDevice } from '@homeport/contract/device.ts'
import { listTasks, startTask } from '@homeport/contract/download.ts'
import { askAs } from './parts/app.ts'
import { until } from './parts/wait.ts'
import { openFileServer, openWorld, type World } from './world.ts'

const rounds = 20
const bodyBytes = 4_000_000

test('P37: twenty rounds of kill -9 lose nothing and double nothing', async () => {
  const world = await openWorld()
  const bodies = Object.fromEntries(Array.from({ length: rounds }, (_, round) => [`/round-${round}.bin`, randomBytes(bodyBytes)]))
  const files = await openFileServer(bodies, 2_000_000)
  const address = world.addresses[0] ?? ''
  const { token } = await askAs({ address, lang: 'en' }, register, {
    username: 'soak-owner',
    password: 'a long soak phrase',
    agreed: 1,
  })
  const phone = { address, lang: 'en', token } as const
  const device = await askAs(phone, bindDevice, await world.pair())
  const tasks = async () => (await askAs(phone, listTasks, { devid: device.devid })).data

  for (const [name, body] of Object.entries(bodies)) {
    const url = `${files.address}${name}`
    // The same act id until there is a reply: exactly one task, however often it is sent.
    const id = randomBytes(16).toString('hex')
    const sending = until(
      `${name} is accepted`,
      async () => (await askAs.act(phone, startTask, { devsn: device.devsn, data: { url }, id })).code === 200,
      60_000,
    )
    await new Promise((resolve) => setTimeout(resolve, randomInt(1_200)))
    const victim = ['station', 'cloud', 'engine'][randomInt(3)] ?? 'station'
    await kill(world, victim)
    await sending
    await until(
      `${name} is done after kill -9 of the ${victim}`,
      async () => (await tasks()).some((task) => task.url === url && task.is_done),
      60_000,
    )
    expect((await readFile(path.join(world.downloads, name))).equals(body)).toBe(true)
    console.log(`${name}: ${victim} killed, whole`)
  }
  expect(await tasks()).toHaveLength(rounds)
  expect((await readdir(world.downloads)).filter((file) => file.startsWith('round-'))).toHaveLength(rounds)
  await files.stop()
  await world.stop()
})

async function kill(world: World, victim: string): Promise<void> {
  if (victim === 'station') {
    await world.killStation()
    await world.startStation()
  } else if (victim === 'cloud') {
    await world.killCloud()
    await world.startCloud()
  } else {
    for (const pid of await enginesOf(world.station.child.pid ?? 0)) process.kill(pid, 'SIGKILL')
  }
}

async function enginesOf(station: number): Promise<number[]> {
  const results: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    if (status.includes(`PPid:\t${station}\n`) && status.startsWith('Name:\taria2')) results.push(Number(name))
  }
  return results
}
