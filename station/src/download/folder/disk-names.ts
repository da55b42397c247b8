/** Finds out by trying which names a disk can hold, and makes a name fit. */
import { mkdtemp, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { boundaryBefore, trimEnd } from '@homeport/contract/shape/field/text.ts'
import { makeBelow } from './make-below.ts'

/**
 * hasSigns: it takes : ? * | < > " and \. hasEnds: it keeps a dot or a blank at the end. letters: all of Unicode, those of two bytes in UTF-16 (no emoji), or
 * ASCII alone, as FAT mounted without utf8. isCaseless: ReadMe and readme are one file.
 */
export type DiskNames = {
  hasSigns: boolean
  hasEnds: boolean
  letters: 'all' | 'bmp' | 'ascii'
  isCaseless: boolean
  nameMaxBytes: number
}
/** Tries in the folder of this name below the root. */
export type ProbeNames = (root: string, name: string) => Promise<DiskNames>

/** Signs that exFAT, FAT and Windows shares do not take. */
const signs = /[:?*|<>"\\]/g
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?=\s*(?:$|\.))/i
/** The longest names that are tried: those of most disks, then of an encrypted folder; any other disk gets shortestMaxBytes. */
const lengths = [255, 143]
const shortestMaxBytes = 100
/** Linux takes 4,095 bytes with the root. */
const pathMaxBytes = 3_000
/** With as many, each folder's name keeps some letters. */
const maxLevels = 100

/** One name. '' stays ''. */
export function fitName(name: string, { hasSigns, hasEnds, letters, nameMaxBytes }: DiskNames): string {
  if (name === '') return ''
  const written = withLetters(name, letters)
  const signed = hasSigns ? written : written.replaceAll(signs, '_').replace(deviceName, '$&_')
  const ended = (text: string) => (hasEnds ? text : trimEnd(text, /[. ]/) || '_')
  // A name that is cut may end with a dot or a blank again.
  return ended(shortened(ended(signed), nameMaxBytes))
}

/** Where a disk has no accents the letters stay without them. */
function withLetters(name: string, letters: DiskNames['letters']): string {
  if (letters === 'all') return name
  if (letters === 'bmp') return name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '_')
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/gu, '_')
}

/** Names with '/' between. Of a path that no system takes the names get shorter, and folders in its middle are left out. */
export function fitPath(path: string, disk: DiskNames): string {
  const [first = '', ...rest] = path.split('/')
  const names = [first, ...rest.slice(-maxLevels)]
  const withNames = (nameMaxBytes: number) => names.map((name) => fitName(name, { ...disk, nameMaxBytes })).join('/')
  const fitted = withNames(disk.nameMaxBytes)
  if (Buffer.byteLength(fitted) <= pathMaxBytes) return fitted
  return withNames(Math.min(disk.nameMaxBytes, Math.floor(pathMaxBytes / names.length) - 1))
}

/** Equal for two paths that are one file on this disk. */
export const pathKey = (path: string, { isCaseless }: DiskNames): string =>
  isCaseless ? path.normalize('NFC').toUpperCase().toLowerCase() : path

/** '' if the name has none, or one that is too long to be one. */
const suffixOf = (name: string): string => /(?<=.)\.[^.\s]{1,16}$/su.exec(name)?.[0] ?? ''

/** Keeps the suffix, unless that is most of what may stay. */
export function shortened(name: string, maxBytes: number): string {
  if (Buffer.byteLength(name) <= maxBytes) return name
  const own = suffixOf(name)
  const suffix = 2 * Buffer.byteLength(own) > maxBytes ? '' : own
  let [length, bytes] = [0, Buffer.byteLength(suffix)]
  for (const character of name.slice(0, name.length - suffix.length)) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    length += character.length
  }
  return name.slice(0, boundaryBefore(name, length) || length) + suffix
}

/** 'a/film.mkv', 'a/film (2).mkv', and so on; a folder gets its number at the end. */
export function* variantsOf(path: string, kind: 'file' | 'folder', { nameMaxBytes }: DiskNames): Generator<string> {
  const above = dirname(path) === '.' ? '' : `${dirname(path)}/`
  const name = path.slice(above.length)
  const end = kind === 'file' ? suffixOf(name) : ''
  const stem = name.slice(0, name.length - end.length)
  yield path
  for (let count = 2; ; count += 1) {
    const number = ` (${count})${end}`
    yield above + shortened(stem, nameMaxBytes - Buffer.byteLength(number)) + number
  }
}

const probePrefix = 'names-'

/** Writes a few empty files for a moment. A disk is tried by one at a time. */
export async function probeNames(root: string, name: string): Promise<DiskNames> {
  const dir = join(root, name)
  const isNew = await makeBelow(root, dir)
  // Left by a kill.
  for (const left of await readdir(dir))
    if (left.startsWith(probePrefix)) await rm(join(dir, left), { recursive: true, force: true })
  const probe = await mkdtemp(join(dir, probePrefix))
  try {
    const hasSigns = await holds(probe, 'signs :?*|<>"\\ in between')
    const hasEnds = (await holds(probe, 'dot.')) && (await holds(probe, 'blank '))
    const letters = (await holds(probe, '流浪😀')) ? 'all' : (await holds(probe, '流浪')) ? 'bmp' : 'ascii'
    await writeFile(join(probe, 'Case'), '')
    const isCaseless = await stat(join(probe, 'cASE')).then(
      () => true,
      () => false,
    )
    for (const nameMaxBytes of lengths)
      if (await holds(probe, 'x'.repeat(nameMaxBytes))) return { hasSigns, hasEnds, letters, isCaseless, nameMaxBytes }
    return { hasSigns, hasEnds, letters, isCaseless, nameMaxBytes: shortestMaxBytes }
  } finally {
    await rm(probe, { recursive: true, force: true })
    // It was not there before.
    if (isNew) await rmdir(dir).catch(() => {})
  }
}

/** Under exactly this name. */
async function holds(dir: string, name: string): Promise<boolean> {
  try {
    await writeFile(join(dir, name), '')
    return (await readdir(dir)).includes(name)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EACCES')) throw error
    return false
  }
}
