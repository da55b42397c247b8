/** Operator functions for the announced versions of the app: validation, and the line that a list shows. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { appPlatforms, type AppPlatform } from '@homeport/contract/update.ts'
import type { Db } from '../kit/db.ts'
import { OperatorError, operatorLine } from '../kit/operator-error.ts'
import { dropRelease, listReleases, putRelease, type ReleaseRow } from './store.ts'

/** One realm's database. */
type RealmDb = { lang: Lang; db: Db }
/** title, text: by language; '' as title: the name and version. Lines of a text: '\n' or the two characters \n. code: '' for the one of the version. size: bytes. */
export type ReleaseInput = {
  platform: string
  version: string
  code: string
  title: Record<Lang, string>
  text: Record<Lang, string>
  url: string
  size: string
  isForced: boolean
}

const titleMax = 60
const lineMax = 120
const maxLines = 12
const maxCode = 2_000_000_000

/** Announces a version in both languages, or replaces its announcement. */
export async function announceRelease(realmDbs: readonly RealmDb[], input: ReleaseInput, now: number): Promise<ReleaseRow> {
  const platform = platformOf(input.platform)
  const version_code = codeOf(input.version, input.code)
  const row: ReleaseRow = {
    platform,
    version_code,
    version_name: input.version,
    title_cn: titleOf('--title-zh', input.title.zh, input.version),
    title_en: titleOf('--title-en', input.title.en, input.version),
    content_cn: textOf('--zh', input.text.zh),
    content_en: textOf('--en', input.text.en),
    is_force: input.isForced ? 1 : 0,
    url: urlOf(platform, input.url),
    size: sizeOf(input.size),
    created_at: now,
  }
  for (const { db } of realmDbs) await db.transaction().execute((trx) => putRelease(trx, row))
  return row
}

export async function withdrawRelease(realmDbs: readonly RealmDb[], platform: string, version: string): Promise<void> {
  const name = platformOf(platform)
  const [{ db } = { db: undefined }] = realmDbs
  const rows = db ? await listReleases(db) : []
  const row = rows.find((one) => one.platform === name && (one.version_name === version || String(one.version_code) === version))
  if (!row) throw new OperatorError(`There is no version ${version} for ${name}: \`npm run -s release\` lists them.`)
  for (const realmDb of realmDbs) await realmDb.db.transaction().execute((trx) => dropRelease(trx, name, row.version_code))
}

export async function releaseLines(realmDbs: readonly RealmDb[]): Promise<string[]> {
  const [{ db } = { db: undefined }] = realmDbs
  const rows = db ? await listReleases(db) : []
  return rows.map((row) =>
    [
      row.platform,
      row.version_name,
      row.version_code,
      row.is_force === 1 ? 'forced' : 'optional',
      `${row.title_cn} / ${row.title_en}`,
      row.url || '-',
    ].join('  '),
  )
}

function platformOf(name: string): AppPlatform {
  const platform = appPlatforms.find((one) => one === name)
  if (!platform) throw new OperatorError(`There is no platform "${name}": write one of ${appPlatforms.join(', ')}.`)
  return platform
}

/** 2.8.0 → 20800, as the app's own version has it. */
function codeOf(version: string, code: string): number {
  const [, major = '', minor = '', patch = ''] = /^(\d{1,4})\.(\d{1,2})\.(\d{1,2})$/.exec(version) ?? []
  if (major === '') throw new OperatorError(`The version is "${version}"; write it as three numbers, such as 2.8.0.`)
  if (code === '') return Number(major) * 10_000 + Number(minor) * 100 + Number(patch)
  const given = Number(code)
  if (!/^\d+$/.test(code) || given < 1 || given > maxCode)
    throw new OperatorError(`--code is "${code}"; write a number from 1 to ${maxCode}.`)
  return given
}

function titleOf(name: string, title: string, version: string): string {
  return title.trim() === '' ? `Homeport ${version}` : operatorLine(name, title, titleMax)
}

function textOf(name: string, text: string): string {
  const lines = text
    .split(/\r?\n|\\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length === 0)
    throw new OperatorError(`${name} is missing: write what is new, a line for each change (\\n between two).`)
  const isTooLong = lines.length > maxLines || lines.some((line) => [...line].length > lineMax || /\p{Cc}/u.test(line))
  if (isTooLong) throw new OperatorError(`${name} must be at most ${maxLines} lines of at most ${lineMax} characters each.`)
  return lines.join('\n')
}

function urlOf(platform: AppPlatform, url: string): string {
  if (platform === 'h5') {
    if (url === '') return ''
    throw new OperatorError('--url is not for h5: a browser takes the build that this cloud serves.')
  }
  if (URL.canParse(url) && new URL(url).protocol === 'https:') return new URL(url).href
  throw new OperatorError(
    `--url must be the address of the ${platform === 'ios' ? 'store page' : 'package'} and begin with https://.`,
  )
}

function sizeOf(size: string): number {
  if (size === '') return 0
  if (/^\d{1,12}$/.test(size)) return Number(size)
  throw new OperatorError(`--size is "${size}"; write the size of the package in bytes.`)
}
