/** For tests: the places where spec 8's texts appear, with the app's failure handler and a fake server. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { follow } from '@homeport/contract/people.ts'
import { exitPlayer } from '@homeport/contract/playback/playback.ts'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, vi } from 'vitest'
import { BindForm } from '../device/bind/bind-form.tsx'
import { ask } from '../kit/call/http.ts'
import { isConnected, send } from '../kit/call/box-connection.ts'
import { setCurrentDevice } from '../kit/session.ts'
import { listed } from './task-list.ts'
import { ok, pageOf, published, serve, type Answer } from './server.ts'
import { aDevice, aTask } from './samples.ts'
import { PlayButton } from '../playback/play/play-button.tsx'
import { openTv } from './tv.ts'
import { Screen as Downloads } from '../pages/device/download/list.tsx'
import { Modals } from '../ui/modal.tsx'
import { Toasts } from '../ui/toast.tsx'
import { createClient } from '../app/client.ts'
import { handleFailure } from '../app/failure.tsx'
import { SessionServices } from '../app/session/session-services.tsx'

type Acts = Record<string, (data: Record<string, unknown>) => Answer>
type Calls = Record<string, (body: Record<string, string>) => Answer>
const stopped = { ...aTask, status: 0 }
const finished = { ...aTask, task_id: 'T2', name: 'Nosferatu.mkv', status: 2, is_done: true, progress: 100, done_at: 1 }
const tasks = { progress: [stopped], done: [finished] }
const room = { list: [{ total: 20_000, used: 10_000, free: 10_000, path: '/', value: 50 }] }
type Answers = { acts?: Acts; calls?: Calls }
/** A status other than 200, no response, or a timeout. */
type Net = 'status' | 'gone' | 'late'
let client: QueryClient
let server: ReturnType<typeof serve>

/** Renders a component with the app's failure handler, toasts and modals. */
export function show(part: ReactNode, { acts = {}, calls = {} }: Answers = {}): void {
  server = serve({
    '/device/task/lists': (input) => listed([...tasks.progress, ...tasks.done], input),
    '/emqx/publish': published({ storage_info: () => ok(room), ...acts }),
    ...calls,
  })
  client = createClient(handleFailure)
  render(
    <QueryClientProvider client={client}>
      {part}
      <Toasts />
      <Modals />
    </QueryClientProvider>,
  )
}

/** Shows a part while the box is offline. */
export function showOffline(part: ReactNode): void {
  setCurrentDevice({ ...aDevice, online: 0 })
  show(part)
}

/** Breaks the network for paths that contain `path`. */
export function breakNet(how: Net, path = ''): void {
  const before = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    if (!url.includes(path)) return before(url, request)
    if (how === 'status') return new Response('', { status: 502 })
    throw how === 'late' ? new DOMException('late', 'TimeoutError') : new TypeError('Failed to fetch')
  })
}

export async function press(name: string | RegExp): Promise<void> {
  const button = await screen.findByRole('button', { name })
  await act(async () => fireEvent.click(button))
}
export async function type(label: string | RegExp, value: string): Promise<void> {
  const field = await screen.findByLabelText(label)
  await act(async () => void fireEvent.input(field, { target: { value } }))
}
/** Through the query client, as the app does, so that the failure handler is called. */
const mutate = (run: () => Promise<unknown>) =>
  act(async () => {
    const mutation = client.getMutationCache().build(client, { mutationFn: run })
    await mutation.execute(undefined).catch(() => null)
  })
const call = () => mutate(() => ask(follow, { user_id: '2' }))
const command = () => mutate(() => send(exitPlayer, {}))

export function callAnswered(answer: Answer): Promise<void> {
  show(null, { calls: { [follow.path]: () => answer } })
  return call()
}

export function callOn(net: Net): Promise<void> {
  show(null)
  breakNet(net)
  return call()
}

export function commandAnswered(answer: Answer): Promise<void> {
  show(null, { calls: { '/emqx/publish': () => answer } })
  return command()
}

export function commandReplied(frame: Answer): Promise<void> {
  show(null, { acts: { exit_player: () => frame } })
  return command()
}

export function commandOn(net: Net): Promise<void> {
  show(null)
  breakNet(net)
  return command()
}

export function commandWithoutBox(): Promise<void> {
  show(null)
  setCurrentDevice(null)
  return command()
}

export function pressIn(part: ReactNode, name: string | RegExp, answers: Answers): Promise<void> {
  show(part, answers)
  return press(name)
}

export async function chooseTorrents(sizes: number[], net?: Net): Promise<void> {
  show(<Downloads />)
  if (net) breakNet(net, '/blob/')
  await press('Add download')
  const input = (await screen.findByRole('dialog')).querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no place for a file')
  const files = sizes.map((size) => Object.defineProperty(new File(['x'], 'a.torrent'), 'size', { value: size }))
  await act(async () => fireEvent.change(input, { target: { files } }))
}

export async function pasteLink(link: string, acts: Acts): Promise<void> {
  show(<Downloads />, { acts })
  await press('Add download')
  const field = within(await screen.findByRole('dialog')).getByRole('textbox')
  await act(async () => fireEvent.change(field, { target: { value: link } }))
}

export async function addLink(link: string, acts: Acts): Promise<void> {
  await pasteLink(link, acts)
  await press(/^Start/)
}

export async function bind(code: number): Promise<void> {
  show(<BindForm />, { calls: { '/user/device/bind': () => ({ code }) } })
  await type('Pairing code', 'ABCD2345')
  await press('Pair this box')
}

export async function play(reason: string): Promise<void> {
  const tv = { screen_id: 'tv', name: 'TV', is_online: true, seen_at: 1 }
  const screen_list = () => ok({ data: [tv], waiting: [], address: '' })
  show(<PlayButton movieId="M1" title="Nosferatu" position={null} duration={null} />, {
    acts: { screen_list, play: () => ({ code: Code.notFound, data: { reason } }) },
  })
  await press('Play: Nosferatu')
}

/** Another phone, or the owner, unbinds the box while the app is open; returns a function that stops the fake cloud's socket. */
export async function loseBox(): Promise<() => Promise<void>> {
  const cloud = await openTv()
  let boxes = [aDevice]
  show(<SessionServices />, { calls: { '/user/device/lists': () => pageOf(boxes) } })
  await waitFor(() => expect(isConnected.get()).toBe(true))
  boxes = []
  await act(async () => cloud.notify({ bindings_changed: 1 }))
  return () => cloud.stop()
}

export function listsAsked(): number {
  return server.of('/device/task/lists').length
}
