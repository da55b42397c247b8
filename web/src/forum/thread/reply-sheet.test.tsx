/** Answering a reply: its text is shown above the field, and can be quoted. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, startSession } from '../../kit/session.ts'
import { ok, serve } from '../../testing/server.ts'
import { aSignIn } from '../../testing/samples.ts'
import { openLocalPosts } from '../outbox/local-drafts.ts'
import { startOutbox } from '../outbox/outbox.ts'
import { ReplySheet, type Answering } from './reply-sheet.tsx'
import { aReply, aThread, NothingSeen } from '../../testing/posts.ts'

const his = aReply('12-5', { floor: 5, text: 'Rubber pins matter more than the fan' })
let stop = () => {}

async function show(answering: Answering) {
  const server = serve({ '/forum/reply': ({ id = '' }) => ok(aReply(id)) })
  await openLocalPosts()
  stop = startOutbox({})
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <ReplySheet thread={aThread('12')} answering={answering} onClose={() => {}} />
    </QueryClientProvider>,
  )
  fireEvent.change(await screen.findByRole('textbox', { name: 'Write a reply' }), { target: { value: 'So they do' } })
  return server
}

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  vi.stubGlobal('ResizeObserver', NothingSeen)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  startSession(aSignIn)
})
afterEach(() => {
  cleanup()
  stop()
  endSession()
})

test('C50: the words that are answered stand above the field; by one tick they are quoted too', async () => {
  const server = await show({ to: his, quote: null })
  expect(screen.getByText(his.text)).toBeTruthy()
  expect(screen.getByText('quiet-nuc #5')).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Quote in my reply' }))
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(server.of('/forum/reply')).toMatchObject([{ to_id: '12-5', quote_id: '12-5', text: 'So they do' }]))
})

test('without the tick it is an answer alone', async () => {
  const server = await show({ to: his, quote: null })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(server.of('/forum/reply')).toMatchObject([{ to_id: '12-5', text: 'So they do' }]))
  expect(server.of('/forum/reply')[0]?.['quote_id'] ?? '').toBe('')
})

test('an answer to the thread itself quotes nothing', async () => {
  await show({ to: null, quote: null })
  expect(screen.queryByRole('checkbox')).toBe(null)
})
