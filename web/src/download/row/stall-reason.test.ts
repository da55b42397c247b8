/** Every reason of the contract has its sentence, and what to do about it, in both languages. */
import { stallReasons, taskReasons, type Task } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { langs } from '@homeport/contract/kit/operation.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { aTask } from '../../testing/samples.ts'
import { downloadText } from '../text.ts'
import { waitReasons, whyText } from './why-text.ts'
import { whyOf } from './stall-reason.ts'

const isText = expect.stringMatching(/\S{2}/)
const stall = { since: 0, is_dead: false, peers: 0, trackers: 5, silent_trackers: 3, rank: 2, next_at: null }
const stalled = (reason: string): Task => ({ ...aTask, stall: { ...stall, reason } })
const waits = (reason: string): Task => ({ ...aTask, wait: { reason, place: 2, tries: 3, next_at: null } })

afterEach(() => setLang('en'))

describe.each(langs)('in %s', (lang) => {
  const words = whyText[lang]

  test.each(taskReasons)('why a task failed: %s', (reason) => {
    expect(downloadText[lang].reasons[reason]).toEqual(isText)
    if (reason !== '') expect(words.reasonHints[reason]).toEqual(isText)
  })

  test.each(Object.values(TaskCode))('the code %s', (code) => expect(downloadText[lang].codes[code]).toEqual(isText))

  test.each(stallReasons)('why a task does not move: %s', (reason) => {
    setLang(lang)
    expect(whyOf(stalled(reason), words)).toMatchObject({ text: isText, advice: isText })
    const all = stallReasons.map((one) => whyOf(stalled(one), words)?.text)
    expect(new Set(all).size).toBe(stallReasons.length)
  })

  test.each(waitReasons)('why a task waits: %s', (reason) => {
    setLang(lang)
    expect(whyOf(waits(reason), words)).toMatchObject({ text: isText, advice: isText })
  })
})

test('trackers that do not answer are counted in words; a reason of a newer box is not left empty', () => {
  expect(whyOf(stalled('no_peers'), whyText.en)?.advice).toMatch(/^3 of 5 trackers don’t answer\. The box keeps looking/)
  const bare = whyOf({ ...aTask, stall: { ...stall, reason: 'no_peers', trackers: 0, silent_trackers: 0 } }, whyText.en)
  expect(bare?.text).toMatch(/^No peers found for/)
  expect(bare?.advice).toBe('The box keeps looking by itself; more trackers often help.')
  expect(whyOf(stalled('brand_new'), whyText.en)?.text).toMatch(/^Nothing received for/)
  expect(whyOf({ ...aTask, stall: { ...stall, reason: 'no_peers', is_dead: true } }, whyText.en)?.text).toMatch(/^No data for/)
  expect(whyOf(aTask, whyText.en)).toBe(null)
})
