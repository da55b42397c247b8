/** Files on a box: looking through its allowed folders (HOMEPORT_DOWNLOADS, HOMEPORT_LIBRARY), renaming, moving, deleting with a bin, to a phone and from it. */
import * as z from 'zod/mini'
import { act } from './kit/operation.ts'
import { BoxHttpsPort } from './shape/box-https.ts'
import { FileName } from './shape/field/file-name.ts'

/** An allowed folder's id and the names below it, '/' between: '3f9c21ab/Films/Metropolis.mkv'; '' lists the allowed folders. A name that is not UTF-8 is shown as GB18030 or Latin-1 and taken back so. */
const Path = z.string().check(z.maxLength(8_192, 'range'))
const Paths = z.array(Path.check(z.minLength(1, 'required'))).check(z.minLength(1, 'required'), z.maxLength(990, 'limit'))
const Name = FileName.check(z.minLength(1, 'required'))

/** path: of a hit of a search, relative to the listed folder; '' in a plain list, where it is the name. kind: folder, or a file's by its suffix. size: of a file; of a folder with all below it, null if that is too much to count.  items: of a folder. modified_at in seconds. task_id: of the download that it belongs to, '' if none; is_part: not complete yet. movie_id and file_id: of its film in the library, '' if it has none. films: of an allowed folder that cannot be read, how many films of the library wait for it. */
export const FileEntry = z.object({
  path: z.string(),
  name: z.string(),
  kind: z.enum(['folder', 'video', 'audio', 'image', 'doc', 'txt', 'archive', 'file']),
  size: z.nullable(z.number()),
  items: z.nullable(z.int()),
  modified_at: z.number(),
  task_id: z.string(),
  is_part: z.boolean(),
  movie_id: z.string(),
  file_id: z.string(),
  films: z._default(z.int(), 0),
})
export type FileEntry = z.infer<typeof FileEntry>

/** data of a refusal. exists: there is one of that name; read_only: the folder cannot be written (library folders: HOMEPORT_LIBRARY_WRITE); in_use: a running download writes it; into_itself; no_space; gone. */
export const fileReasons = ['exists', 'read_only', 'in_use', 'into_itself', 'no_space', 'gone', 'name_too_long'] as const
export const FileRefusal = z.object({ reason: z.enum(fileReasons), name: z.string() })

export const fileSorts = ['name', 'size', 'modified', 'kind'] as const

/** Folders first. next: pass it to go on, '' at the end. q: names that contain it, in this folder and below it. free, total: of the disk. can_write: entries may be changed. 4004 (reason gone) if the folder is not there. */
export const fileList = act({
  name: 'file_list',
  input: z.object({
    path: z._default(Path, ''),
    sort: z._default(z.enum(fileSorts), 'name'),
    is_up: z._default(z.boolean(), true),
    q: z._default(z.string().check(z.maxLength(100, 'range')), ''),
    next: z._default(z.string(), ''),
    limit: z._default(z.int().check(z.gte(1, 'range'), z.lte(200, 'range')), 99),
  }),
  output: z.object({
    path: z.string(),
    /** The names of the folders on the path, from the allowed folder on, as people read them. */
    names: z.array(z.string()),
    entries: z.array(FileEntry),
    total: z.int(),
    total_size: z.nullable(z.number()),
    next: z.string(),
    free: z.nullable(z.number()),
    disk_total: z.nullable(z.number()),
    can_write: z.boolean(),
  }),
})

export const folderMake = act({
  name: 'folder_make',
  once: true,
  input: z.object({ path: Path, name: Name }),
  output: z.object({ path: z.string() }),
})
export const fileRename = act({
  name: 'file_rename',
  once: true,
  input: z.object({ path: Path, name: Name }),
  output: z.object({ path: z.string() }),
})

/** Begins the work; `job_id` is followed by file_job. A name that exists at the target is refused, nothing is replaced. */
const Job = z.object({ job_id: z.string() })
export const fileMove = act({ name: 'file_move', once: true, input: z.object({ paths: Paths, to: Path }), output: Job })
export const fileCopy = act({ name: 'file_copy', once: true, input: z.object({ paths: Paths, to: Path }), output: Job })
/** Into the bin of their disk, for seven days; is_final: without it. Owner only. */
export const fileDelete = act({
  name: 'file_delete',
  needs: 'owner',
  once: true,
  input: z.object({ paths: Paths, is_final: z._default(z.boolean(), false) }),
  output: Job,
})
/** done, total: bytes. failed: what could not be, with its reason. 4004 for a job that ended over an hour ago. */
export const fileJob = act({
  name: 'file_job',
  input: z.object({ job_id: z.string(), cancel: z._default(z.boolean(), false) }),
  output: z.object({
    job_id: z.string(),
    state: z._default(z.enum(['running', 'done', 'cancelled']), 'running'),
    done: z.number(),
    total: z.number(),
    failed: z.array(FileRefusal),
  }),
})

/**
 * url: an address on the box's own server, for a device in the house, for ten minutes; it answers with the file (with ranges), or with a zip without compression for a folder or several entries; '' if the box serves none. An app from `https_port` has it at `boxPath` of its own address.
 * blob: its id, for a single file of at most 32 MB where `is_away`; '' otherwise. size in bytes, null for a zip.
 */
export const fileDownload = act({
  name: 'file_download',
  input: z.object({ paths: Paths, is_away: z._default(z.boolean(), false) }),
  output: z.object({
    url: z.string(),
    https_port: BoxHttpsPort,
    blob: z.string(),
    name: z.string(),
    size: z.nullable(z.number()),
  }),
})

/** A file from a phone comes in parts, each as a blob; at most this long. */
export const uploadPartMaxBytes = 8 * 1024 * 1024
/** Begins an upload, or goes on with one of the same name and size in this folder: `at` bytes are on the box, all of them where it is in its place. `path` is where it will be; a name that exists is refused (exists). An upload that is not finished within a week is dropped. */
export const fileUpload = act({
  name: 'file_upload',
  once: true,
  input: z.object({ path: Path, name: Name, size: z.int().check(z.gte(0, 'range')) }),
  output: z.object({ upload_id: z.string(), at: z.number(), path: z.string() }),
})
/** The part that begins at `at`; a part that the box has already is left out. is_done: the file is in its place. 4004 if there is no such upload any more. cancel: drops it. */
export const fileUploadPart = act({
  name: 'file_upload_part',
  input: z.object({
    upload_id: z.string(),
    at: z.int().check(z.gte(0, 'range')),
    blob: z._default(z.string(), ''),
    cancel: z._default(z.boolean(), false),
  }),
  output: z.object({ at: z.number(), is_done: z.boolean() }),
})
