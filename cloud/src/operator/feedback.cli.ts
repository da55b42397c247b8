/**
 * `npm run feedback`: the operator reads feedback, on the machine that holds the data. Arguments: none (open entries), all, show ID, pictures ID FOLDER, done
 * ID, remove ID. The beginning of an ID is enough if it is unique.
 */
import { detailLines, exportPictures, findFeedback, summaryLine, type RealmDb } from '../help/operator.ts'
import { eraseFeedback } from '../help/pictures.ts'
import { listFeedback, setDone } from '../help/store.ts'
import { OperatorError } from '../kit/operator-error.ts'
import { readCloudConfig, type CloudConfig } from '../app/config.ts'
import { openRealmDbs } from './open-realm-dbs.ts'
import { print, runCommand } from './run-command.ts'

const usage = 'Write: npm run -s feedback -- [all | show ID | pictures ID FOLDER | done ID | remove ID]'

await runCommand((words) => run(readCloudConfig(), words))

async function run(config: CloudConfig, [word = 'open', id = '', folder = '']: string[]): Promise<void> {
  const { realmDbs, uploads, stop } = await openRealmDbs(config)
  try {
    if (word === 'open' || word === 'all') return await list(realmDbs, { withDone: word === 'all' })
    if (!['show', 'pictures', 'done', 'remove'].includes(word) || id === '') throw new OperatorError(usage)
    const entry = await findFeedback(realmDbs, id)
    const { realmDb, feedback } = entry
    if (word === 'show') print(detailLines(entry))
    if (word === 'pictures') {
      if (folder === '') throw new OperatorError(usage)
      for (const path of await exportPictures(entry, { uploads, folder })) print(path)
    }
    if (word === 'done') await setDone(realmDb.db, feedback.feedback_id, Date.now())
    if (word === 'remove') await eraseFeedback(realmDb, uploads, feedback)
    if (word === 'done' || word === 'remove') print(`${feedback.feedback_id} is ${word === 'done' ? 'done' : 'removed'}.`)
  } finally {
    await stop()
  }
}

async function list(realmDbs: readonly RealmDb[], options: { withDone: boolean }): Promise<void> {
  const lines: string[] = []
  for (const realmDb of realmDbs) {
    for (const feedback of await listFeedback(realmDb.db, options)) lines.push(summaryLine({ realmDb, feedback }))
  }
  print(lines.length > 0 ? lines.join('\n') : options.withDone ? 'There is no feedback.' : 'There is no open feedback.')
}
