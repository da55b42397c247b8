/** The programs and servers that the hostile cases work on, and how these cases ask the box. */
import { randomBytes } from 'node:crypto'
import { listTasks, removeTask, type Task } from '@homeport/contract/download/download.ts'
import type { Act, In, Shape } from '@homeport/contract/kit/operation.ts'
import { until } from '../../../testing/until.ts'
import type { World } from '../../world.ts'
import { askAs, type App } from '../app.ts'
import type { Random } from '../../../testing/random-from.ts'
import type { openFloodServer } from './flood-server.ts'
import type { openOthers } from './others.ts'
import type { openHostileServer } from './servers.ts'

/** scale: how much of each. */
export type Attack = {
  world: World
  phone: App & { token: string }
  devsn: string
  devid: string
  random: Random
  server: Awaited<ReturnType<typeof openHostileServer>>
  flood: Awaited<ReturnType<typeof openFloodServer>>
  /** Address of the TV page. */
  screen: string
  others: ReturnType<typeof openOthers>
  scale: { sockets: number; frames: number; many: number; files: number }
}

/** The code of the box's reply: a refusal is a reply too. */
export async function act<I extends Shape>({ phone, devsn }: Attack, promise: Act<I>, data: In<I>): Promise<number> {
  const { code } = await askAs.act(phone, promise, { devsn, data, id: randomBytes(16).toString('hex') })
  return code
}

export async function tasksOf({ phone, devid }: Attack): Promise<Task[]> {
  return (await askAs(phone, listTasks, { devid, limit: 99 })).data
}

export async function removeAll(attack: Attack): Promise<void> {
  await until('no task is left', async () => {
    const all = await tasksOf(attack)
    await Promise.all(all.map(({ task_id }) => act(attack, removeTask, { task_id, files: 1 })))
    return all.length === 0
  })
}
