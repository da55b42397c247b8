/** Pictures of a draft appear at once, in the chosen order; too large ones are shrunk automatically. */
import { imageMaxBytes } from '@homeport/contract/forum.ts'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { endSession, startSession } from '../../kit/session.ts'
import { aSignIn } from '../../testing/samples.ts'
import { localPosts, saveLocalDraft, openLocalPosts } from '../outbox/local-drafts.ts'
import { blankDraft } from '../outbox/drafts.ts'
import { addPictures, uploads, shrunk, removePicture } from './pictures.ts'

const draftId = 'a-draft-of-tests-2'
const photo = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })
const current = () => localPosts.get().drafts.find(({ id }) => id === draftId) ?? blankDraft(draftId, 5)
const states = () => current().pictures.map(({ key }) => uploads.get()[key])

const notAsked = () => {}
let draw: (image: ImageBitmap | null) => void = notAsked
/** Results of the fake uploads; pending until a test sets them. */
let sent: EventTarget[] = []

beforeEach(async () => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  await openLocalPosts()
  saveLocalDraft(blankDraft(draftId, 5))
  vi.stubGlobal(
    'createImageBitmap',
    () =>
      new Promise<ImageBitmap>((resolve, reject) => {
        draw = (image) => (image ? resolve(image) : reject(new Error('no image')))
      }),
  )
  // No upload completes: the tests see the state before.
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget()
      open() {}
      setRequestHeader() {}
      send() {
        sent.push(this)
      }
      abort() {}
    },
  )
})
afterEach(() => {
  // Pictures are shrunk in series: the next test must not wait for this one's, nor for those of it that have not had their turn.
  draw(null)
  draw = notAsked
  sent = []
  endSession()
  vi.unstubAllGlobals()
})

test('A19, E64: of three photos, two of them too large, all have their tile at once, in their order, and nobody is asked', async () => {
  const files = [photo('a.jpg', imageMaxBytes + 1), photo('b.jpg', 1_000), photo('c.jpg', imageMaxBytes + 2)]
  expect(await addPictures(current, files)).toBe('')
  expect(current().pictures).toHaveLength(3)
  expect(states().map((state) => state?.isShrinking)).toEqual([true, false, true])
  expect(document.querySelector('[role=alertdialog]')).toBe(null)
})

test('one that cannot be made smaller says why at its tile; the others go on', async () => {
  await addPictures(current, [photo('a.jpg', imageMaxBytes + 1), photo('b.jpg', 1_000)])
  await waitFor(() => expect(states()[0]?.isShrinking).toBe(true))
  draw(null)
  await waitFor(() => expect(states()[0]).toMatchObject({ isShrinking: false, failed: { why: 'This file is too large' } }))
  expect(states()[1]?.failed).toBe(null)
})

test.each([
  ['timeout', 'en', 'The upload took too long. Try again.\nUpload timed out, please try again'],
  ['timeout', 'zh', '上传超时，请重试'],
  ['error', 'en', 'Couldn’t upload. Try again.\nUpload failed, please try again'],
] as const)(
  'spec 8: a picture whose upload ends in %s (%s) says so, can be tried again, and can be left out',
  async (event, lang, why) => {
    setLang(lang)
    startSession(aSignIn)
    await openLocalPosts()
    saveLocalDraft(blankDraft(draftId, 5))
    await addPictures(current, [photo('a.jpg', 10)])
    await waitFor(() => expect(sent).toHaveLength(1))
    sent[0]?.dispatchEvent(new Event(event))
    await waitFor(() => expect(states()[0]?.failed).toEqual({ why, canRetry: true }))
    removePicture(draftId, current().pictures[0]?.key ?? '')
    expect(current().pictures).toEqual([])
    expect(uploads.get()).toEqual({})
  },
)

test('E64: one that was made smaller says how large it is now, until it is taken out', async () => {
  const small = new Blob([new Uint8Array(640_000)], { type: 'image/jpeg' })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(new Proxy({}, { get: () => () => {} }) as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(small))
  await addPictures(current, [photo('a.jpg', 10), photo('b.jpg', imageMaxBytes + 1)])
  await waitFor(() => expect(draw).not.toBe(notAsked))
  draw({ width: 4_000, height: 3_000, close: () => {} })
  const key = current().pictures[1]?.key ?? ''
  await waitFor(() => expect(shrunk.get()).toEqual({ [key]: 640_000 }))
  removePicture(draftId, key)
  expect(shrunk.get()).toEqual({})
})

test('spec 5: of more than nine the first nine are taken', async () => {
  const files = Array.from({ length: 11 }, (_, at) => photo(`${at}.jpg`, 10))
  expect(await addPictures(current, files)).toBe('post_images')
  expect(current().pictures).toHaveLength(9)
})
