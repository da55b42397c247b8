/** The post in the editor: its draft, the errors at its fields, and sending. Every change is saved, on this device at once and on the server after a pause. */
import { post, type Thread } from '@homeport/contract/forum.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type RefObject } from 'react'
import { later, now } from '../../kit/time/clock.ts'
import { isFailure } from '../../kit/failure.ts'
import { useText } from '../../kit/lang.ts'
import { back, prepare, redirect } from '../../kit/nav/nav.ts'
import { useObservable } from '../../kit/observable.ts'
import { toast } from '../../ui/toast.tsx'
import { oneThread } from '../base/data.ts'
import { editing, rereadFeeds } from '../base/mutations.ts'
import { paths } from '../base/paths.ts'
import { pathTo } from '../../kit/nav/href.ts'
import { isBlank, saveToServer, toPost } from '../outbox/drafts.ts'
import { dropLocalDraft, localPosts, saveLocalDraft, type LocalDraft } from '../outbox/local-drafts.ts'
import { sendPost } from '../outbox/outbox.ts'
import { editorText } from './editor-text.ts'
import { addPictures, resumeUploads, stopAll } from './pictures.ts'

/** Pause in typing after which the draft is saved to the server. */
const quietMs = 2_000

/** In the order of the screen. */
const fieldNames = ['board_id', 'title', 'content', 'tags'] as const
export type Errors = Partial<Record<(typeof fieldNames)[number] | 'images', string>>

/** `begun`: the initial draft; from the first change on it is in local-drafts.ts. `form`: its first wrong field gets the focus. */
export function usePostForm(begun: LocalDraft, form: RefObject<HTMLFormElement | null>) {
  const words = useText(editorText)
  const client = useQueryClient()
  const draft = useObservable(localPosts).drafts.find(({ id }) => id === begun.id) ?? begun
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState('')
  const edit = useMutation(editing())
  useSaving(begun, draft)

  /** Latest draft: a picture may have come since the last render. */
  const current = () => localPosts.get().drafts.find(({ id }) => id === begun.id) ?? begun

  function change(part: Partial<LocalDraft>) {
    saveLocalDraft({ ...current(), ...part, saved_at: now() })
    const wrong = { ...errors }
    for (const name of fieldNames) if (name in part) delete wrong[name]
    setErrors(wrong)
    setRefusal('')
  }

  async function add(files: readonly File[]) {
    const rule = await addPictures(current, files)
    setErrors((before) => ({ ...before, images: rule }))
    if (rule === '') change({})
  }

  function send() {
    const { id, pictures } = draft
    // Pictures not uploaded yet count too; the outbox uploads them.
    const written = toPost(
      draft,
      pictures.map((one) => one.id || one.key),
    )
    const checked = post.input.safeParse(written)
    if (!checked.success) return showErrors(errorsOf(checked.error.issues))
    if (draft.thread_id === '') {
      stopAll(draft)
      saveLocalDraft(draft)
      sendPost(draft)
      return redirect(pathTo(paths.posted, { id }))
    }
    if (pictures.some((one) => one.id === '')) return setErrors({ images: words.stillUp })
    edit.mutate({ ...written, id: draft.thread_id }, { onSuccess: edited, onError: refuse })
  }

  function showErrors(wrong: Errors) {
    setErrors(wrong)
    const first = fieldNames.map((name) => name in wrong && form.current?.elements.namedItem(name)).find(Boolean)
    if (first instanceof HTMLElement) first.focus()
  }

  function edited(thread: Thread) {
    dropLocalDraft(draft.id)
    client.setQueryData(oneThread(thread.id).queryKey, thread)
    rereadFeeds(client)
    toast(words.edited)
    back(pathTo(paths.thread, { id: thread.id }))
  }

  function refuse(failure: Error) {
    if (isFailure(failure, 'field'))
      showErrors(errorsOf([{ path: [failure.invalid?.field ?? ''], message: failure.invalid?.rule ?? '' }]))
    else if (isFailure(failure, 'code')) setRefusal(failure.message)
  }

  return { draft, errors, refusal, isBusy: edit.isPending, change, add, send }
}

function useSaving(begun: LocalDraft, draft: LocalDraft): void {
  useEffect(() => void resumeUploads(begun), [begun])
  // Prefetches the result page, in case the network goes.
  useEffect(() => prepare(paths.posted), [])
  useEffect(() => {
    if (draft.saved_at <= draft.on_server_at || isBlank(draft)) return
    return later(quietMs, () => void saveToServer(draft))
  }, [draft])
}

type Issue = { path: readonly PropertyKey[]; message: string }

/** The first rule that each field breaks. */
function errorsOf(issues: readonly Issue[]): Errors {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
}
