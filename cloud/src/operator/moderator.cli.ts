/**
 * `npm run moderator`: manages the forum's moderators and forbidden words, on the machine that holds the data. Arguments: NAME (makes a moderator), NAME owner,
 * NAME off, none (lists moderators), words, forbid WORD, allow WORD. Applies to both languages unless --zh or --en is given.
 */
import { langs } from '@homeport/contract/kit/operation.ts'
import { setModerator, setForbiddenWord, listModerators, listForbiddenWords } from '../forum/operator.ts'
import { OperatorError } from '../kit/operator-error.ts'
import { readCloudConfig, type CloudConfig } from '../app/config.ts'
import { openDbs } from './open-realm-dbs.ts'
import { print, runCommand } from './run-command.ts'

const usage = 'Write: npm run -s moderator -- [NAME [owner | off] | words | forbid WORD | allow WORD] [--zh | --en]'

await runCommand((words) => run(readCloudConfig(), words))

async function run(config: CloudConfig, given: string[]): Promise<void> {
  const chosen = langs.filter((lang) => given.includes(`--${lang}`))
  const [word = '', what = '', extra] = given.filter((one) => !one.startsWith('--'))
  const unknown = given.some((one) => one.startsWith('--') && !langs.some((lang) => one === `--${lang}`))
  if (unknown || extra !== undefined) throw new OperatorError(usage)
  const realms = await openDbs(config, chosen.length > 0 ? chosen : langs)
  try {
    if (word === '') print(await listModerators(realms))
    else if (word === 'words' && what === '') print(await listForbiddenWords(realms))
    else if (word === 'forbid' || word === 'allow') {
      if (what === '') throw new OperatorError(usage)
      print(await setForbiddenWord(realms, word, what))
    } else {
      if (!['', 'owner', 'off'].includes(what)) throw new OperatorError(usage)
      print(await setModerator(realms, word, what === 'off' ? '' : what === 'owner' ? 'owner' : 'moderator'))
    }
  } finally {
    for (const { db } of realms) await db.destroy()
  }
}
