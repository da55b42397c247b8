/** Every code, refusal and reason of the contract has a text in both languages, and every link kind its status. */
import { taskReasons } from '@homeport/contract/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { linkReasons } from '@homeport/contract/kit/envelope.ts'
import { langs } from '@homeport/contract/kit/promise.ts'
import { describe, expect, test } from 'vitest'
import { aTask } from '../testing/samples.ts'
import { summaryOf } from './summary.ts'
import { codeWord, downloadText } from './text.ts'
import { linesOf } from './link-status.ts'

const magnet = `magnet:?xt=urn:btih:${'a'.repeat(40)}`

describe.each(langs)('in %s', (lang) => {
  const words = downloadText[lang]
  test.each(Object.entries(TaskCode))('task code %s has a word', (_, code) =>
    expect(codeWord(words, code, { data: null }).split('\n')[0]).toBe(words.codes[code]),
  )
  test.each(linkReasons)('the refusal %s has a word of its own', (reason) => {
    expect(codeWord(words, TaskCode.invalidLink, { data: { reason } })).toBe(
      `${words.codes[TaskCode.invalidLink]}\n${words.refusals[reason]}`,
    )
    expect(words.refusals[reason]).toBeTruthy()
  })
  test.each(taskReasons)('the reason "%s" of a failed task has a word', (reason) => expect(words.reasons[reason]).toBeTruthy())
  test('an unknown code is an unknown error', () => expect(codeWord(words, 1999, { data: null })).toBe(words.unknownError))
})

test('each line gets its verdict: kind, unsupported, empty, twice; empty lines are none', () => {
  const words = downloadText.en
  const lines = linesOf(`http://a/b.mkv\n\n ${magnet} \nhello\nmagnet:?xt=\n${magnet}&dn=again\nhttp://a/b.mkv`, words)
  expect(lines.map((line) => ('word' in line.verdict ? line.verdict.word : 'kind' in line.verdict && line.verdict.kind))).toEqual(
    ['http', 'magnet', words.unsupported, words.emptyMagnet, words.twice, words.twice],
  )
})

test('a link that the box would refuse for want of a program says so before it is sent, and is not counted', () => {
  const words = downloadText.en
  const kinds = ['ftp://a/b.mkv', 'thunder://QUFodHRwOi8vYS9iLm1rdlpa', 'ed2k://|file|a|1|0|/', 'rtmp://a/b', 'mms://a/b']
  const verdictsOf = (text: string, hasTorrents?: boolean) => linesOf(text, words, hasTorrents).map(({ verdict }) => verdict)
  expect(verdictsOf(kinds.join('\n'))).toEqual(
    (['ftp', 'thunder', 'ed2k', 'rtmp', 'mms'] as const).map((kind) => ({ state: 'bad', word: words.cannotOpen[kind] })),
  )
  expect(verdictsOf(magnet)).toEqual([{ state: 'ready', kind: 'magnet' }])
  expect(verdictsOf(magnet, false)).toEqual([{ state: 'bad', word: words.cannotOpen['magnet'] }])
  expect(verdictsOf('http://a/b.torrent', false)).toEqual([{ state: 'bad', word: words.cannotOpen['torrent_url'] }])
})

test('a magnet of version 2 only says so before it is sent, in words of its own; a hybrid one is ready', () => {
  for (const lang of langs) {
    const words = downloadText[lang]
    const only = `magnet:?xt=urn:btmh:1220${'b'.repeat(64)}`
    expect(linesOf(only, words).map(({ verdict }) => verdict)).toEqual([{ state: 'bad', word: words.reasons['version_2'] }])
    expect(linesOf(`${only}&xt=urn:btih:${'a'.repeat(40)}`, words)[0]?.verdict).toEqual({ state: 'ready', kind: 'magnet' })
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
  expect(summaryOf(list)).toEqual({ running: 2, needYou: 3, speed: 10, percent: 25, size: 200, secondsLeft: 15 })
  expect(summaryOf([])).toEqual({ running: 0, needYou: 0, speed: 0, percent: 0, size: 0, secondsLeft: null })
})
