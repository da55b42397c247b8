/** Pictures of a draft: choosing, shrinking, uploading with progress, moving, removing. */
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { imageMaxBytes, maxImages, uploadPicture } from '@homeport/contract/forum.ts'
import { specText } from '@homeport/contract/shape/field/spec-text.ts'
import { wordsOf, type Rule } from '@homeport/contract/shape/field/rule-messages.ts'
import { observable } from '../../kit/observable.ts'
import { isFailure } from '../../kit/failure.ts'
import { failureText } from '../../kit/text/failure-text.ts'
import { newId } from '../../kit/id.ts'
import { lang } from '../../kit/lang.ts'
import { onSessionEnd } from '../../kit/session.ts'
import { sendFile } from '../../kit/call/upload.ts'
import {
  localPosts,
  dropDraftPicture,
  saveLocalDraft,
  saveDraftPicture,
  pictureBytes,
  type LocalDraft,
} from '../outbox/local-drafts.ts'
import { dropMark, moveMarks } from './image-marks.ts'
import { shrinkPicture } from '../../shared/shrink-picture.ts'

/** isShrinking before the upload, then percent; failed: the reason, and whether a retry may help. */
type UploadState = { isShrinking: boolean; percent: number; failed: Failed | null; stop: () => void }
type Failed = { why: string; canRetry: boolean }

/** By picture key; a picture without an entry is uploaded, or waits for the outbox. */
export const uploads = observable<Readonly<Record<string, UploadState>>>({})

/** New size in bytes of pictures shrunk in this visit, by picture key. */
export const shrunk = observable<Readonly<Record<string, number>>>({})

onSessionEnd(() => {
  for (const { stop } of Object.values(uploads.get())) stop()
  uploads.set({})
  shrunk.set({})
})

/** The first broken rule; '' if all files are accepted. */
export async function addPictures(draft: () => LocalDraft, files: readonly File[]): Promise<Rule | ''> {
  let rule: Rule | '' = files.some(({ type }) => !type.startsWith('image/')) ? 'image' : ''
  const pictures = files.filter(({ type }) => type.startsWith('image/'))
  const space = maxImages - draft().pictures.length
  if (pictures.length > space) rule = 'post_images'
  const chosen = pictures.slice(0, space).map((bytes) => ({ key: newId(), bytes }))
  await Promise.all(chosen.map(({ key, bytes }) => saveDraftPicture(key, bytes)))
  const now = draft()
  const added = chosen.map(({ key }) => ({ key, id: '', width: 0, height: 0 }))
  saveLocalDraft({ ...now, pictures: [...now.pictures, ...added].slice(0, maxImages) })
  for (const { key, bytes } of chosen) void bringUp(now.id, key, bytes)
  return rule
}

/** Resumes unfinished uploads of an opened draft. */
export async function resumeUploads(draft: LocalDraft): Promise<void> {
  for (const { key, id } of draft.pictures) if (id === '' && !uploads.get()[key]) await retryUpload(draft.id, key)
}

export async function retryUpload(draftId: string, key: string): Promise<void> {
  const bytes = await pictureBytes(key)
  if (bytes) await bringUp(draftId, key, bytes)
}

async function bringUp(draftId: string, key: string, bytes: Blob): Promise<void> {
  const before = uploads.get()[key]
  if (before && before.failed === null) return
  const stopper = new AbortController()
  const show = (part: Partial<UploadState>) =>
    uploads.set({
      ...uploads.get(),
      [key]: { isShrinking: false, percent: 0, failed: null, stop: () => stopper.abort(), ...part },
    })
  show({ isShrinking: bytes.size > imageMaxBytes })
  try {
    const small = await oneAtATime(() => shrinkPicture(bytes, imageMaxBytes))
    if (stopper.signal.aborted) return forget(key)
    if (!small) return show({ failed: { why: wordsOf('images_size', lang.get()), canRetry: false } })
    if (small !== bytes) {
      await saveDraftPicture(key, small)
      shrunk.set({ ...shrunk.get(), [key]: small.size })
    }
    show({})
    const picture = await sendFile(uploadPicture, small, { onProgress: (percent) => show({ percent }), signal: stopper.signal })
    forget(key)
    dropDraftPicture(key)
    changeDraft(draftId, ({ pictures }) => ({ pictures: pictures.map((one) => (one.key === key ? { key, ...picture } : one)) }))
  } catch (error) {
    if (stopper.signal.aborted) return forget(key)
    show({ failed: failedBy(error) })
  }
}

/** Spec 8. A refusal by the server is final. */
function failedBy(error: unknown): Failed {
  if (!isFailure(error)) return { why: specText[lang.get()].uploadFailed, canRetry: true }
  return { why: failureText(error), canRetry: error.kind !== 'field' && error.kind !== 'code' }
}

/** One large photo at a time is in memory. */
const oneAtATime = createOneAtATime()

/** The outbox takes over unfinished uploads. */
export function stopAll(draft: LocalDraft): void {
  for (const { key } of draft.pictures) uploads.get()[key]?.stop()
}

export function removePicture(draftId: string, key: string): void {
  uploads.get()[key]?.stop()
  forget(key)
  dropDraftPicture(key)
  const { [key]: _, ...others } = shrunk.get()
  shrunk.set(others)
  changeDraft(draftId, ({ pictures, content }) => {
    const at = pictures.findIndex((one) => one.key === key)
    return at < 0 ? {} : { pictures: pictures.filter((one) => one.key !== key), content: dropMark(content, at) }
  })
}

/** Moves a picture to another index, from 0; the others shift. */
export function movePicture(draftId: string, key: string, to: number): void {
  changeDraft(draftId, ({ pictures, content }) => {
    const from = pictures.findIndex((one) => one.key === key)
    const one = pictures[from]
    if (!one || to < 0 || to >= pictures.length) return {}
    return { pictures: pictures.toSpliced(from, 1).toSpliced(to, 0, one), content: moveMarks(content, from, to) }
  })
}

function changeDraft(draftId: string, turn: (draft: LocalDraft) => Partial<LocalDraft>): void {
  const draft = localPosts.get().drafts.find(({ id }) => id === draftId)
  // The next autosave sends it to the server.
  if (draft) saveLocalDraft({ ...draft, ...turn(draft), on_server_at: 0 })
}

function forget(key: string): void {
  const { [key]: _, ...others } = uploads.get()
  uploads.set(others)
}
