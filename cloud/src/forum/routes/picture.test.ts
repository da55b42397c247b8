import { expectCode } from '../../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropDraft, post, remove, saveDraft, thread, uploadPicture } from '@homeport/contract/forum.ts'
import { startTestCloud } from '../../testing/cloud.ts'
import { newId } from '../../kit/auth.ts'

const gif = new Blob([Buffer.from('R0lGODdhAQABAIAAAMQoG////ywAAAAAAQABAAACAkQBADs=', 'base64')])
const dayMs = 24 * 60 * 60_000

let clock = Date.now()
let cloud: Awaited<ReturnType<typeof startTestCloud>>
let anna: { token: string }
let bert: { token: string }
beforeAll(async () => {
  cloud = await startTestCloud({}, { now: () => clock })
  anna = await cloud.signUp('anna')
  bert = await cloud.signUp('bert')
})
afterAll(() => cloud.stop())

async function send({ token }: { token: string }, file?: Blob): Promise<{ code: number; data: { id: string; field?: string } }> {
  const body = new FormData()
  body.append('x', '1')
  if (file) body.append('file', file, 'file')
  const headers = { Source: 'app', Token: token }
  const response = await fetch(`${cloud.url}/en/${uploadPicture.host}${uploadPicture.path}`, { method: 'POST', headers, body })
  return response.json()
}
const statusOf = async (id: string) => (await fetch(`${cloud.url}/en/forum/picture/${id}`)).status
const written = { board_id: 213, title: 'A harbour', content: 'x' }

test('P32: a picture of a post is redrawn, is where its author put it, and is deleted with the post', async () => {
  const { data } = await send(anna, gif)
  const shown = await fetch(`${cloud.url}/en/forum/picture/${data.id}`)
  expect(shown.status).toBe(200)
  expect(shown.headers.get('content-type')).toBe('image/webp')
  expect(Buffer.from(await shown.arrayBuffer()).equals(Buffer.from(await gif.arrayBuffer()))).toBe(false)
  const made = (await cloud.ask(post, { id: newId(), ...written, images: [data.id] }, anna)).data
  expect((await cloud.ask(thread, { id: made.id })).data.images).toEqual([{ id: data.id, width: 1, height: 1 }])
  await cloud.ask(remove, { id: made.id, type: 'thread' }, anna)
  await expect.poll(() => statusOf(data.id)).toBe(404)
})

test('a picture of another user, or of another thread, is refused', async () => {
  const { data } = await send(anna, gif)
  const images = [data.id]
  expect(await cloud.ask(post, { id: newId(), ...written, images }, bert)).toMatchObject({
    code: Code.invalid,
    data: { field: 'images' },
  })
  expectCode(await cloud.ask(post, { id: newId(), ...written, images }, anna), 'ok')
  expectCode(await cloud.ask(post, { id: newId(), ...written, images }, anna), 'invalid')
})

test('a draft of a change takes no picture from its thread', async () => {
  const { data } = await send(anna, gif)
  const made = (await cloud.ask(post, { id: newId(), ...written, images: [data.id] }, anna)).data
  const draft = newId()
  const saved = await cloud.ask(saveDraft, { id: draft, thread_id: made.id, images: [data.id] }, anna)
  expect(saved).toMatchObject({ code: Code.ok, data: { images: [{ id: data.id }] } })
  await cloud.ask(dropDraft, { id: draft }, anna)
  await cloud.ask(remove, { id: made.id, type: 'thread' }, anna)
  await expect.poll(() => statusOf(data.id)).toBe(404)
})

test('P33: no picture, one that is none, and one byte over 2 MB are refused by the field', async () => {
  expect(await send(anna)).toMatchObject({ code: Code.invalid, data: { field: 'file' } })
  expect(await send(anna, new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']))).toMatchObject({
    code: Code.invalid,
    data: { field: 'file' },
  })
  expect(await send(anna, new Blob([Buffer.alloc(2 * 1024 * 1024 + 1)]))).toMatchObject({
    code: Code.invalid,
    data: { field: 'file' },
  })
})

test('a picture that no post took within a day goes; one that a draft holds stays', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'homeport-pictures-'))
  const before = cloud
  try {
    cloud = await startTestCloud({ dataFolder }, { now: () => clock })
    const carl = await cloud.signUp('carl')
    const [orphaned, held] = [(await send(carl, gif)).data.id, (await send(carl, gif)).data.id]
    expectCode(await cloud.ask(saveDraft, { id: newId(), images: [held] }, carl), 'ok')
    await cloud.stop()
    clock += 2 * dayMs
    // The sweep runs at start.
    cloud = await startTestCloud({ dataFolder }, { now: () => clock })
    await expect.poll(() => statusOf(orphaned), { timeout: 20_000 }).toBe(404)
    expect(await statusOf(held)).toBe(200)
    await cloud.stop()
  } finally {
    cloud = before
    await rm(dataFolder, { recursive: true, force: true })
  }
})
