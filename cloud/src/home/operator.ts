/** The operator's desk for banners: what one may be, and the line that a list shows of it. */
import { stat } from 'node:fs/promises'
import { scenes, type Banner } from '@homeport/contract/home.ts'
import { langs, type Lang } from '@homeport/contract/kit/promise.ts'
import type { Db } from '../kit/db.ts'
import type { Pictures } from '../media/pictures.ts'
import { PlainError } from '../kit/operator-error.ts'
import { Refusal } from '../kit/refusal.ts'
import { newId } from '../kit/auth.ts'
import { addBanner, dropBanner, listBanners, putFirst, type Scene } from './store.ts'

/** One realm's database. */
export type Drawer = { lang: Lang; db: Db }
export type Wish = { lang: string; title: string; about: string; to: string; scene: string; picture: string }

const titleMax = 60
/** Wide enough for a tablet at twice its density. */
const wanted = { maxPx: 1_920, fit: 'inside' } as const

export async function putUp(drawers: readonly Drawer[], wish: Wish, deps: { pictures: Pictures; now: number }): Promise<string> {
  const lang = langs.find((one) => one === wish.lang)
  const drawer = drawers.find((one) => one.lang === lang)
  if (!drawer) throw new PlainError(`There is no language "${wish.lang}": write ${langs.join(' or ')}.`)
  const [title, about] = [lineOf('title', wish.title), wish.about === '' ? '' : lineOf('--about', wish.about)]
  const to = addressOf(wish.to)
  const scene = sceneOf(wish.scene)
  const picture_id = wish.picture === '' ? '' : await keepPicture(drawer, wish.picture, deps)
  const banner_id = newId()
  await drawer.db.transaction().execute((trx) => addBanner(trx, { banner_id, title, about, to, scene, picture_id }, deps.now))
  return banner_id
}

export async function first(drawers: readonly Drawer[], id: string): Promise<void> {
  const { db } = (await find(drawers, id)).drawer
  await db.transaction().execute((trx) => putFirst(trx, id))
}

export async function takeDown(drawers: readonly Drawer[], id: string, { pictures }: { pictures: Pictures }): Promise<void> {
  const { drawer, banner } = await find(drawers, id)
  await dropBanner(drawer.db, id)
  if (banner.picture) await pictures.remove(drawer, banner.picture.id)
}

export async function lines(drawers: readonly Drawer[]): Promise<string[]> {
  const found: string[] = []
  for (const { lang, db } of drawers) for (const banner of await listBanners(db)) found.push(lineFor(lang, banner))
  return found
}

function lineFor(lang: Lang, { id, title, about, to, picture, scene }: Banner): string {
  return [id, lang, title, about, to || '-', picture ? `${picture.width} × ${picture.height}` : scene].join('  ')
}

async function find(drawers: readonly Drawer[], id: string): Promise<{ drawer: Drawer; banner: Banner }> {
  for (const drawer of drawers) {
    const banner = (await listBanners(drawer.db)).find((one) => one.id === id)
    if (banner) return { drawer, banner }
  }
  throw new PlainError(`There is no banner ${id}: \`npm run -s banner\` lists them.`)
}

async function keepPicture(
  drawer: Drawer,
  path: string,
  { pictures, now }: { pictures: Pictures; now: number },
): Promise<string> {
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isFile) throw new PlainError(`There is no file ${path}: write the path of a JPEG, PNG, WebP or GIF.`)
  try {
    const { picture_id } = await pictures.add(drawer, { path }, { user_id: '', purpose: 'banner', wanted, now })
    return picture_id
  } catch (error) {
    if (error instanceof Refusal) throw new PlainError(`${path} cannot be used: ${error.words.en}.`)
    throw error
  }
}

function lineOf(name: string, text: string): string {
  const trimmed = text.trim()
  if (trimmed === '' || [...trimmed].length > titleMax || /\p{Cc}/u.test(trimmed))
    throw new PlainError(`The ${name} must be one line of 1 to ${titleMax} characters.`)
  return trimmed
}

/** A page of the app, or a place on the web by https. */
function addressOf(to: string): string {
  if (to === '' || /^\/pages\/[\w/?=&.-]+$/.test(to)) return to
  if (!URL.canParse(to) || new URL(to).protocol !== 'https:')
    throw new PlainError('--to must be a page of the app (/pages/…) or an address that begins with https://.')
  return to
}

function sceneOf(scene: string): Scene {
  const found = scenes.find((one) => one === (scene || scenes[0]))
  if (!found) throw new PlainError(`There is no scene "${scene}": write one of ${scenes.join(', ')}.`)
  return found
}
