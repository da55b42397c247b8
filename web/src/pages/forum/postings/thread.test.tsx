/** The thread page for a user and a guest, with a fake server. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Reply, Thread } from '@homeport/contract/forum.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { aBoard, aReply, aRow, aThread, NothingSeen } from '../../../testing/posts.ts'
import { oldestShownAt } from '../../../kit/call/connection.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession, startSession } from '../../../kit/session.ts'
import { ok, serve, type Answer } from '../../../testing/server.ts'
import { aSignIn } from '../../../testing/samples.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen } from './thread.tsx'

/** The spy of this test alone: a failure after the end of the test before is not its own. */
let onFailure = vi.fn()
let visits = 0

function show(thread: Thread, replies: Reply[] = [], more: Record<string, (body: Record<string, string>) => Answer> = {}) {
  const server = serve({
    '/forum/boards': () => ok({ data: [aBoard(5, { name: 'Builds' })] }),
    '/forum/thread': () => ok(thread),
    '/forum/replies': () => ok({ data: replies, next: '', prev: '', total: replies.length }),
    '/forum/read': () => ok(null),
    ...more,
  })
  render(
    <QueryClientProvider client={createClient(onFailure)}>
      <Screen />
      <Toasts />
    </QueryClientProvider>,
  )
  return server
}

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  vi.stubGlobal('ResizeObserver', NothingSeen)
  vi.stubGlobal('IntersectionObserver', NothingSeen)
  vi.stubGlobal('scrollTo', () => {})
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  // Each test needs its own history entry: otherwise the scroll position is restored.
  visits += 1
  history.replaceState({ depth: 0, key: `visit.${visits}` }, '', '#/pages/forum/postings/thread?id=T1')
  startSession(aSignIn)
})
afterEach(() => {
  cleanup()
  endSession()
  onFailure = vi.fn()
})

test('P30: what people write stands as text, marks and links are drawn, nothing of it is HTML', async () => {
  const nasty = '<img src=x onerror=alert(1)> & **bold**\n\n> quoted\n\nsee https://a.example/x.'
  show(aThread('T1', { title: '<b>Title</b>', content: nasty }))
  expect(await screen.findByText('<b>Title</b>')).toBeTruthy()
  expect(screen.getByText(/<img src=x onerror=alert\(1\)> &/)).toBeTruthy()
  expect(screen.getByText('bold').tagName).toBe('B')
  expect(screen.getByText('quoted').closest('blockquote')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'https://a.example/x' })
  expect(link.getAttribute('rel')).toContain('noopener')
})

test('P39: a thread that was read is on its page without a network, with its replies and their age', async () => {
  const client = createClient(onFailure)
  const page = (
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>
  )
  serve({
    '/forum/boards': () => ok({ data: [aBoard(5, { name: 'Builds' })] }),
    '/forum/thread': () => ok(aThread('T1', { title: 'A harbour', replies: 1 })),
    '/forum/replies': () => ok({ data: [aReply('R1', { text: 'first of all' })], next: '', prev: '', total: 1 }),
    '/forum/read': () => ok(null),
  })
  const { unmount } = render(page)
  await screen.findByText('first of all')
  const readAt = Date.now()
  unmount()
  expect(oldestShownAt.get()).toBeNull()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  vi.spyOn(Date, 'now').mockReturnValue(readAt + 3_600_000)
  render(page)
  expect(await screen.findByText('A harbour')).toBeTruthy()
  expect(screen.getByText('first of all')).toBeTruthy()
  await waitFor(() => expect(onFailure).toHaveBeenCalled())
  expect(screen.getByText('first of all')).toBeTruthy()
  expect(oldestShownAt.get()).toBeGreaterThan(0)
  expect(oldestShownAt.get()).toBeLessThanOrEqual(readAt)
})

test('a like shows at once, and goes back where the cloud says no', async () => {
  let answer: (code: number) => void = () => {}
  const thread = aThread('T1', { likes: 3 })
  const gate = new Promise<number>((resolve) => (answer = resolve))
  show(thread)
  const like = await screen.findByRole('button', { name: 'Like, 3 likes' })
  const real = fetch
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) =>
    url.includes('/forum/like') ? new Response(JSON.stringify({ code: await gate, msg: 'No', data: null })) : real(url, request),
  )
  fireEvent.click(like)
  await screen.findByRole('button', { name: 'Like, 4 likes', pressed: true })
  answer(5000)
  await screen.findByRole('button', { name: 'Like, 3 likes', pressed: false })
  expect(onFailure).toHaveBeenCalled()
})

test('spec 6: a guest who likes or answers is asked to sign in, and nothing is sent', async () => {
  endSession()
  const server = show(aThread('T1', { can: { reply: false, edit: false, remove: false, moderate: false } }))
  fireEvent.click(await screen.findByRole('button', { name: /^Like/ }))
  await waitFor(() => expect(onFailure.mock.calls[0]?.[0]).toMatchObject({ kind: 'session' }))
  fireEvent.click(screen.getByRole('button', { name: 'Write a reply' }))
  await waitFor(() => expect(onFailure).toHaveBeenCalledTimes(2))
  expect(server.of('/forum/like')).toEqual([])
})

test('a thread that is gone says so and leads on', async () => {
  show(aThread('T1'), [], { '/forum/thread': () => ({ code: Code.notFound, msg: 'Not found' }) })
  expect(await screen.findByText('Thread not found')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to Explore' })).toBeTruthy()
})

test('a shared link of the other language says so and asks nothing of this one, though a thread of the same number is here', async () => {
  history.replaceState(history.state, '', '#/pages/forum/postings/thread?id=T1&lang=zh')
  const server = show(aThread('T1'))
  expect(await screen.findByText('This thread is in the Chinese forum')).toBeTruthy()
  expect(server.of('/forum/thread')).toEqual([])
})

test('a thread that is not here but in the other language’s forum says so', async () => {
  show(aThread('T1'), [], {
    'en /forum/thread': () => ({ code: Code.notFound, msg: 'Not found' }),
    'zh /forum/thread': () => ok(aThread('T1')),
  })
  expect(await screen.findByText('This thread is in the Chinese forum')).toBeTruthy()
})

test('code that is wider than the screen is reached by the keyboard; each paragraph runs in its own direction', async () => {
  show(aThread('T1', { title: 'مرحبا', content: 'سلام.\n\n```\nnpm start\n```' }))
  expect((await screen.findByText('npm start')).tabIndex).toBe(0)
  for (const text of ['مرحبا', 'سلام.']) expect(screen.getByText(text).closest('[dir=auto]')).toBeTruthy()
})

test('L5: 2,000 lines of quotes are not drawn at once; the rest comes at a tap', async () => {
  const content = `>a\nx\n`.repeat(1_000)
  show(aThread('T1', { content }))
  fireEvent.click(await screen.findByRole('button', { name: 'Show full post' }))
  expect(document.querySelectorAll('blockquote')).toHaveLength(1_000)
  cleanup()
  show(aThread('T1', { content }))
  await screen.findByRole('button', { name: 'Show full post' })
  expect(document.querySelectorAll('.rich-text-text *').length).toBeLessThan(1_500)
})

test('where only the author is read and has not replied, nobody is asked to speak', async () => {
  show(aThread('T1', { replies: 0 }))
  expect(await screen.findByText('No replies yet. Be the first.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Only author’s posts' }))
  expect(await screen.findByText('The author hasn’t replied yet.')).toBeTruthy()
})

test.each([
  ['en', 'Only the author and the person who replied can see a reply.'],
  ['zh', '本帖的回复仅楼主和回复者本人可见。'],
] as const)('P17 (%s): a thread whose replies only the author reads says so, and no other does', async (lang, words) => {
  setLang(lang)
  startSession(aSignIn)
  const options = { reverse: false, author_only: true, notify: true }
  show(aThread('T1', { options }))
  expect(await screen.findByText(words)).toBeTruthy()
  cleanup()
  show(aThread('T1', { title: 'Open to all' }))
  await screen.findByText('Open to all')
  expect(screen.queryByText(words)).toBe(null)
})

test('who goes to a floor is not told that they stopped there', async () => {
  show(aThread('T1', { replies: 400 }), [], {
    '/forum/replies': ({ floor }) =>
      ok({
        data: [aReply(`R${floor}`, { floor: Number(floor) || 1 })],
        next: 'on',
        prev: floor === '0' ? '' : 'before',
        total: 400,
      }),
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Go to reply/ }))
  fireEvent.click(await screen.findByRole('button', { name: '#200' }))
  expect(await screen.findByRole('button', { name: 'Earlier replies' })).toBeTruthy()
  expect(screen.queryByText(/^Continued from/)).toBe(null)
})

test('E65: from anywhere in a long thread one goes to where one stopped, or to its last reply', async () => {
  show(aThread('T1', { replies: 400, read_floor: 250 }), [], {
    '/forum/replies': ({ floor }) =>
      ok({ data: [aReply(`R${floor}`, { floor: Number(floor) || 1 })], next: '', prev: '', total: 400 }),
  })
  for (const [name, reply] of [
    ['Last reply (#400)', 'Reply R400'],
    ['Where I stopped (#250)', 'Reply R250'],
  ] as const) {
    fireEvent.click(await screen.findByRole('button', { name: /^Go to reply/ }))
    expect(screen.queryByText(reply)).toBe(null)
    fireEvent.click(await screen.findByRole('button', { name }))
    expect(await screen.findByText(reply)).toBeTruthy()
  }
})

test('Copy in ··· takes the words of the reply, as they were written, and says so', async () => {
  let copied = ''
  document.execCommand = () => {
    copied = document.querySelector<HTMLTextAreaElement>('textarea[readonly]')?.value ?? ''
    return true
  }
  show(aThread('T1', { replies: 1 }), [aReply('12-1', { text: 'see **this**' })])
  fireEvent.click(await screen.findByRole('button', { name: /^More options for/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Copy text' }))
  expect(copied).toBe('see **this**')
  expect(await screen.findByText('Copied')).toBeTruthy()
})

test('D58: on a wide window the thread has the others of its board beside it, not itself', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  const server = show(aThread('T1', { title: 'Itself' }), [], {
    '/forum/threads': () => ok({ data: [aRow('T1', { title: 'Itself' }), aRow('T2', { title: 'Rubber pins' })], next: '' }),
  })
  const heading = await screen.findByRole('heading', { name: 'In this board' })
  const links = within(heading.closest('.card-card') ?? document.body).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Rubber pins', '#/pages/forum/postings/thread?id=T2'],
  ])
  expect(server.of('/forum/threads')[0]).toMatchObject({ board_id: '5' })
})

test.each([
  { where: 'beyond what is shown', floor: 2, top: 2_000, leads: true },
  { where: 'behind the foot', floor: 3, top: 700, leads: true },
  { where: 'in sight', floor: 4, top: 400, leads: false },
])('E66: the word that a reply was posted leads to it only where it is not seen: $where', async ({ floor, top, leads }) => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.getAttribute('data-floor') === String(floor)) return new DOMRect(0, top, 390, 100)
    if (this.classList.contains('thread-foot-foot')) return new DOMRect(0, 740, 390, 60)
    return this.classList.contains('bars-navbar') ? new DOMRect(0, 0, 390, 52) : new DOMRect(0, 0, 0, 0)
  })
  show(aThread('T1', { replies: 1 }), [aReply('12-1')], {
    '/forum/reply': () => ok(aReply(`12-${floor}`, { floor, text: 'Thanks' })),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Write a reply' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Write a reply' }), { target: { value: 'Thanks' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  const toast = await screen.findByText(new RegExp(`^Reply posted \\(#${floor}\\)`))
  const ways = within(toast).queryAllByRole('link', { name: 'Show' })
  expect(ways.map((link) => link.getAttribute('href'))).toEqual(
    leads ? [`#/pages/forum/postings/postdetails?id=T1&floor=${floor}`] : [],
  )
})

test('who read to the middle of a long thread begins there, and can go to the beginning', async () => {
  const server = show(aThread('T1', { replies: 400, read_floor: 120 }), [aReply('R120', { floor: 120 })], {
    '/forum/replies': ({ floor }) =>
      ok({
        data: [aReply(`R${floor}`, { floor: Number(floor) || 1 })],
        next: '',
        prev: floor === '120' ? 'before' : '',
        total: 400,
      }),
  })
  expect(await screen.findByText('Continued from #120')).toBeTruthy()
  expect(server.of('/forum/replies')[0]).toMatchObject({ floor: '120', order: 'oldest' })
  fireEvent.click(screen.getByRole('button', { name: 'Start from the beginning' }))
  await waitFor(() => expect(server.of('/forum/replies').at(-1)).toMatchObject({ floor: '0', cursor: '' }))
})

test('the order of the thread is the one that its author chose, and a reader can turn it', async () => {
  const options = { reverse: true, author_only: false, notify: true }
  const server = show(aThread('T1', { replies: 2, options }), [aReply('R2', { floor: 2 })])
  fireEvent.click(await screen.findByRole('button', { name: 'Newest first' }))
  await waitFor(() => expect(server.of('/forum/replies').map(({ order }) => order)).toEqual(['newest', 'oldest']))
})

test('who comes back to a thread finds the order and the floor that they had gone to', async () => {
  const page = ({ floor }: Record<string, string>) =>
    ok({ data: [aReply(`R${floor}`, { floor: Number(floor) || 1 })], next: 'on', prev: '', total: 400 })
  const first = show(aThread('T1', { replies: 400 }), [], { '/forum/replies': page })
  fireEvent.click(await screen.findByRole('button', { name: 'Oldest first' }))
  await waitFor(() => expect(first.of('/forum/replies').at(-1)).toMatchObject({ order: 'newest' }))
  cleanup()
  const again = show(aThread('T1', { replies: 400, read_floor: 120 }), [], { '/forum/replies': page })
  await screen.findByRole('button', { name: 'Newest first' })
  expect(again.of('/forum/replies').every(({ floor }) => floor === '0')).toBe(true)
})
