/** Drafts on this device and on the server, merged. */
import { drafts as draftsCall, dropDraft, saveDraft, type Draft, type Thread } from '@homeport/contract/forum.ts'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../kit/ask.ts'
import { keyOf } from '../base/data.ts'
import { localPosts, dropLocalDraft, saveLocalDraft, type LocalDraft } from './local-drafts.ts'

const options = { reverse: false, author_only: false, notify: true }

export const serverDrafts = () =>
  queryOptions({
    queryKey: keyOf('drafts'),
    queryFn: ({ signal }) => ask(draftsCall, {}, { signal }),
    select: ({ data }) => data,
    meta: { isSaved: true, isQuiet: true },
  })

export function blankDraft(id: string, boardId: number): LocalDraft {
  const text = { title: '', content: '', tags: '' }
  return { id, thread_id: '', board_id: boardId, ...text, pictures: [], options, place: null, saved_at: 0, on_server_at: 0 }
}

export function draftOfThread(
  id: string,
  { id: thread_id, board_id, title, content, tags, images, options: chosen, place }: Thread,
): LocalDraft {
  const pictures = images.map((one) => ({ key: one.id, ...one }))
  return {
    id,
    thread_id,
    board_id,
    title,
    content,
    tags: tags.join(' '),
    pictures,
    options: chosen,
    place,
    saved_at: 0,
    on_server_at: 0,
  }
}

export function draftOfServer({ images, saved_at, ...rest }: Draft): LocalDraft {
  const at = saved_at * 1000
  return { ...rest, pictures: images.map((one) => ({ key: one.id, ...one })), saved_at: at, on_server_at: at }
}

export function isBlank({ title, content, tags, pictures }: LocalDraft): boolean {
  return title.trim() === '' && content.trim() === '' && tags.trim() === '' && pictures.length === 0
}

/** Merges both lists, newest first: an unsent local change wins, else the server's version. */
export function mergeDrafts(here: readonly LocalDraft[], there: readonly Draft[]): LocalDraft[] {
  const known = new Map(here.map((one) => [one.id, one]))
  for (const one of there.map(draftOfServer)) {
    const mine = known.get(one.id)
    if (!mine || mine.saved_at <= mine.on_server_at) known.set(one.id, one)
  }
  return [...known.values()].sort((one, other) => other.saved_at - one.saved_at)
}

/** Quiet: the draft is saved locally whether the cloud answers or not. */
export async function saveToServer(draft: LocalDraft): Promise<void> {
  const { id, thread_id, board_id, title, content, tags, options: chosen, place, pictures } = draft
  const images = pictures.flatMap((one) => (one.id === '' ? [] : [one.id]))
  try {
    await ask(saveDraft, { id, thread_id, board_id, title, content, tags, images, options: chosen, place })
  } catch {
    return
  }
  const current = localPosts.get().drafts.find((one) => one.id === id)
  // Changes made since are not on the server yet.
  if (current) saveLocalDraft({ ...current, on_server_at: draft.saved_at })
}

/** Locally and on the server. */
export async function discardDraft(id: string): Promise<void> {
  dropLocalDraft(id)
  await ask(dropDraft, { id }).catch(() => null)
}
