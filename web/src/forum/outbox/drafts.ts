/** Drafts on this device and on the server, merged. */
import {
  blankDetails,
  drafts as draftsCall,
  dropDraft,
  type post,
  PostDetails,
  saveDraft,
  type Draft,
  type Thread,
} from '@homeport/contract/forum.ts'
import type { In } from '@homeport/contract/kit/operation.ts'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ask } from '../../kit/call/http.ts'
import { keyOf } from '../base/data.ts'
import { tagsOf } from '../base/tags.ts'
import { localPosts, dropLocalDraft, saveLocalDraft, type LocalDraft } from './local-drafts.ts'

export const serverDrafts = () =>
  queryOptions({
    queryKey: keyOf('drafts'),
    queryFn: ({ signal }) => ask(draftsCall, {}, { signal }),
    select: ({ data }) => data,
    meta: { isSaved: true, isQuiet: true },
  })

export function blankDraft(id: string, boardId: number): LocalDraft {
  const typed = { title: '', content: '', tags: '' }
  return { id, thread_id: '', board_id: boardId, ...typed, pictures: [], ...blankDetails, saved_at: 0, on_server_at: 0 }
}

export function draftOfThread(id: string, thread: Thread): LocalDraft {
  const { id: thread_id, board_id, title, content, tags, images } = thread
  const pictures = images.map((one) => ({ key: one.id, ...one }))
  const typed = { title, content, tags: tags.join(' ') }
  return { id, thread_id, board_id, ...typed, pictures, ...z.parse(PostDetails, thread), saved_at: 0, on_server_at: 0 }
}

/** A draft as `post` takes it, under the draft's own id. images: ids of its pictures. */
export function toPost(draft: LocalDraft, images: string[]): In<typeof post.input> {
  const { id, board_id, title, content, tags } = draft
  return { id, board_id, title, content, tags: tagsOf(tags), images, ...z.parse(PostDetails, draft) }
}

export function draftOfServer({ images, saved_at, ...rest }: Draft): LocalDraft {
  const at = saved_at * 1000
  return { ...rest, pictures: images.map((one) => ({ key: one.id, ...one })), saved_at: at, on_server_at: at }
}

export function isBlank({ title, content, tags, pictures }: LocalDraft): boolean {
  return title.trim() === '' && content.trim() === '' && tags.trim() === '' && pictures.length === 0
}

/** Merges both lists, newest first: an unsent local change wins, else the server's version. */
export function mergeDrafts(local: readonly LocalDraft[], remote: readonly Draft[]): LocalDraft[] {
  const existing = new Map(local.map((one) => [one.id, one]))
  for (const one of remote.map(draftOfServer)) {
    const own = existing.get(one.id)
    if (!own || own.saved_at <= own.on_server_at) existing.set(one.id, one)
  }
  return [...existing.values()].sort((one, other) => other.saved_at - one.saved_at)
}

/** Quiet: the draft is saved locally whether the cloud answers or not. */
export async function saveToServer(draft: LocalDraft): Promise<void> {
  const { id, thread_id, board_id, title, content, tags, pictures } = draft
  const images = pictures.flatMap((one) => (one.id === '' ? [] : [one.id]))
  try {
    await ask(saveDraft, { id, thread_id, board_id, title, content, tags, images, ...z.parse(PostDetails, draft) })
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
