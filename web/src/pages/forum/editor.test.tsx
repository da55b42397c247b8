/** The editor page: the spec's rules as messages at their fields, drafts that survive a reload, no duplicate posts. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { localPosts } from '../../forum/outbox/local-drafts.ts'
import { uploads, shrunk } from '../../forum/editor/pictures.ts'
import { historySettled } from '../../testing/history.ts'
import { aBoard, NothingSeen } from '../../testing/posts.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, startSession } from '../../kit/session.ts'
import { ok, pageOf, serve } from '../../testing/server.ts'
import { aSignIn } from '../../testing/samples.ts'
import { Screen } from './editor.tsx'

const draftId = 'a-draft-of-tests-1'

function show() {
  const server = serve({
    '/forum/boards': () => ok({ data: [aBoard(5, { name: 'Builds' }), aBoard(6, { name: 'News', is_closed: true })] }),
    '/forum/drafts': () => pageOf([]),
  })
  const shown = render(
    <QueryClientProvider client={createClient(() => {})}>
      <Screen />
    </QueryClientProvider>,
  )
  return { server, ...shown }
}

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  vi.stubGlobal('ResizeObserver', NothingSeen)
  vi.stubGlobal('scrollTo', () => {})
  startSession(aSignIn)
  location.hash = `#/pages/forum/editor?draft=${draftId}`
})
afterEach(async () => {
  cleanup()
  endSession()
  await historySettled()
})

const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })

test.each([
  ['en', 'Title', 'Content', 'Tags', 'Post', ['Your post needs a board', 'Add a title', 'Write something first']],
  ['zh', '标题', '正文', '标签', '发布', ['请选择版块', '请输入标题', '请输入内容']],
] as const)('spec 5 (%s): title, category and content are required, and so many labels and letters are taken', async (...row) => {
  const [lang, title, content, labels, post, empty] = row
  setLang(lang)
  startSession(aSignIn)
  show()
  await screen.findByLabelText(title)
  fireEvent.click(screen.getByRole('button', { name: post }))
  for (const words of empty) expect(screen.getByText(words)).toBeTruthy()
  act(() => {
    type(title, 'x'.repeat(81))
    type(content, 'y')
    type(labels, 'a b c d e f')
  })
  fireEvent.click(screen.getByRole('button', { name: post }))
  expect(screen.getByText(/80/, { selector: '[role=alert] span' })).toBeTruthy()
  expect(screen.getByText(/5/, { selector: '[role=alert] span' })).toBeTruthy()
  expect(screen.queryByText(empty[2])).toBeNull()
})

test('what is typed stands again after the page was left, without a server', async () => {
  const { unmount } = show()
  await screen.findByLabelText('Title')
  act(() => {
    type('Title', 'Rubber pins')
    type('Content', 'or screws')
  })
  unmount()
  show()
  await waitFor(() => expect(screen.getByLabelText('Title')).toMatchObject({ value: 'Rubber pins' }))
  expect(screen.getByLabelText('Content')).toMatchObject({ value: 'or screws' })
  expect(localPosts.get().drafts).toHaveLength(1)
})

test.each([
  ['en', 'Title', 'Content', /^Draft saved \d\d:\d\d$/],
  ['zh', '标题', '正文', /^草稿已保存 \d\d:\d\d$/],
] as const)(
  'B30 (%s): the empty field asks in plain words, and what is kept has one word, here or on the server',
  async (...row) => {
    const [lang, title, content, saved] = row
    setLang(lang)
    startSession(aSignIn)
    show()
    const field = await screen.findByLabelText(content)
    expect(field.getAttribute('placeholder')).toMatch(/^[^*`>#[\]]+$/)
    act(() => {
      type(title, 'Rubber pins')
    })
    const localDraft = (await screen.findByText(saved)).textContent
    act(() =>
      localPosts.set({
        ...localPosts.get(),
        drafts: localPosts.get().drafts.map((one) => ({ ...one, on_server_at: one.saved_at })),
      }),
    )
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(localDraft)
    expect(screen.queryAllByText(/this device|本机/)).toEqual([])
  },
)

test.each([
  ['en', 'Title', 'Replies visible only to me'],
  ['zh', '标题', '回复仅作者可见'],
] as const)(
  'P17 (%s): that only the author reads the replies is chosen by its switch, and kept with the draft',
  async (...row) => {
    const [lang, title, authorOnly] = row
    setLang(lang)
    startSession(aSignIn)
    show()
    await screen.findByLabelText(title)
    act(() => {
      type(title, 'Sealed')
    })
    const chosen = () => localPosts.get().drafts.map(({ options }) => options.author_only)
    expect(chosen()).toEqual([false])
    fireEvent.click(screen.getByText(authorOnly))
    expect(chosen()).toEqual([true])
  },
)

test('an emoji comes in where the caret is, eight stand in a row', async () => {
  show()
  await screen.findByLabelText('Title')
  fireEvent.click(screen.getByRole('button', { name: 'Emoji' }))
  fireEvent.click(screen.getByRole('button', { name: '🎬' }))
  expect(screen.getByLabelText('Content')).toMatchObject({ value: '🎬' })
})

test('P44: Back closes the emoji first, and the words stay', async () => {
  const { unmount } = show()
  await screen.findByLabelText('Content')
  act(() => {
    type('Content', 'Half a sentence')
  })
  await historySettled()
  fireEvent.click(screen.getByRole('button', { name: 'Emoji' }))
  await screen.findByRole('group', { name: 'Emoji' })
  await waitFor(() => expect(history.state).toMatchObject({ layer: 1 }))
  act(() => history.back())
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Emoji' })).toBeNull())
  expect(location.hash).toContain('#/pages/forum/editor')
  expect(screen.getByLabelText('Content')).toMatchObject({ value: 'Half a sentence' })
  unmount()
})

test('an editor without a draft in its address gets one, so that a reload finds it', async () => {
  location.hash = '#/pages/forum/editor?board=5'
  show()
  await screen.findByLabelText('Title')
  expect(location.hash).toMatch(/draft=[0-9a-f]{32}&board=5$/)
  expect(await screen.findByText(/Builds/)).toBeTruthy()
})

test('E64: of large pictures that were made smaller without a question it says the new size of each', async () => {
  show()
  await screen.findByLabelText('Title')
  type('Title', 'Pins')
  const picture = { id: 'p', width: 0, height: 0 }
  const pictures = ['a', 'b', 'c'].map((key) => ({ ...picture, key }))
  act(() => {
    localPosts.set({ ...localPosts.get(), drafts: localPosts.get().drafts.map((one) => ({ ...one, pictures })) })
    shrunk.set({ a: 640_000, c: 1_240_000 })
  })
  expect(await screen.findByText('Made smaller: image 1 (640 KB), image 3 (1.24 MB)', { selector: '[role=status]' })).toBeTruthy()
})

test('a picture that did not get up says why below; one that is refused is not tried again, and either can be left out', async () => {
  show()
  await screen.findByLabelText('Title')
  type('Title', 'Pins')
  const picture = { id: '', width: 0, height: 0 }
  const pictures = ['a', 'b'].map((key) => ({ ...picture, key }))
  const way = { isShrinking: false, percent: 0, stop: () => {} }
  act(() => {
    localPosts.set({ ...localPosts.get(), drafts: localPosts.get().drafts.map((one) => ({ ...one, pictures })) })
    uploads.set({
      a: { ...way, failed: { why: 'Not a picture', canRetry: false } },
      b: { ...way, failed: { why: 'Upload timed out, please try again', canRetry: true } },
    })
  })
  expect(screen.getByText('Image 1: Not a picture', { selector: '[role=alert] *' })).toBeTruthy()
  const late = screen.getByText('Image 2: Upload timed out, please try again', { selector: '[role=alert] *' })
  expect(screen.getAllByRole('button', { name: /Retry/ }).map((one) => one.textContent)).toEqual(['Retry'])
  const acts = within(late.closest('.picture-list-failed') ?? document.body)
  expect(acts.getAllByRole('button').map((one) => one.textContent)).toEqual(['Retry', 'Remove'])
  fireEvent.click(acts.getByRole('button', { name: 'Remove image 2' }))
  expect(localPosts.get().drafts[0]?.pictures.map(({ key }) => key)).toEqual(['a'])
  expect(screen.queryByText(/Upload timed out/)).toBe(null)
})
