/**
 * `npm run release`: announces versions of the app. Arguments: none or list; add PLATFORM VERSION --zh TEXT --en TEXT [--title-zh TITLE --title-en TITLE] [--url URL]
 * [--size BYTES] [--code N] [--forced]; remove PLATFORM VERSION. An app learns of the change at its next check. (`npm run release -- pack` and `key` are scripts/release.mjs.)
 */
import { readCloudConfig } from '../app/config.ts'
import { OperatorError } from '../kit/operator-error.ts'
import { announceRelease, releaseLines, withdrawRelease } from '../update/operator.ts'
import { openRealmDbs } from './open-realm-dbs.ts'
import { print, readWords, runCommand } from './run-command.ts'

const usage =
  'Write: npm run -s release -- [list | add (h5 | android | ios) VERSION --zh TEXT --en TEXT --title-zh TITLE --title-en TITLE --url URL --size BYTES --code N --forced | remove (h5 | android | ios) VERSION | key FILE | pack --key FILE --url URL --to FOLDER --zh TEXT --en TEXT]'

const text = { type: 'string' } as const
const options = {
  zh: text,
  en: text,
  'title-zh': text,
  'title-en': text,
  url: text,
  size: text,
  code: text,
  forced: { type: 'boolean' } as const,
}

await runCommand(run)

async function run(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words, options, usage)
  const [word = 'list', platform = '', version = ''] = positionals
  if (!['list', 'add', 'remove'].includes(word) || (word !== 'list' && version === '')) throw new OperatorError(usage)
  const { realmDbs, stop } = await openRealmDbs(readCloudConfig())
  try {
    if (word === 'list') {
      const lines = await releaseLines(realmDbs)
      print(lines.length > 0 ? lines.join('\n') : 'No version is announced: browsers are told of the build that is served.')
    }
    if (word === 'add') {
      const input = {
        platform,
        version,
        code: values.code ?? '',
        title: { zh: values['title-zh'] ?? '', en: values['title-en'] ?? '' },
        text: { zh: values.zh ?? '', en: values.en ?? '' },
        url: values.url ?? '',
        size: values.size ?? '',
        isForced: values.forced ?? false,
      }
      const row = await announceRelease(realmDbs, input, Date.now())
      print(`${row.version_name} (${row.version_code}) is announced for ${row.platform}.`)
    }
    if (word === 'remove') {
      await withdrawRelease(realmDbs, platform, version)
      print(`${version} is no longer announced for ${platform}.`)
    }
  } finally {
    await stop()
  }
}
