/** Every code, refusal and reason of the contract has a text in both languages, and every link kind its status. */
import { taskReasons } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { linkReasons } from '@homeport/contract/kit/envelope.ts'
import { linkFaults } from '@homeport/contract/shape/link/link-fault.ts'
import { above } from '@homeport/contract/shape/field/spec-text.ts'
import { langs } from '@homeport/contract/kit/operation.ts'
import { describe, expect, test } from 'vitest'
import { aTask } from '../../testing/samples.ts'
import { summaryOf } from '../summary.ts'
import { codeWord, downloadText } from '../text.ts'
import { linesOf } from './link-status.ts'
import { linkWords } from '../link-words.ts'

const magnet = `magnet:?xt=urn:btih:${'a'.repeat(40)}`

describe.each(langs)('in %s', (lang) => {
  const words = downloadText[lang]
  test.each(Object.entries(TaskCode))('task code %s has a word', (_, code) =>
    expect(codeWord(words, code, { data: null })).toBe(words.codes[code]),
  )
  test.each(linkReasons)('the refusal %s has a word of its own', (reason) => {
    expect(codeWord(words, TaskCode.invalidLink, { data: { reason } })).toBe(
      above(words.refusals[reason] ?? '', 'linkRefused', lang),
    )
    expect(words.refusals[reason]).toBeTruthy()
  })
  test.each(taskReasons)('the reason "%s" of a failed task has a word', (reason) => expect(words.reasons[reason]).toBeTruthy())
  test('an unknown code is an unknown error', () => expect(codeWord(words, 1999, { data: null })).toBe(words.unknownError))
})

describe('the lines of the sheet', () => {
  const words = downloadText.en
  const parts = { words, linkWords: linkWords.en, kinds: null }
  const wordsOf = (text: string, kinds: string[] | null = null) =>
    linesOf(text, { ...parts, kinds: kinds && new Set(kinds) }).map(({ verdict }) =>
      'word' in verdict ? verdict.word : 'kind' in verdict && verdict.kind,
    )

  test('each has its verdict: kind, unsupported, empty, twice; empty lines are none', () => {
    const text = `http://a/b.mkv\n\n ${magnet} \nhello\nmagnet:?xt=\n${magnet}&dn=again\nhttp://a/b.mkv\nthunder://QUFodHRwOi8vYS9iLm1rdlpa`
    expect(wordsOf(text)).toEqual([
      'http',
      'magnet',
      linkWords.en.faults['unsupported'],
      words.emptyMagnet,
      words.twice,
      words.twice,
      words.twice,
    ])
    expect(linesOf(text, parts).map(({ at }) => at)).toEqual([0, 2, 3, 4, 5, 6, 7])
  })

  test.each([
    ['ftp', 'ftp://a/b.mkv'],
    ['sftp', 'sftp://me@a/b.mkv'],
    ['ed2k', `ed2k://|file|a|1|${'a'.repeat(32)}|/`],
    ['rtmp', 'rtmp://a/b'],
    ['mms', 'mms://a/b'],
    ['magnet', magnet],
    ['torrent_url', 'http://a/b.torrent'],
  ])('%s is ready where the box takes it, and says so before it is sent where it does not', (kind, url) => {
    expect(wordsOf(url, [kind === 'torrent_url' ? 'torrent' : kind])).toEqual([kind])
    expect(wordsOf(url, ['http'])).toEqual([linkWords.en.cannotOpen[kind]])
    expect(wordsOf(`qqdl://${btoa(url)}`, ['http'])).toEqual([linkWords.en.cannotOpen[kind]])
  })

  test('a line that is cut short says how much of it is here', () => {
    expect(wordsOf('magnet:?xt=urn:btih:c9e15763f722')).toEqual(['Cut short, 12 of 40 characters'])
  })
})

test('every fault of a link has words in both languages, the same before it is sent and in a refusal', () => {
  for (const lang of langs)
    for (const reason of linkFaults) {
      expect(linkWords[lang].faults[reason]).toBeTruthy()
      expect(codeWord(downloadText[lang], TaskCode.invalidLink, { data: { reason } })).toContain(linkWords[lang].faults[reason])
    }
})

test('a magnet of version 2 only says so before it is sent, in words of its own; a hybrid one is ready', () => {
  for (const lang of langs) {
    const words = downloadText[lang]
    const parts = { words, linkWords: linkWords[lang], kinds: null }
    const only = `magnet:?xt=urn:btmh:1220${'b'.repeat(64)}`
    expect(linesOf(only, parts).map(({ verdict }) => verdict)).toEqual([{ state: 'bad', word: words.reasons['version_2'] }])
    expect(linesOf(`${only}&xt=urn:btih:${'a'.repeat(40)}`, parts)[0]?.verdict).toEqual({ state: 'ready', kind: 'magnet' })
    expect(words.reasons['version_2']).toContain('v2')
    expect(words.reasons['version_2']).not.toBe(words.reasons['no_engine'])
  }
})

test('all running downloads together: count, speed, part and time; what failed needs someone', () => {
  const list = [
    { ...aTask, task_id: '1', down_size: 50, download_size: 100, speed_bytes: 5 },
    { ...aTask, task_id: '2', down_size: 0, download_size: 100, speed_bytes: 5 },
    { ...aTask, task_id: '3', status: 0 },
    { ...aTask, task_id: '4', status: 3 },
    { ...aTask, task_id: '5', status: -1 },
    { ...aTask, task_id: '6', status: 0, code: TaskCode.noSpace, reason: 'no_space' },
  ]
  expect(summaryOf(list)).toEqual({ running: 2, lackRoom: 1, needYou: 2, speed: 10, percent: 25, size: 200, secondsLeft: 15 })
  expect(summaryOf([])).toEqual({ running: 0, lackRoom: 0, needYou: 0, speed: 0, percent: 0, size: 0, secondsLeft: null })
})
