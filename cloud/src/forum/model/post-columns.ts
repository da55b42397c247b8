/** The fields that the author of a post writes, as columns of the tables `threads` and `drafts`. */
import { ThreadOptions, type PostDetails, type PostFields } from '@homeport/contract/forum.ts'
import { Picture } from '@homeport/contract/shape/picture.ts'
import { Place } from '@homeport/contract/shape/place.ts'
import * as z from 'zod/mini'
import { parseJsonColumn } from '../../kit/json-column.ts'

/** Its pictures as the cloud keeps them. */
export type PostContent = Omit<PostFields, 'images' | 'tags'> & { tags: readonly string[]; images: readonly Picture[] }

/** The details that both tables hold alike. */
export type DetailColumns = {
  /** JSON; '' for none. */
  place: string
}

export const detailColumns = ['place'] as const satisfies (keyof DetailColumns)[]

/** The details of a thread that its author took away. */
export const blankDetailColumns: DetailColumns = { place: '' }

export function toDetailColumns({ place }: Omit<PostDetails, 'options'>): DetailColumns {
  return { place: place === null ? '' : JSON.stringify(place) }
}

export function fromDetailColumns({ place }: DetailColumns): Omit<PostDetails, 'options'> {
  return { place: place === '' ? null : parseJsonColumn(Place, place) }
}

/** A thread's options are columns, a draft's are JSON. Flags are 0 or 1. */
export type OptionColumns = { reverse: number; author_only: number; notify: number }

export function toOptionColumns({ reverse, author_only, notify }: PostDetails['options']): OptionColumns {
  return { reverse: reverse ? 1 : 0, author_only: author_only ? 1 : 0, notify: notify ? 1 : 0 }
}

export function fromOptionColumns({ reverse, author_only, notify }: OptionColumns): PostDetails['options'] {
  return { reverse: reverse === 1, author_only: author_only === 1, notify: notify === 1 }
}

export function optionsIn({ options }: { options: string }): PostDetails['options'] {
  return parseJsonColumn(ThreadOptions, options)
}

// A schema costs more to build than to use.
const Images = z.array(Picture)
const Tags = z.array(z.string())

export function imagesIn({ images }: { images: string }): Picture[] {
  return parseJsonColumn(Images, images)
}

export function tagsIn({ tags }: { tags: string }): string[] {
  return parseJsonColumn(Tags, tags)
}
