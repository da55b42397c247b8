/** Ruling the queue: its order by keys, searching, filtering and sorting in the address, many downloads at once, what the box pushes. */
import type { Task } from '@homeport/contract/download/download.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { queueText } from '../../../download/queue/queue-text.ts'
import { StopRecordingsSheet } from '../../../download/queue/stop-recordings-sheet.tsx'
import { insertAll } from '../../../download/task-cache.ts'
import { clearReadings } from '../../../download/task-readings.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../../kit/session.ts'
import { aDevice, aSignIn, aTask } from '../../../testing/samples.ts'
import { ok, published, serve, type Answer } from '../../../testing/server.ts'
import { listed } from '../../../testing/task-list.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen } from './list.tsx'

// Lists are read again by a clock that the test moves.
const clock = await vi.hoisted(async () => (await import('../../../../../testing/hand-clock.ts')).handClock())
vi.mock('../../../kit/time/clock.ts', async (original) => ({ ...(await original<object>()), later: clock.later }))

const queued = (place: number) => ({ reason: 'queued', place, tries: 0, next_at: null })
const taskOf = (name: string, order: number, more: Partial<Task> = {}): Task => ({
  ...aTask,
  task_id: name,
  name,
  url: `http://files/${name}`,
  order,
  ...more,
})
const queue = [
  taskOf('Metropolis', 1),
  taskOf('Charade', 2, { wait: queued(1), category: 'Films' }),
  taskOf('Street Angel', 3, { wait: queued(2) }),
  taskOf('Sunrise', 4, { wait: queued(3) }),
  taskOf('The General', 0, { is_done: true, status: 2, done_at: 1 }),
]

function show(tasks: Task[], acts: Record<string, (data: Record<string, unknown>) => Answer> = {}) {
  const server = serve({
    '/device/task/lists': (input) => listed(tasks, input),
    '/emqx/publish': published({ download_status: () => ({ code: TaskCode.notCreated }), ...acts }),
  })
  const client = createClient(vi.fn())
  render(
    <QueryClientProvider client={client}>
      <Screen />
      <Toasts />
    </QueryClientProvider>,
  )
  const sent = (name: string) =>
    server
      .of('/emqx/publish')
      .map((body) => JSON.parse(body['payload'] ?? ''))
      .filter((payload) => payload.request === name)
      .map((payload) => payload.data)
  return { server, client, sent }
}

const names = () => [...document.querySelectorAll<HTMLElement>('[data-task]')].map(({ dataset }) => dataset['task'])
const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => button.click())
}
const choose = async (name: string) => {
  const sheet = await screen.findByRole('dialog')
  await act(async () => within(sheet).getByRole('button', { name }).click())
}
const rowButton = (name: string) => screen.getByRole('button', { name: `More options for ${name}` })

beforeEach(() => {
  localStorage.clear()
  setLang('zh')
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  clearReadings()
  location.hash = '/pages/device/download/list'
  vi.stubGlobal('scrollTo', () => {})
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(84)
})
afterEach(() => {
  cleanup()
  endSession()
})

test('the queue stands in its groups, each in its order', async () => {
  show(queue)
  await screen.findByText('Metropolis')
  const heads = [...document.querySelectorAll('h2')].map(({ textContent }) => textContent)
  expect(heads).toEqual(['In progress', 'Waiting', 'Complete'])
  expect(names()).toEqual(['Metropolis', 'Charade', 'Street Angel', 'Sunrise', 'The General'])
})

test('Alt and an arrow move a download by one, at once, and a screen reader hears where it is', async () => {
  const { sent } = show(queue, { task_order: () => ok({ changed: 1 }) })
  await screen.findByText('Metropolis')
  fireEvent.keyDown(rowButton('Charade'), { key: 'ArrowDown', altKey: true })
  await waitFor(() => expect(sent('task_order')).toHaveLength(1))
  expect(sent('task_order')).toEqual([{ task_ids: ['Charade'], to: 'before', before: 'Sunrise' }])
  expect(screen.getByText('Charade, now number 3')).toBeTruthy()
  fireEvent.keyDown(rowButton('Metropolis'), { key: 'ArrowUp', altKey: true })
  expect(sent('task_order')).toHaveLength(1)
})

/** The box answers an order when the returned function is called. */
function holdOrders(): (given: Answer) => void {
  let answer: (given: Answer) => void = () => {}
  const waits = new Promise<Answer>((resolve) => (answer = resolve))
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!(init.body instanceof URLSearchParams && init.body.toString().includes('task_order'))) return fetch(url, init)
    const data = { act: 'task_order', dev: 'B', ...(await waits) }
    return new Response(JSON.stringify({ code: Code.ok, msg: '', data }))
  })
  return answer
}

test('while the box has not answered an order, no list brings the old one back', async () => {
  const { client, server } = show(queue)
  await screen.findByText('Metropolis')
  const answer = holdOrders()
  void client.invalidateQueries()
  fireEvent.keyDown(rowButton('Sunrise'), { key: 'ArrowUp', altKey: true })
  const reordered = ['Metropolis', 'Charade', 'Sunrise', 'Street Angel']
  await waitFor(() => expect(names().slice(0, 4)).toEqual(reordered))
  const requests = server.of('/device/task/lists').length
  await act(async () => insertAll(client, [taskOf('Street Angel', 9, { wait: queued(9) })]))
  await act(async () => clock.pass(10_000))
  expect(server.of('/device/task/lists')).toHaveLength(requests)
  expect(names().slice(0, 4)).toEqual(reordered)
  await act(async () => answer(ok({ changed: 1 })))
  await act(async () => clock.pass(1_000))
  await waitFor(() => expect(server.of('/device/task/lists').length).toBeGreaterThan(requests))
})

test('an order that the box refuses is taken back, with a word', async () => {
  show(queue)
  await screen.findByText('Metropolis')
  const answer = holdOrders()
  fireEvent.keyDown(rowButton('Sunrise'), { key: 'ArrowUp', altKey: true })
  await waitFor(() => expect(names().slice(0, 4)).toEqual(['Metropolis', 'Charade', 'Sunrise', 'Street Angel']))
  await act(async () => answer({ code: TaskCode.notCreated }))
  expect(await screen.findByText('Couldn’t change the order')).toBeTruthy()
  expect(names().slice(0, 4)).toEqual(['Metropolis', 'Charade', 'Street Angel', 'Sunrise'])
})

test('the whole list of the box is searched; the words stay in the address', async () => {
  const { server } = show(queue)
  await screen.findByText('Metropolis')
  await press('Search downloads')
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search downloads' }), { target: { value: 'street' } })
  await waitFor(() => expect(names()).toEqual(['Street Angel']))
  expect(screen.getByText('1 found')).toBeTruthy()
  expect(location.hash).toContain('q=street')
  expect(server.of('/device/task/lists').some(({ q, sort }) => q === 'street' && sort === 'queue')).toBe(true)
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search downloads' }), { target: { value: 'nothing' } })
  await press('Clear filter')
  await waitFor(() => expect(names()).toHaveLength(5))
})

test('sorted and filtered as the address has it', async () => {
  location.hash = '/pages/device/download/list?sort=size&up=1&category=Films'
  const { server } = show(queue)
  await waitFor(() => expect(names()).toEqual(['Charade']))
  const requests = server.of('/device/task/lists').filter(({ is_done }) => is_done === undefined)
  expect(requests[0]).toMatchObject({ sort: 'size', is_up: '1', category: 'Films' })
  expect(screen.getByRole('button', { name: 'Size' })).toBeTruthy()
  await press('Size')
  const choice = await screen.findByRole('radio', { name: 'Speed' })
  await act(async () => fireEvent.click(choice))
  expect(location.hash).toContain('sort=speed')
  expect(screen.queryByRole('button', { name: /Move .* in the queue/ })).toBe(null)
})

test('many at once: one by one, a range with Shift, all with a; what changes shows at once', async () => {
  const { sent } = show(queue, { task_many: () => ok({ changed: 3, refused: [] }) })
  await screen.findByText('Metropolis')
  await press('More')
  await choose('Select')
  const tick = async (name: string) => {
    fireEvent.mouseOver(rowButton(name))
    const box = await screen.findByLabelText(`Select ${name}`)
    await act(async () => box.click())
  }
  await tick('Metropolis')
  fireEvent.click(rowButton('Street Angel'), { shiftKey: true })
  expect(screen.getByText('3 selected')).toBeTruthy()
  fireEvent.keyDown(rowButton('Charade'), { key: ' ' })
  expect(screen.getByText('2 selected')).toBeTruthy()
  fireEvent.keyDown(rowButton('Charade'), { key: 'a' })
  expect(await screen.findByText('5 selected')).toBeTruthy()
  fireEvent.keyDown(rowButton('Charade'), { key: 'Escape' })
  expect(screen.queryByText('5 selected')).toBe(null)
  await tick('Charade')
  await tick('Sunrise')
  await press('Remove')
  const sheet = await screen.findByRole('dialog', { name: 'Remove 2 downloads?' })
  await act(async () => within(sheet).getByRole('button', { name: 'Remove and delete files' }).click())
  expect(screen.getByRole('tab', { name: /^All/ }).textContent).toBe('All 3')
  await waitFor(() => expect(sent('task_many')).toEqual([{ action: 'remove', task_ids: ['Charade', 'Sunrise'], files: 1 }]))
})

test('a finger that stays on a row selects it', async () => {
  show(queue)
  await screen.findByText('Metropolis')
  fireEvent.pointerDown(rowButton('Charade'), { pointerType: 'touch', clientX: 9, clientY: 9 })
  const tick = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Charade' })
  expect(tick.checked).toBe(true)
  expect(screen.getByText('1 selected')).toBeTruthy()
})

test('all failed ones are tried again from the menu', async () => {
  const { sent } = show(queue, { task_many: () => ok({ changed: 2, refused: [] }) })
  await screen.findByText('Metropolis')
  await press('More')
  await choose('Try all failed again')
  expect(await screen.findByText('2 changed')).toBeTruthy()
  expect(sent('task_many')).toEqual([{ action: 'retry', of: 'failed' }])
})

test('P43: of ten thousand only the pages in view are loaded; what the box pushes draws its own row alone', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => taskOf(`film ${index}`, index + 1, { wait: queued(index + 1) }))
  const { server, client } = show(many)
  await screen.findByText('film 0')
  expect(server.of('/device/task/lists').filter(({ limit }) => limit === '99').length).toBeLessThanOrEqual(4)
  const elements = () => [...document.querySelectorAll('[data-task] .text-caption')]
  const before = elements().map(({ textContent }) => textContent)
  const changed: Element[] = []
  const observer = new MutationObserver((records) =>
    records.forEach(({ target }) => changed.push(target.parentElement ?? document.body)),
  )
  const list = document.querySelector('.queue-list') ?? document.body
  observer.observe(list, { subtree: true, childList: true, characterData: true, attributes: true })
  await act(async () => insertAll(client, [taskOf('film 1', 2, { wait: queued(2), down_size: 9_000_000_000 })]))
  await waitFor(() => expect(elements()[1]?.textContent).not.toBe(before[1]))
  observer.disconnect()
  const rows = new Set(changed.map((element) => element.closest<HTMLElement>('[data-task]')?.dataset['task']))
  expect([...rows]).toEqual(['film 1'])
})

const live = taskOf('The show', 2, { kind: 'rtmp', url: 'rtmp://tv/live/show', is_live: true, down_size: 5_000 })
const stopped = { task_many: () => ok({ changed: 2, refused: [] }) }

test('stop all says first that live recordings end and are kept', async () => {
  const { sent } = show([taskOf('Metropolis', 1), live], stopped)
  await screen.findByText('The show')
  await press('More')
  await choose('Stop all')
  await screen.findByText('End 1 live recording?')
  expect(screen.getByText(/what was recorded is kept as a finished file/)).toBeTruthy()
  await choose('Cancel')
  await waitFor(() => expect(screen.queryByText('End 1 live recording?')).toBe(null))
  expect(sent('task_many')).toEqual([])
  await press('More')
  await choose('Stop all')
  await screen.findByText('End 1 live recording?')
  await choose('Stop all')
  await waitFor(() => expect(sent('task_many')).toMatchObject([{ action: 'stop', of: 'all' }]))
})

test('the same in Chinese', async () => {
  setLang('zh')
  render(<StopRecordingsSheet isOpen onClose={() => {}} count={2} confirm={queueText.zh.stopAll} stop={() => {}} />)
  await screen.findByText('结束 2 个直播录制？')
  expect(screen.getByText(/已录制的内容保存为完成的文件/)).toBeTruthy()
  expect(screen.getByRole('button', { name: '全部停止' })).toBeTruthy()
})

test('stop all asks nothing where no live stream is being recorded', async () => {
  const { sent } = show([taskOf('Metropolis', 1), { ...live, down_size: 0 }], stopped)
  await screen.findByText('The show')
  await press('More')
  await choose('Stop all')
  await waitFor(() => expect(sent('task_many')).toMatchObject([{ action: 'stop', of: 'all' }]))
})
