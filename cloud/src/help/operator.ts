/** Operator functions for feedback: lines for a terminal, pictures as files in a folder. */
import { shorten } from '@homeport/contract/shape/field/text.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Realm } from '../kit/realm.ts'
import { OperatorError } from '../kit/operator-error.ts'
import type { Uploads } from '../media/uploads.ts'
import { pictureKey } from './pictures.ts'
import { listFeedback, type Feedback } from './store.ts'

/** One realm's database. */
export type RealmDb = Pick<Realm, 'lang' | 'db'>
export type FeedbackEntry = { realmDb: RealmDb; feedback: Feedback }

const shownLetters = 60

/** Finds by the beginning of the id; throws an OperatorError if no entry or more than one matches. */
export async function findFeedback(realmDbs: readonly RealmDb[], start: string): Promise<FeedbackEntry> {
  const results: FeedbackEntry[] = []
  for (const realmDb of realmDbs) {
    for (const feedback of await listFeedback(realmDb.db, { withDone: true })) {
      if (feedback.feedback_id.startsWith(start)) results.push({ realmDb, feedback })
    }
  }
  const [only, another] = results
  if (!only) throw new OperatorError(`There is no feedback ${start}: \`npm run -s feedback -- all\` lists them.`)
  if (another) throw new OperatorError(`${start} begins the id of several: write more of it.`)
  return only
}

export function summaryLine({ realmDb, feedback }: FeedbackEntry): string {
  const [first = ''] = feedback.text.split('\n')
  const short = shorten(plain(first), shownLetters + 1)
  const pictures = feedback.pictures > 0 ? `  [${feedback.pictures} ${feedback.pictures === 1 ? 'picture' : 'pictures'}]` : ''
  const done = feedback.done_at > 0 ? '  (done)' : ''
  return `${feedback.feedback_id}  ${realmDb.lang}  ${timeOf(feedback)}  ${plain(feedback.contact)}${pictures}${done}  ${short}`
}

export function detailLines({ realmDb, feedback }: FeedbackEntry): string {
  return [
    `id        ${feedback.feedback_id}`,
    `language  ${realmDb.lang}`,
    `written   ${timeOf(feedback)}`,
    `contact   ${plain(feedback.contact)}`,
    `account   ${feedback.user_id || 'a guest'}`,
    `client    ${plain(feedback.client)}`,
    `pictures  ${feedback.pictures}`,
    `done      ${feedback.done_at > 0 ? 'yes' : 'no'}`,
    '',
    feedback.text.split('\n').map(plain).join('\n'),
  ].join('\n')
}

/** Writes them as ID-1.webp and so on; returns their paths. */
export async function exportPictures(
  { realmDb, feedback }: FeedbackEntry,
  { uploads, folder }: { uploads: Pick<Uploads, 'read'>; folder: string },
): Promise<string[]> {
  if (feedback.pictures === 0) throw new OperatorError(`${feedback.feedback_id} came without pictures.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const paths: string[] = []
  for (let index = 0; index < feedback.pictures; index += 1) {
    const path = join(folder, `${feedback.feedback_id}-${index + 1}.webp`)
    const key = pictureKey({ lang: realmDb.lang, feedback_id: feedback.feedback_id }, index)
    await writeFile(path, await buffer(await uploads.read(key)), { mode: 0o600 })
    paths.push(path)
  }
  return paths
}

/** Replaces terminal control sequences and characters that change the reading direction: the text comes from strangers. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
}

function timeOf({ created_at }: Feedback): string {
  return new Date(created_at).toISOString().slice(0, 16).replace('T', ' ')
}
