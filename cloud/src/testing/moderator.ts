/** For tests: makes a user a moderator with the operator's command. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { setModerator, setForbiddenWord } from '../forum/operator.ts'
import { openDb } from '../kit/db.ts'
import { dbAddressOf } from '../app/realms.ts'

type Cloud = { folder: string; databaseUrl: string | undefined }

async function atDesk(
  { folder, databaseUrl }: Cloud,
  lang: Lang,
  work: (realms: Parameters<typeof setModerator>[0]) => Promise<unknown>,
): Promise<void> {
  const db = openDb(dbAddressOf({ dataFolder: folder, databaseUrl }, lang))
  await work([{ lang, db }]).finally(() => db.destroy())
}

export const nameModerator = (cloud: Cloud, username: string, lang: Lang = 'en') =>
  atDesk(cloud, lang, (realms) => setModerator(realms, username, 'moderator'))

export const forbidWord = (cloud: Cloud, word: string, lang: Lang = 'en') =>
  atDesk(cloud, lang, (realms) => setForbiddenWord(realms, 'forbid', word))
