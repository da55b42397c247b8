/** Acts to the box: the transport that they take, and that a lost socket loses none. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { downloadStatus, startTask, stopTask } from '@homeport/contract/download/download.ts'
import { remoteKey } from '@homeport/contract/playback/playback.ts'
import { expect, test, vi } from 'vitest'
import { createSender } from './send.ts'

const id = { value: '' }

function world(options: { fd: string; answer?: object; token?: string; devsn?: string }) {
  const sent: { act: string; data: unknown; id: string }[] = []
  const published: { client_id: string; payload: { request: string; fd: string; id: string; data: unknown } }[] = []
  const late: (() => void)[] = []
  const state = { fd: options.fd }
  const sender = createSender({
    socket: {
      fd: () => state.fd,
      tell: (act, data, tellId) => (sent.push({ act, data, id: tellId }), true),
    },
    caller: () => ({ token: options.token ?? 'token-1', devsn: options.devsn ?? 'BOX' }),
    async publish(input) {
      const payload = JSON.parse(input.payload)
      published.push({ client_id: input.client_id, payload })
      id.value = payload.id
      return payload.fd === ''
        ? { act: payload.request, dev: 'BOX', code: Code.ok, data: { task_id: 'T', old_task_id: '' } }
        : { id: payload.id }
    },
    later: (_, run) => (late.push(run), () => {}),
    now: () => 1_700_000_000_000,
  })
  return { sender, sent, published, late, state }
}

const started = (code: number, data: unknown = { task_id: 'T', old_task_id: '' }) => ({
  act: 'start_task',
  dev: 'BOX',
  code,
  data,
  id: id.value,
})
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('an act goes through publish with the fd, and its reply comes on the socket by its id', async () => {
  const { sender, published } = world({ fd: 'fd-1' })
  const answer = sender.send(startTask, { url: 'http://a/b' })
  await settled()
  expect(published[0]).toMatchObject({
    client_id: 'BOX',
    payload: { request: 'start_task', timestamp: 1_700_000_000, code: Code.ok, fd: 'fd-1', data: { url: 'http://a/b' } },
  })
  expect(sender.heard({ ...started(200), id: 'another' })).toBe(false)
  expect(sender.heard(started(200))).toBe(true)
  await expect(answer).resolves.toEqual({ task_id: 'T', old_task_id: '' })
})

test('download_status goes as a frame while the socket is open, with url and task_id', async () => {
  const { sender, sent, published } = world({ fd: 'fd-1' })
  void sender.send(downloadStatus, { url: 'u', task_id: 'T' }).catch(() => null)
  await settled()
  expect(sent[0]).toMatchObject({ act: 'download_status', data: { url: 'u', task_id: 'T' } })
  expect(published).toEqual([])
})

test('without a socket publish answers by itself', async () => {
  const { sender, published } = world({ fd: '' })
  await expect(sender.send(startTask, { url: 'u' })).resolves.toMatchObject({ task_id: 'T' })
  expect(published[0]?.payload.fd).toBe('')
})

test('a socket that closes while a reply is awaited asks the same id again, so that nothing starts twice', async () => {
  const { sender, published, state } = world({ fd: 'fd-1' })
  const answer = sender.send(startTask, { url: 'u' })
  await settled()
  state.fd = ''
  sender.lost()
  await expect(answer).resolves.toMatchObject({ task_id: 'T' })
  expect(published).toHaveLength(2)
  expect(published[1]?.payload.id).toBe(published[0]?.payload.id)
})

test('P26: a key goes as a frame, and is never sent again when the socket closes under it', async () => {
  const { sender, sent, published } = world({ fd: 'fd-1' })
  const answer = sender.send(remoteKey, { key: 'up', phase: 'down' }, { isFleeting: true })
  answer.catch(vi.fn())
  await settled()
  expect(sent.map(({ act }) => act)).toEqual(['remote_key'])
  sender.lost()
  await expect(answer).rejects.toMatchObject({ kind: 'network' })
  expect(published).toEqual([])
})

test('a reply that does not come is a failure of no response', async () => {
  const { sender, late } = world({ fd: 'fd-1' })
  const answer = sender.send(stopTask, { task_id: 'T' })
  await settled()
  late.forEach((run) => run())
  await expect(answer).rejects.toMatchObject({ kind: 'code', code: Code.noResponse })
})

test.each([
  [1009, 'task'],
  [1002, 'task'],
  [Code.offline, 'code'],
])('code %d of a frame is of the kind %s: a code of the box never ends the session', async (code, kind) => {
  const { sender } = world({ fd: 'fd-1' })
  const answer = sender.send(startTask, { url: 'u' })
  answer.catch(vi.fn())
  await settled()
  sender.heard(started(code, { reason: 'private' }))
  await expect(answer).rejects.toMatchObject({ kind, code, data: { reason: 'private' } })
})

test('a wrong field of an act is named as one of a call is', async () => {
  const { sender } = world({ fd: 'fd-1' })
  const answer = sender.send(startTask, { url: 'u' })
  answer.catch(vi.fn())
  await settled()
  sender.heard(started(Code.invalid, { field: 'url', rule: 'link' }))
  await expect(answer).rejects.toMatchObject({ kind: 'field', invalid: { field: 'url', rule: 'link' } })
})

test('an answer that is not of the contract is a failure, not a crash', async () => {
  const { sender } = world({ fd: 'fd-1' })
  const answer = sender.send(startTask, { url: 'u' })
  answer.catch(vi.fn())
  await settled()
  sender.heard(started(200, { task_id: 7 }))
  await expect(answer).rejects.toMatchObject({ kind: 'shape' })
})

test('spec 5: who is not signed in is asked to log in before anything is said of a box; without a box that is said', async () => {
  const guest = world({ fd: '', token: '', devsn: '' })
  await expect(guest.sender.send(startTask, { url: 'http://a/b' })).rejects.toMatchObject({ kind: 'session', code: Code.noToken })
  const unbound = world({ fd: '', devsn: '' })
  await expect(unbound.sender.send(startTask, { url: 'http://a/b' })).rejects.toMatchObject({
    kind: 'device',
    code: Code.notBound,
  })
  expect([guest.published, unbound.published]).toEqual([[], []])
})
