/**
 * `npm run guide`: manages the operator's own guides, which stand behind those that come with Homeport. Arguments: none or list; add SERIES and replace ID with
 * --zh TITLE --en TITLE --series-zh TITLE --series-en TITLE [--about-zh TEXT --about-en TEXT] (--file FILE | --address URL) [--cover PICTURE] [--seconds N]; remove ID.
 */
import { readCloudConfig } from '../app/config.ts'
import { guideLines, putGuide, removeGuide, type GuideInput } from '../guide/operator.ts'
import { OperatorError } from '../kit/operator-error.ts'
import { createPictures } from '../media/pictures.ts'
import { openRealmDbs } from './open-realm-dbs.ts'
import { print, readWords, runCommand } from './run-command.ts'

const usage =
  'Write: npm run -s guide -- [list | add SERIES --series-zh TITLE --series-en TITLE --zh TITLE --en TITLE --about-zh TEXT --about-en TEXT (--file FILE | --address URL) --cover PICTURE --seconds N | replace ID … | remove ID]'

const text = { type: 'string' } as const
const options = {
  zh: text,
  en: text,
  'series-zh': text,
  'series-en': text,
  'about-zh': text,
  'about-en': text,
  file: text,
  address: text,
  cover: text,
  seconds: text,
}

await runCommand(run)

async function run(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words, options, usage)
  const [word = 'list', one = ''] = positionals
  if (!['list', 'add', 'replace', 'remove'].includes(word) || (word !== 'list' && one === '')) throw new OperatorError(usage)
  const { realmDbs, uploads, stop } = await openRealmDbs(readCloudConfig())
  const deps = { pictures: createPictures(uploads), uploads, now: Date.now() }
  const input: GuideInput = {
    series: word === 'add' ? one : '',
    seriesTitle: { zh: values['series-zh'] ?? '', en: values['series-en'] ?? '' },
    title: { zh: values.zh ?? '', en: values.en ?? '' },
    about: { zh: values['about-zh'] ?? '', en: values['about-en'] ?? '' },
    file: values.file ?? '',
    address: values.address ?? '',
    cover: values.cover ?? '',
    seconds: values.seconds ?? '',
  }
  try {
    if (word === 'list') {
      const guides = await guideLines(realmDbs)
      print(guides.length > 0 ? guides.join('\n') : 'There is no guide of yours: the app shows those that come with Homeport.')
    }
    if (word === 'add') print(`${await putGuide(realmDbs, input, deps)} is added.`)
    if (word === 'replace') print(`${await putGuide(realmDbs, input, { ...deps, id: one })} is replaced.`)
    if (word === 'remove') {
      await removeGuide(realmDbs, one, deps)
      print(`${one} is removed.`)
    }
  } finally {
    await stop()
  }
}
