/** The rows of a long thread on a screen with a layout of its own: what one reads stays where it is when earlier replies come in. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { Reply } from '@homeport/contract/forum.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { setLang } from '../../kit/lang.ts'
import { aReply, aThread, NothingSeen } from '../../testing/posts.ts'
import { serve } from '../../testing/server.ts'
import { ReplyRows } from './reply-rows.tsx'

/** The distance of the list from the top of the page, and the scrolled one: row 60 stands 100 px below the window's top. */
const listTop = 400
const scrolled = 300
/** Each differs from the height that is likely for a row that was not measured. */
const heightOf = (floor: number) => 99 + (floor % 5) * 24
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => aReply(`r${first + at}`, { floor: first + at }))

beforeEach(() => {
  setLang('en')
  serve({})
  vi.stubGlobal('ResizeObserver', NothingSeen)
  vi.stubGlobal('scrollY', scrolled)
  vi.stubGlobal('scrollTo', ({ top = 0 }: ScrollToOptions) => vi.stubGlobal('scrollY', top))
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function height(this: HTMLElement) {
    return heightOf(Number(this.dataset['floor']))
  })
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(100_000)
  vi.spyOn(HTMLOListElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, listTop - scrollY))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('earlier replies that come in while nothing scrolls are measured at once, and the row in view stays where it is', () => {
  const { rerender } = render(view(from(60, 89)))
  const before = topOf(60)
  rerender(view(from(30, 89)))
  expect(document.querySelector('[data-floor="59"]')).not.toBeNull()
  expect(before).toBe(listTop - scrolled)
  expect(topOf(60)).toBe(before)
})

/** On the screen. */
function topOf(floor: number): number {
  const row = document.querySelector<HTMLElement>(`[data-floor="${floor}"]`)
  return listTop + Number(/translateY\((.*)px\)/.exec(row?.style.transform ?? '')?.[1]) - scrollY
}

function view(rows: Reply[]) {
  const reading = { order: 'oldest', ofAuthor: false, from: 0, turn: 1 } as const
  return (
    <QueryClientProvider client={client}>
      <ReplyRows
        rows={rows}
        thread={aThread('T1', { replies: 90 })}
        reading={reading}
        marked={0}
        go={() => {}}
        answer={() => {}}
        onSelect={() => {}}
      />
    </QueryClientProvider>
  )
}

const client = createClient(() => {})
