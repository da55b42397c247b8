/** Names of files and folders as people type them. */
import * as z from 'zod/mini'
import { isUnseen } from './text.ts'

export const nameMaxBytes = 255
/** Names that the box lists nowhere: those of hidden files, and of the control files of downloads. */
export const isHiddenName = (name: string): boolean => name.startsWith('.') || name.endsWith('.aria2')

/** A file or folder name that a person gives: no slash, no control character, none in which nothing is seen or that is listed nowhere; '' is the link's own. At most 255 bytes in UTF-8. */
export const FileName = z.string().check(
  z.refine((name) => new TextEncoder().encode(name).length <= nameMaxBytes, 'range'),
  z.refine((name) => !isBadName(name), 'file_name'),
  z.refine(isEmptyOrSeen, 'required'),
  z.refine((name) => !isHiddenName(name), 'file_hidden'),
)
/** A name from a server or torrent, so that the box lists it: a name that is listed nowhere gets another beginning or end. */
export const shownFileName = (name: string): string => name.replace(/^\.+/, '_').replace(/\.aria2$/, '_aria2')

/** Relative to a folder, names with '/' between; '' is the folder itself. */
export const FolderPath = z.string().check(
  z.maxLength(4_096, 'range'),
  z.refine((path) => path === '' || path.split('/').every((name) => name !== '' && !isBadName(name)), 'file_name'),
)
/** Where people put what is on the box. */
export const ShownFolderPath = FolderPath.check(
  z.refine((path) => !path.split('/').some(isHiddenName), 'file_hidden'),
  z.refine((path) => path.split('/').every(isEmptyOrSeen), 'file_name'),
)
export const CategoryName = z.string().check(
  z.maxLength(40, 'range'),
  z.refine((name) => !isBadName(name) && name.trim() === name, 'file_name'),
  z.refine(isEmptyOrSeen, 'required'),
)

function isEmptyOrSeen(name: string): boolean {
  return name === '' || !isUnseen(name)
}

function isBadName(name: string): boolean {
  return name === '.' || name === '..' || /[/\p{Cc}]/u.test(name)
}
