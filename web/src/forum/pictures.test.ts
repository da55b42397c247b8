/** Pictures of a draft are there at once, in the order in which they were chosen, and those that are too large are made smaller by themselves. */
import { imageMaxBytes } from '@homeport/contract/forum.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { endSession, startSession } from '../kit/session.ts'
import { aSignIn } from '../kit/test-things.ts'
import { desk, keepDraft, openDesk } from './desk.ts'
import { blankDraft } from './drafts.ts'
import { addPictures, going } from './pictures.ts'

const draftId = 'a-draft-of-tests-2'
const photo = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })
const current = () => desk.get().drafts.find(({ id }) => id === draftId) ?? blankDraft(draftId, 5)
const states = () => current().pictures.map(({ key }) => going.get()[key])

let draw: (image: ImageBitmap | null) => void = () => {}

beforeEach(async () => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  await openDesk()
  keepDraft(blankDraft(draftId, 5))
  vi.stubGlobal(
    'createImageBitmap',
    () =>
      new Promise<ImageBitmap>((resolve, reject) => {
        draw = (image) => (image ? resolve(image) : reject(new Error('no image')))
      }),
  )
  // Nothing gets up: what is shown is what happens before.
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      open() {}
      setRequestHeader() {}
      send() {}
      abort() {}
    },
  )
})
afterEach(() => {
  // They are made smaller one after the other: the next test does not wait for this one's.
  draw(null)
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
  await vi.waitFor(() => expect(states()[0]?.isShrinking).toBe(true))
  draw(null)
  await vi.waitFor(() => expect(states()[0]).toMatchObject({ isShrinking: false, failed: 'Exceed allowed file size' }))
  expect(states()[1]?.failed).not.toBe('Exceed allowed file size')
})

test('spec 5: of more than nine the first nine are taken', async () => {
  const files = Array.from({ length: 11 }, (_, at) => photo(`${at}.jpg`, 10))
  expect(await addPictures(current, files)).toBe('post_images')
  expect(current().pictures).toHaveLength(9)
})
