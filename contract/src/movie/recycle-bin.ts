/** Deleting a film's files: they lie in a recycle bin on their own disk for seven days, can be put back, and are deleted then. */
import * as z from 'zod/mini'
import { act } from '../kit/operation.ts'
import { Limit, Page, page } from '../shape/page.ts'

export const binDays = 7

/** data of a refusal (code 4003). read_only: the box may not write in the folder of the file. other_disk: the file lies on a disk mounted inside the folder that cannot hold a bin. exists: at the file's place there is another one now. away: the disk with the deleted file is not there. */
export const binReasons = ['read_only', 'other_disk', 'exists', 'away'] as const
export const BinRefusal = z.object({ reason: z.enum(binReasons), file: z.string() })
export type BinRefusal = z.infer<typeof BinRefusal>

const Id = z.string().check(z.minLength(1, 'required'), z.maxLength(64, 'range'))

/** title: of the film when it was deleted. path: of the first file, relative to its library folder; size: of all files in bytes; deleted_at, gone_at (deleted for good): seconds. */
export const BinEntry = z.object({
  id: z.string(),
  title: z.string(),
  path: z.string(),
  files: z.int(),
  size: z.number(),
  deleted_at: z.number(),
  gone_at: z.number(),
})
export type BinEntry = z.infer<typeof BinEntry>

/** id: of a film, an episode, or a series (all its episodes); file_ids: some of a film's files, [] for all. Files beside it by its name (subtitles, NFO, pictures) go with it. 4004 if there is no such film or file. */
export const filmDelete = act({
  name: 'film_delete',
  needs: 'owner',
  once: true,
  input: z.object({
    id: Id,
    file_ids: z._default(z.array(Id).check(z.maxLength(99, 'limit')), []),
  }),
  output: BinEntry,
})

/** Latest first. */
export const binList = act({
  name: 'bin_list',
  input: z.object({ page: Page, limit: Limit }),
  output: page(BinEntry),
})

/** Puts all files of an entry back where they were. 4004 if there is no such entry any more. */
export const binRestore = act({
  name: 'bin_restore',
  needs: 'owner',
  once: true,
  input: z.object({ id: Id }),
  output: z.object({ files: z.int() }),
})

/** Deletes entries for good; all of them with is_all. An entry whose disk is away stays. size: bytes that are free now. */
export const binEmpty = act({
  name: 'bin_empty',
  needs: 'owner',
  once: true,
  input: z.object({
    ids: z._default(z.array(Id).check(z.maxLength(99, 'limit')), []),
    is_all: z._default(z.boolean(), false),
  }),
  output: z.object({ size: z.number() }),
})
