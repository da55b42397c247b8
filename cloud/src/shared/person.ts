/** A person's public fields, from a row that joins users; null for an erased user. */
import type { Person } from '@homeport/contract/shape/person.ts'

type Named = { author_id: string; username: string | null; nickname: string | null; avatar: string | null }

export function personOf({ author_id, username, nickname, avatar }: Named): Person | null {
  if (username === null || username === '') return null
  return { user_id: author_id, username, nickname: nickname ?? '', avatar: avatar ?? '' }
}
