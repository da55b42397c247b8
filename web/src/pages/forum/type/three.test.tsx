/** A board and its threads, against the wire. */
import type { ThreadRow } from '@homeport/contract/forum.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { aBoard, aRow } from '../../../forum/test-posts.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession } from '../../../kit/session.ts'
import { ok, serve, type Answer } from '../../../kit/test-server.ts'
import { Screen } from './three.tsx'

const tree = [
  aBoard(1, { name: 'Hardware' }),
  aBoard(5, { name: 'Builds', parent_id: 1, level: 2, about: 'What stands at home' }),
  aBoard(9, { name: 'Fans', parent_id: 5, level: 3 }),
]

function show(rows: ThreadRow[], threads: () => Answer = () => ok({ data: rows, next: '' })) {
  const server = serve({ '/forum/boards': () => ok({ data: tree }), '/forum/threads': threads })
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <Screen />
    </QueryClientProvider>,
  )
  return server
}

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  endSession()
  location.hash = '#/pages/forum/type/three?id=5'
})
afterEach(cleanup)

test('a board says where it lies and what lies below it, and shows its threads, what is new told in words too', async () => {
  const server = show([
    aRow('T1', { title: 'Rules', is_pinned: true }),
    aRow('T2', { title: 'Pins', is_new: true, replies: 1_832 }),
  ])
  expect(await screen.findByRole('heading', { name: 'Builds' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Hardware ›' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Fans' })).toBeTruthy()
  expect(await screen.findByText('Rules')).toBeTruthy()
  expect(screen.getByText('Pinned')).toBeTruthy()
  expect(screen.getByText('New')).toBeTruthy()
  expect(screen.getByText('1,832 replies')).toBeTruthy()
  expect(server.of('/forum/threads')[0]).toMatchObject({ board_id: '5', sort: 'latest' })
})

test('however long the names are, when it was last answered stands whole', async () => {
  const ago = 'just now'
  show([aRow('T1', { active_at: Date.now() / 1000 })])
  const by = await screen.findByText('quiet-nuc')
  expect(by.className).toBe('one')
  expect(by.textContent).not.toContain(ago)
  expect(by.parentElement?.textContent).toContain(ago)
})

test('threads are shown by latest, hot, featured or unanswered, each with its own words where there are none', async () => {
  const server = show([])
  expect(await screen.findByText('Nothing here yet')).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: 'Unanswered' }))
  expect(await screen.findByText('Everything has an answer')).toBeTruthy()
  expect(server.of('/forum/threads').at(-1)).toMatchObject({ sort: 'unanswered' })
  fireEvent.click(screen.getByRole('tab', { name: 'Latest' }))
})

test('a list that fails says so and is asked again', async () => {
  let isDown = true
  show([], () => (isDown ? { code: 5000, msg: 'down' } : ok({ data: [aRow('T1')], next: '' })))
  const again = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  fireEvent.click(again)
  await waitFor(() => expect(screen.getByText('Thread T1')).toBeTruthy())
})
