/** Operator functions for banners: validation, and the line that a list shows. */
import { stat } from 'node:fs/promises'
import { scenes, type Banner } from '@homeport/contract/home.ts'
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import type { Db } from '../kit/db.ts'
import type { Pictures } from '../media/pictures.ts'
import { OperatorError, operatorLine } from '../kit/operator-error.ts'
import { Refusal } from '../kit/refusal.ts'
import { newId } from '../kit/auth.ts'
import { addBanner, dropBanner, listBanners, putFirst, type Scene } from './store.ts'

/** One realm's database. */
export type RealmDb = { lang: Lang; db: Db }
export type BannerInput = { lang: string; title: string; about: string; to: string; scene: string; picture: string }

const titleMax = 60
/** Wide enough for a tablet at double density. */
const options = { maxPx: 1_920, fit: 'inside' } as const

export async function addBannerFromFile(
  realmDbs: readonly RealmDb[],
  input: BannerInput,
  deps: { pictures: Pictures; now: number },
): Promise<string> {
  const lang = langs.find((one) => one === input.lang)
  const realmDb = realmDbs.find((one) => one.lang === lang)
  if (!realmDb) throw new OperatorError(`There is no language "${input.lang}": write ${langs.join(' or ')}.`)
  const [title, about] = [
    operatorLine('The title', input.title, titleMax),
    input.about === '' ? '' : operatorLine('The --about', input.about, titleMax),
  ]
  const to = addressOf(input.to)
  const scene = sceneOf(input.scene)
  const picture_id = input.picture === '' ? '' : await keepPicture(realmDb, input.picture, deps)
  const banner_id = newId()
  await realmDb.db.transaction().execute((trx) => addBanner(trx, { banner_id, title, about, to, scene, picture_id }, deps.now))
  return banner_id
}

export async function moveToFront(realmDbs: readonly RealmDb[], id: string): Promise<void> {
  const { db } = (await find(realmDbs, id)).realmDb
  await db.transaction().execute((trx) => putFirst(trx, id))
}

export async function removeBanner(
  realmDbs: readonly RealmDb[],
  id: string,
  { pictures }: { pictures: Pictures },
): Promise<void> {
  const { realmDb, banner } = await find(realmDbs, id)
  await dropBanner(realmDb.db, id)
  if (banner.picture) await pictures.remove(realmDb, banner.picture.id)
}

export async function formatBanners(realmDbs: readonly RealmDb[]): Promise<string[]> {
  const results: string[] = []
  for (const { lang, db } of realmDbs) for (const banner of await listBanners(db)) results.push(lineFor(lang, banner))
  return results
}

function lineFor(lang: Lang, { id, title, about, to, picture, scene }: Banner): string {
  return [id, lang, title, about, to || '-', picture ? `${picture.width} × ${picture.height}` : scene].join('  ')
}

async function find(realmDbs: readonly RealmDb[], id: string): Promise<{ realmDb: RealmDb; banner: Banner }> {
  for (const realmDb of realmDbs) {
    const banner = (await listBanners(realmDb.db)).find((one) => one.id === id)
    if (banner) return { realmDb, banner }
  }
  throw new OperatorError(`There is no banner ${id}: \`npm run -s banner\` lists them.`)
}

async function keepPicture(
  realmDb: RealmDb,
  path: string,
  { pictures, now }: { pictures: Pictures; now: number },
): Promise<string> {
  const isFile = await stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  )
  if (!isFile) throw new OperatorError(`There is no file ${path}: write the path of a JPEG, PNG, WebP or GIF.`)
  try {
    const { picture_id } = await pictures.add(realmDb, { path }, { user_id: '', purpose: 'banner', options, now })
    return picture_id
  } catch (error) {
    if (error instanceof Refusal) throw new OperatorError(`${path} cannot be used: ${error.words.en}.`)
    throw error
  }
}

/** A page of the app, or an https address. */
function addressOf(to: string): string {
  if (to === '' || /^\/pages\/[\w/?=&.-]+$/.test(to)) return to
  if (!URL.canParse(to) || new URL(to).protocol !== 'https:')
    throw new OperatorError('--to must be a page of the app (/pages/…) or an address that begins with https://.')
  return to
}

function sceneOf(scene: string): Scene {
  const match = scenes.find((one) => one === (scene || scenes[0]))
  if (!match) throw new OperatorError(`There is no scene "${scene}": write one of ${scenes.join(', ')}.`)
  return match
}
