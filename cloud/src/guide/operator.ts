/** Operator functions for guides: validation, and the line that a list shows. */
import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { newId } from '../kit/auth.ts'
import type { Db } from '../kit/db.ts'
import { OperatorError, operatorLine } from '../kit/operator-error.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Pictures } from '../media/pictures.ts'
import type { Uploads } from '../media/uploads.ts'
import { dropOwnVideo, ownVideo, ownVideos, putOwnVideo, type OwnVideoRow } from './own-video.store.ts'
import { fileKey } from './video-key.ts'

/** One realm's database. */
type RealmDb = { lang: Lang; db: Db }
/** titles: by language. seconds: '' to have ffprobe find it. Empty fields of a replacement stay as they are. */
export type GuideInput = {
  series: string
  seriesTitle: Record<Lang, string>
  title: Record<Lang, string>
  about: Record<Lang, string>
  file: string
  address: string
  cover: string
  seconds: string
}
type Deps = { pictures: Pictures; uploads: Uploads; now: number }

const titleMax = 80
const aboutMax = 300
const maxFileBytes = 2_000_000_000
const longestSeconds = 6 * 3600
const coverOptions = { maxPx: 1_280, fit: 'inside' } as const

/** Adds a video in both languages; with `id` that one is replaced. Returns its id. */
export async function putGuide(realmDbs: readonly RealmDb[], input: GuideInput, deps: Deps & { id?: string }): Promise<string> {
  const before = deps.id === undefined ? undefined : await rowsOf(realmDbs, deps.id)
  if (input.file !== '' && input.address !== '') throw new OperatorError('Write either --file or --address, not both.')
  if (!before && input.file === '' && input.address === '') throw new OperatorError('Write --file FILE or --address URL.')
  const series = seriesOf(input.series || (before?.en.series ?? ''))
  const address = addressOf(input.address)
  const kind = input.file === '' ? undefined : await fileOf(input.file)
  const isNewVideo = address !== '' || kind !== undefined
  const duration_ms =
    isNewVideo || input.seconds !== '' ? await durationOf(input, kind !== undefined) : (before?.en.duration_ms ?? 0)
  const rows = realmDbs.map(({ lang, db }) => {
    const old = before?.[lang]
    const text = {
      series_title: operatorLine(`--series-${lang}`, input.seriesTitle[lang] || (old?.series_title ?? ''), titleMax),
      title: operatorLine(`--${lang}`, input.title[lang] || (old?.title ?? ''), titleMax),
      about: input.about[lang] === '' ? (old?.about ?? '') : operatorLine(`--about-${lang}`, input.about[lang], aboutMax),
    }
    return { lang, db, old, text }
  })
  const video_id = deps.id ?? `own-${newId()}`
  // A cover that is refused leaves nothing behind.
  const covers = new Map<Lang, string>()
  if (input.cover !== '') for (const realmDb of realmDbs) covers.set(realmDb.lang, await keepCover(realmDb, input.cover, deps))
  if (kind) await keepFile(input.file, { key: fileKey(video_id), uploads: deps.uploads, size: kind.size })
  for (const { lang, db, old, text } of rows) {
    const picture_id = covers.get(lang) ?? old?.picture_id ?? ''
    const columns = isNewVideo
      ? { address, file_type: kind?.type ?? '', size: kind?.size ?? 0 }
      : { address: old?.address ?? '', file_type: old?.file_type ?? '', size: old?.size ?? 0 }
    const row = { video_id, series, ...text, picture_id, ...columns, duration_ms, created_at: old?.created_at ?? deps.now }
    await db.transaction().execute((trx) => putOwnVideo(trx, row))
    if (old && old.picture_id !== '' && old.picture_id !== picture_id) await deps.pictures.remove({ lang, db }, old.picture_id)
  }
  if (before?.en.file_type && address !== '') await deps.uploads.remove(fileKey(video_id))
  return video_id
}

export async function removeGuide(realmDbs: readonly RealmDb[], id: string, { pictures, uploads }: Deps): Promise<void> {
  const rows = await rowsOf(realmDbs, id)
  for (const { lang, db } of realmDbs) {
    await db.transaction().execute((trx) => dropOwnVideo(trx, id))
    if (rows[lang].picture_id !== '') await pictures.remove({ lang, db }, rows[lang].picture_id)
  }
  if (rows.en.file_type !== '') await uploads.remove(fileKey(id))
}

export async function guideLines(realmDbs: readonly RealmDb[]): Promise<string[]> {
  const [{ db } = { db: undefined }] = realmDbs
  const other = new Map<string, string>()
  for (const realm of realmDbs.slice(1)) for (const row of await ownVideos(realm.db)) other.set(row.video_id, row.title)
  const rows = db ? await ownVideos(db) : []
  return rows.map((row) =>
    [
      row.video_id,
      row.series,
      `${row.title} / ${other.get(row.video_id) ?? ''}`,
      `${Math.round(row.duration_ms / 1000)} s`,
      row.address || row.file_type,
    ].join('  '),
  )
}

async function rowsOf(realmDbs: readonly RealmDb[], id: string): Promise<Record<Lang, OwnVideoRow>> {
  const rows = new Map<Lang, OwnVideoRow>()
  for (const { lang, db } of realmDbs) {
    const row = await ownVideo(db, id)
    if (row) rows.set(lang, row)
  }
  const [zh, en] = [rows.get('zh'), rows.get('en')]
  if (!zh || !en) throw new OperatorError(`There is no guide ${id}: \`npm run -s guide\` lists them.`)
  return { zh, en }
}

function seriesOf(series: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(series))
    throw new OperatorError('The series must be a short name of small letters, digits and hyphens, the same for all its videos.')
  return `own-${series.replace(/^own-/, '')}`
}

function addressOf(address: string): string {
  if (address === '') return ''
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:')
    throw new OperatorError('--address must begin with https://.')
  return new URL(address).href
}

/** MP4 and WebM, by their first bytes. */
async function fileOf(path: string): Promise<{ type: 'video/mp4' | 'video/webm'; size: number }> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile() || stats.size === 0) throw new OperatorError(`There is no file ${path}: write the path of an MP4 or WebM.`)
  if (stats.size > maxFileBytes) throw new OperatorError(`${path} is larger than ${maxFileBytes / 1e9} GB.`)
  const handle = await open(path)
  const head = Buffer.alloc(12)
  await handle.read(head, 0, 12, 0)
  await handle.close()
  if (head.toString('latin1', 4, 8) === 'ftyp') return { type: 'video/mp4', size: stats.size }
  if (head.readUInt32BE(0) === 0x1a45dfa3) return { type: 'video/webm', size: stats.size }
  throw new OperatorError(`${path} is neither an MP4 nor a WebM.`)
}

async function keepFile(path: string, { key, uploads, size }: { key: string; uploads: Uploads; size: number }): Promise<void> {
  const copy = await uploads.spool(createReadStream(path), size)
  await uploads.keep(copy, key)
}

async function durationOf({ file, seconds }: GuideInput, isFile: boolean): Promise<number> {
  const given = Number(seconds)
  if (seconds !== '' && !(given >= 1 && given <= longestSeconds))
    throw new OperatorError(`--seconds must be a number from 1 to ${longestSeconds}.`)
  if (seconds !== '') return Math.round(given * 1000)
  const own = isFile ? await probed(file) : undefined
  if (own === undefined)
    throw new OperatorError('Write the length of the video as --seconds N (a file’s own is read if ffprobe is in PATH).')
  return own
}

/** undefined: no ffprobe here, or no length in the file. */
async function probed(path: string): Promise<number | undefined> {
  const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', `file:${path}`]
  const output = await promisify(execFile)('ffprobe', args, { timeout: 20_000 }).catch(() => undefined)
  const seconds = Number(output?.stdout.trim())
  return seconds >= 1 && seconds <= longestSeconds ? Math.round(seconds * 1000) : undefined
}

async function keepCover({ lang, db }: RealmDb, path: string, { pictures, now }: Deps): Promise<string> {
  const isFile = await stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  )
  if (!isFile) throw new OperatorError(`There is no file ${path}: write the path of a JPEG, PNG, WebP or GIF.`)
  try {
    const of = { user_id: '', purpose: 'guide', options: coverOptions, now } as const
    return (await pictures.add({ lang, db }, { path }, of)).picture_id
  } catch (error) {
    if (error instanceof Refusal) throw new OperatorError(`${path} cannot be used: ${error.words.en}.`)
    throw error
  }
}
