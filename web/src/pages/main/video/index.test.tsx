/** The guides page: bullet comments are sent, deleted if own, reported if others'; failures are rolled back. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { getBullet, insertBullet, removeBullet, reportBullet, seriesVideo, type Bullet } from '@homeport/contract/guide.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { forward } from '../../../kit/nav/nav.ts'
import { startSession } from '../../../kit/session.ts'
import { ok, serve, type Answer } from '../../../testing/server.ts'
import { aSignIn } from '../../../testing/samples.ts'
import { Modals } from '../../../ui/modal.tsx'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen } from './index.tsx'

const slides = [{ at_ms: 0, drawing: 'box', text: 'Give it air.' }]
const video = { id: 'place', title: 'A quiet place', about: '', cover: null, url: '', duration_ms: 20_000, slides }
const theirs: Bullet = {
  id: 'theirs',
  text: 'hat box works too',
  time_ms: 4_000,
  color: '#ffffff',
  mode: 'roll',
  is_mine: false,
  created_at: 1,
}
const own: Bullet = { ...theirs, id: 'mine', text: 'a <b>tenth</b> free', is_mine: true }

function show(answers: Record<string, (body: Record<string, string>) => Answer> = {}) {
  const server = serve({
    [seriesVideo.path]: () => ok({ data: [{ id: 'start', title: 'First steps', videos: [video] }] }),
    [getBullet.path]: () => ok({ data: [theirs, own] }),
    ...answers,
  })
  render(
    <QueryClientProvider client={createClient(vi.fn())}>
      <Screen />
      <Toasts />
      <Modals />
    </QueryClientProvider>,
  )
  return server
}

// Chunks are loaded before a test's timeout starts.
beforeAll(async () => {
  await Promise.all([import('../../../ui/sheet-panel.tsx'), import('../../../ui/modal-panel.tsx')])
})
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  forward('/pages/main/video/index?id=place')
})
afterEach(cleanup)

test('P30: a comment stands as it was typed; one’s own is taken back after a question, and comes again where the cloud says no', async () => {
  const server = show({ [removeBullet.path]: () => ({ code: Code.fault }) })
  await screen.findByText('2 comments')
  expect(screen.getByText(own.text).innerHTML).toBe('a &lt;b&gt;tenth&lt;/b&gt; free')
  fireEvent.click(screen.getByRole('button', { name: `Delete “${own.text}”`, hidden: true }))
  expect(server.of(removeBullet.path)).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.of(removeBullet.path)).toEqual([{ id: 'mine' }]))
  await screen.findByText('2 comments')
  expect(screen.queryByRole('button', { name: `Delete “${theirs.text}”`, hidden: true })).toBeNull()
})

test('another’s is reported with a reason; where the reason says nothing, words are wanted', async () => {
  const server = show({ [reportBullet.path]: () => ok(null) })
  await screen.findByText('2 comments')
  fireEvent.click(screen.getByRole('button', { name: `Report “${theirs.text}”`, hidden: true }))
  fireEvent.click(await screen.findByRole('radio', { name: 'Something else' }))
  const send = screen.getAllByRole('button', { name: 'Send' }).at(-1)
  if (send) fireEvent.click(send)
  await screen.findByText('Tell us what’s wrong')
  expect(server.of(reportBullet.path)).toEqual([])
  fireEvent.change(screen.getByLabelText(/^Anything else the moderators/), { target: { value: 'my address is in it' } })
  if (send) fireEvent.click(send)
  await waitFor(() =>
    expect(server.of(reportBullet.path)).toEqual([{ id: 'theirs', reason: 'other', text: 'my address is in it' }]),
  )
  await screen.findByText('Thanks. The moderators will take a look.')
})

test('a comment that was lost on its way goes again under its own id, so that it stands once', async () => {
  let tries = 0
  const server = show({
    [insertBullet.path]: (body) => {
      tries += 1
      if (tries === 1) throw new Error('the line is cut')
      return ok({ ...own, id: 'fresh', text: body['text'] })
    },
  })
  await screen.findByText('2 comments')
  const field = screen.getByLabelText<HTMLInputElement>('Bullet comment')
  fireEvent.change(field, { target: { value: 'from the train' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Couldn’t send. Try again.')
  expect(field.value).toBe('from the train')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })))
  await waitFor(() => expect(field.value).toBe(''))
  const ids = server.of(insertBullet.path).map(({ id }) => id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
  await screen.findByText('3 comments')
})

test('a comment that comes too soon after the last one is refused in words, and stays typed', async () => {
  show({ [insertBullet.path]: () => ({ code: Code.tooMany }) })
  await screen.findByText('2 comments')
  const field = screen.getByLabelText<HTMLInputElement>('Bullet comment')
  fireEvent.change(field, { target: { value: 'so simple' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })))
  await screen.findByText('You can post one comment every three seconds')
  expect(field.value).toBe('so simple')
})
