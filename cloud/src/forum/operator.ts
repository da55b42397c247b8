/** Operator functions of the forum: moderators and forbidden words. They return lines for a terminal. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Role } from '@homeport/contract/shape/person.ts'
import type { Db } from '../kit/db.ts'
import { OperatorError } from '../kit/operator-error.ts'
import { foldLetters } from '@homeport/contract/shape/fold-letters.ts'
import { moderatorsOf, personByName, setRole } from './model/person.store.ts'
import { allow, forbid, forbiddenWords } from './model/report.store.ts'

/** One realm's database. */
type RealmDb = { lang: Lang; db: Db }

export async function listModerators(realms: readonly RealmDb[]): Promise<string> {
  const lines: string[] = []
  for (const { lang, db } of realms)
    for (const { username, role } of await moderatorsOf(db)) lines.push(`${lang}  ${role}  ${username}`)
  return lines.length > 0 ? lines.join('\n') : 'There is no moderator yet: npm run -s moderator -- NAME'
}

/** role '' removes it. Throws an OperatorError if no realm has a user of that name. */
export async function setModerator(realms: readonly RealmDb[], name: string, role: Role): Promise<string> {
  const lines: string[] = []
  for (const { lang, db } of realms) {
    const person = await personByName(db, name)
    if (!person) continue
    await db.transaction().execute((trx) => setRole(trx, person.user_id, role))
    lines.push(
      `${person.username} (${lang}) is ${role === '' ? 'no moderator any more' : role === 'owner' ? 'the owner' : 'a moderator'}.`,
    )
  }
  if (lines.length === 0) throw new OperatorError(`Nobody is called ${name}: a moderator registers like everybody else first.`)
  return lines.join('\n')
}

export async function listForbiddenWords(realms: readonly RealmDb[]): Promise<string> {
  const lines: string[] = []
  for (const { lang, db } of realms) for (const word of await forbiddenWords(db)) lines.push(`${lang}  ${word}`)
  return lines.length > 0 ? lines.join('\n') : 'Every word may stand: npm run -s moderator -- forbid WORD'
}

/** Applies from now on: existing posts stay. */
export async function setForbiddenWord(realms: readonly RealmDb[], what: 'forbid' | 'allow', word: string): Promise<string> {
  const folded = foldLetters(word).trim()
  if (folded === '') throw new OperatorError('A forbidden word needs a letter.')
  let allowed = 0
  for (const { db } of realms) {
    if (what === 'forbid') await forbid(db, folded)
    else if (await allow(db, folded)) allowed += 1
  }
  if (what === 'forbid') return `No new post may hold ${folded}.`
  if (allowed === 0) throw new OperatorError(`${folded} was not forbidden.`)
  return `${folded} may stand again.`
}
