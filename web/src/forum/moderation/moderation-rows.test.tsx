/** Each moderator action is confirmed in its own words; only destructive ones are red. */
import { moderations } from '@homeport/contract/forum.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../app/client.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, startSession } from '../../kit/session.ts'
import { ok, serve } from '../../testing/server.ts'
import { aSignIn } from '../../testing/samples.ts'
import { Toasts } from '../../ui/toast.tsx'
import { ModerationRows } from './moderation-rows.tsx'
import { moderationText } from './moderation-text.ts'
import { aPerson, aRow } from '../../testing/posts.ts'

function show(more: Parameters<typeof aRow>[1] = {}) {
  serve({ '/forum/moderate': () => ok(null) })
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <ModerationRows thing={{ id: 'T1', type: 'thread' }} thread={aRow('T1', more)} author={aPerson} done={() => {}} />
      <Toasts />
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
})
afterEach(() => {
  cleanup()
  endSession()
})

test.each([
  [{ is_featured: true }, 'Remove from featured', 'Removed from featured'],
  [{}, 'Pin', 'Pinned'],
  [{ is_locked: true }, 'Unlock', 'Unlocked'],
  [{}, 'Hide', 'Hidden'],
] as const)('C48: %j, %s: it says “%s”', async (more, label, text) => {
  show(more)
  fireEvent.click(screen.getByRole('button', { name: label }))
  expect(await screen.findByText(text)).toBeTruthy()
})

test('C48: hiding is red, locking is not', () => {
  show()
  expect(screen.getByRole('button', { name: 'Hide' }).className).toContain('danger')
  expect(screen.getByRole('button', { name: 'Lock' }).className).not.toContain('danger')
})

test.each(['en', 'zh'] as const)('no two acts say the same word (%s)', (lang) => {
  const words = moderationText[lang]
  for (const list of [words.does, words.did]) expect(new Set(moderations.map((what) => list[what])).size).toBe(moderations.length)
})
