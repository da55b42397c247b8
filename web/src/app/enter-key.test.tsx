/** Enter that takes a word of an input method sends nothing, in whichever order the browser tells it. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TagField } from '../forum/editor/tag-field.tsx'
import { openLocalPosts } from '../forum/outbox/local-drafts.ts'
import { ReplySheet } from '../forum/thread/reply-sheet.tsx'
import { setLang } from '../kit/lang.ts'
import { endSession, startSession } from '../kit/session.ts'
import { Composer } from '../message/composer.tsx'
import { Chooser } from '../place/chooser.tsx'
import { TypeSheet } from '../playback/remote/type-sheet.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { createClient } from './client.ts'
import { aThread, NothingSeen } from '../testing/posts.ts'
import { aSignIn } from '../testing/samples.ts'
import { serve } from '../testing/server.ts'

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  vi.stubGlobal('ResizeObserver', NothingSeen)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  serve({})
  startSession(aSignIn)
})
afterEach(() => {
  cleanup()
  endSession()
})

function Tags({ tell }: { tell: () => void }) {
  const [typed, setTyped] = useState('ni hao')
  const change = (next: string) => {
    setTyped(next)
    tell()
  }
  return <TagField typed={typed} onChange={change} />
}

/** Shows a field, and says how often it acted. */
const fields: Record<string, () => Promise<() => number> | (() => number)> = {
  'the tags': () => {
    const tell = vi.fn()
    render(<Tags tell={tell} />)
    return () => tell.mock.calls.length
  },
  'a message': () => {
    render(<Composer to="2" />)
    // An empty message is refused at the field.
    return () => screen.queryAllByRole('alert').length
  },
  'text for the TV': () => {
    const close = vi.fn()
    render(<TypeSheet isOpen onClose={close} />)
    return () => close.mock.calls.length
  },
  'a reply': async () => {
    await openLocalPosts()
    const close = vi.fn()
    render(<ReplySheet thread={aThread('12')} answering={{ to: null, quote: null }} onClose={close} />)
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'ni hao' } })
    return () => close.mock.calls.length
  },
}

const ends = {
  'while the word is composed': { isComposing: true, keyCode: 13 },
  'after the word, as in Safari': { isComposing: false, keyCode: 229 },
  'with both': { isComposing: true, keyCode: 229 },
}

for (const [name, show] of Object.entries(fields)) {
  test.each(Object.entries(ends))(`${name}: an Enter %s does nothing, the next one acts`, async (_, end) => {
    const acted = await show()
    const field = await screen.findByRole(name === 'text for the TV' ? 'searchbox' : 'textbox')
    const command = { key: 'Enter', ctrlKey: name === 'a reply' }
    fireEvent.compositionStart(field)
    fireEvent.compositionEnd(field)
    fireEvent.keyDown(field, { ...command, ...end })
    fireEvent.keyDown(field, { ...command, ...end, ctrlKey: true })
    expect(acted()).toBe(0)
    fireEvent.keyDown(field, { ...command, keyCode: 13 })
    expect(acted()).toBe(1)
  })
}

test('the search for a place: an Enter of an input method keeps what is typed', async () => {
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <Chooser from={null} take={() => {}} />
    </QueryClientProvider>,
  )
  const field = screen.getByRole('searchbox')
  fireEvent.change(field, { target: { value: 'Berlin' } })
  await screen.findByRole('button', { name: /^Berlin/ }, { timeout: 10_000 })
  for (const end of Object.values(ends)) fireEvent.keyDown(field, { key: 'Enter', ...end })
  expect(field).toHaveProperty('value', 'Berlin')
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(field).toHaveProperty('value', '')
})
