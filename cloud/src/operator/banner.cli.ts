/**
 * `npm run banner`: manages the operator's banners on the home page. Arguments: none or list, add LANGUAGE TITLE [--about TEXT] [--to PAGE] [--picture FILE]
 * [--scene NAME], first ID, remove ID. An app shows the change at its next request.
 */
import { moveToFront, formatBanners, addBannerFromFile, removeBanner } from '../home/operator.ts'
import { createPictures } from '../media/pictures.ts'
import { OperatorError } from '../kit/operator-error.ts'
import { readCloudConfig } from '../app/config.ts'
import { openRealmDbs } from './open-realm-dbs.ts'
import { print, readWords, runCommand } from './run-command.ts'

const usage =
  'Write: npm run -s banner -- [list | add LANGUAGE TITLE --about TEXT --to PAGE --picture FILE --scene NAME | first ID | remove ID]'

const text = { type: 'string' } as const
const options = { about: text, to: text, picture: text, scene: text }

await runCommand(run)

async function run(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words, options, usage)
  const [word = 'list', one = '', title = ''] = positionals
  if (!['list', 'add', 'first', 'remove'].includes(word) || (word !== 'list' && one === '')) throw new OperatorError(usage)
  const { realmDbs, uploads, stop } = await openRealmDbs(readCloudConfig())
  const pictures = createPictures(uploads)
  try {
    if (word === 'list') {
      const banners = await formatBanners(realmDbs)
      print(banners.length > 0 ? banners.join('\n') : 'There is no banner of yours: the app shows those that come with Homeport.')
    }
    if (word === 'add') {
      const { about = '', to = '', picture = '', scene = '' } = values
      const id = await addBannerFromFile(realmDbs, { lang: one, title, about, to, picture, scene }, { pictures, now: Date.now() })
      print(`${id} is up.`)
    }
    if (word === 'first') {
      await moveToFront(realmDbs, one)
      print(`${one} stands first.`)
    }
    if (word === 'remove') {
      await removeBanner(realmDbs, one, { pictures })
      print(`${one} is removed.`)
    }
  } finally {
    await stop()
  }
}
