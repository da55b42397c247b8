/** Names of files and folders as people type them. */
import * as z from 'zod/mini'

/** A file or folder name: no slash, no control character, not '.' or '..'; '' is the link's own. At most 255 bytes in UTF-8. */
export const nameMaxBytes = 255
export const FileName = z.string().check(
  z.refine((name) => new TextEncoder().encode(name).length <= nameMaxBytes, 'range'),
  z.refine((name) => !isBadName(name), 'file_name'),
)
/** Relative to a folder, names with '/' between; '' is the folder itself. */
export const FolderPath = z.string().check(
  z.maxLength(4_096, 'range'),
  z.refine((path) => path === '' || path.split('/').every((name) => name !== '' && !isBadName(name)), 'file_name'),
)
export const CategoryName = z.string().check(
  z.maxLength(40, 'range'),
  z.refine((name) => !isBadName(name) && name.trim() === name, 'file_name'),
)

function isBadName(name: string): boolean {
  return name === '.' || name === '..' || /[/\p{Cc}]/u.test(name)
}
