/** Acts that are sent until they are answered, while programs are killed, and what then lies on the disk. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Device } from '@homeport/contract/device.ts'
import type { Act, In, Out, Shape } from '@homeport/contract/kit/operation.ts'
import { until } from '../../testing/until.ts'
import { askAs, type App } from './app.ts'

/** A person's phone, and the box that they use. */
export type Caller = { phone: App & { token: string }; device: Pick<Device, 'devsn' | 'devid'> }

const withinMs = 240_000

/** The same act id until there is a reply: one effect, however often it is sent. */
export async function repeat<I extends Shape, O extends Shape>(
  { phone, device }: Caller,
  act: Act<I, O>,
  { data, id }: { data: In<I>; id: string },
): Promise<Out<O>> {
  let answer: { code: number; data?: unknown } = { code: 0 }
  await until(
    `${act.name} ${id} is answered`,
    async () => {
      answer = await askAs.act(phone, act, { devsn: device.devsn, data, id })
      if (answer.code !== 200) throw new Error(JSON.stringify(answer))
      return true
    },
    withinMs,
  )
  return act.output.parse(answer.data)
}

/** False where nobody answers. */
export async function upload({ phone }: Caller, id: string, bytes: Buffer): Promise<boolean> {
  const headers = { Token: phone.token, 'content-type': 'application/octet-stream' }
  const answer = await fetch(`${phone.address}/en/device/blob/${id}`, { method: 'PUT', headers, body: new Uint8Array(bytes) })
  return answer.ok
}

/** kill -9 */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It ended by itself since it was looked for.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** The programs that download for this station. */
export async function enginesOf(station: number): Promise<{ pid: number; name: string }[]> {
  const results: { pid: number; name: string }[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    const program = /^Name:\t(aria2|ffmpeg)/.exec(status)?.[1]
    if (!program || !status.includes(`PPid:\t${station}\n`)) continue
    // Not one that makes small pictures of a film.
    const isEngine = program === 'aria2' || (await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')).includes('/part-')
    if (isEngine) results.push({ pid: Number(name), name: program })
  }
  return results
}

/** All files below the folder, those of the work folder too. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((one) => !one.isDirectory()).map((one) => path.relative(folder, path.join(one.parentPath, one.name)))
}

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
