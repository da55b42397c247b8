/** Field rules: names, passwords and sizes. */
import { expect, test } from 'vitest'
import { pairHintOf, normalCode, readTopic, mqttTopics } from '../../kit/connection.ts'
import { isShallow } from '../../kit/envelope.ts'
import { DeviceName, NickName, Password, UserName } from './rule.ts'
import { ruleWords, wordsOf } from './rule-messages.ts'
import { sizeText, speedText } from '../size.ts'

const ruleOf = (result: { success: boolean; error?: { issues: { message: string }[] } }) => result.error?.issues[0]?.message

test('a user name has 3 to 15 characters of any script, counted in code points', () => {
  for (const name of ['abc', '海港灯', 'Ñandú·1', 'a b-c_d.e', '𠮷𠮷𠮷'])
    expect(UserName.safeParse(name).success, name).toBe(true)
  expect(UserName.parse('  e\u0301te ')).toBe('éte')
  for (const name of ['ab', 'a'.repeat(16), '']) expect(ruleOf(UserName.safeParse(name)), name).toBe('name_length')
  for (const name of ['a<b>c', 'abc@d', 'a  b', 'a\nbc', '🙂🙂🙂'])
    expect(ruleOf(UserName.safeParse(name)), name).toBe('name_characters')
})

test.each([
  ['a variation selector', 'Harbor\ufe0f'],
  ['a grapheme joiner', 'Har\u034fbor'],
  ['a Hangul filler', 'Harbor\u3164'],
  ['fillers only', '\u3164\u3164\u3164'],
  ['Khmer vowels without a look', '\u17b4\u17b5\u17b4'],
  ['accents without a letter', '\u0301\u0302\u0301'],
  ['dots only', '...'],
  ['blanks that are letters', '\u{13441}\u{13442}\u{13441}'],
  ['the blank of braille', '\u2800\u2800\u2800'],
])('a name with %s is refused', (_, name) => {
  for (const schema of [UserName, NickName, DeviceName]) expect(ruleOf(schema.safeParse(name))).toBe('name_characters')
})

test('a password has 6 to 32 characters of any kind', () => {
  for (const password of ['123456', '密码密码密码', '🙂'.repeat(32)]) expect(Password.safeParse(password).success).toBe(true)
  expect(ruleOf(Password.safeParse(''))).toBe('password_filled')
  for (const password of ['12345', 'a'.repeat(33)]) expect(ruleOf(Password.safeParse(password))).toBe('password_length')
})

test('every rule has words in both languages, an unknown one the general words', () => {
  for (const words of Object.values(ruleWords)) expect(words.en && words.zh).toBeTruthy()
  expect(wordsOf('nothing_known', 'zh')).toBe(ruleWords.invalid.zh)
})

test('sizes on the wire are in units of 1024', () => {
  expect([0, 1023, 1024, 19_293_798, 1024 ** 3 * 1.5, 1024 ** 4].map(sizeText)).toEqual([
    '0B',
    '1023B',
    '1K',
    '18.4M',
    '1.5GB',
    '1024GB',
  ])
  expect([0, 0.4, 19_293_798].map(speedText)).toEqual(['0K/S', '0K/S', '18.4M/S'])
})

test('topics of a box read back; foreign ones do not', () => {
  const devsn = 'ABCDEFGH234567AB'
  expect(readTopic(mqttTopics(devsn, 'zh').up)).toEqual({ devsn, part: 'up', lang: 'zh' })
  expect(readTopic(mqttTopics(devsn, 'en').presence)).toEqual({ devsn, part: 'presence' })
  for (const topic of ['box/+/en/up', `box/${devsn}/fr/up`, `box/${devsn}/en/up/x`, `$SYS/${devsn}`, `box/${devsn}/#`, ''])
    expect(readTopic(topic), topic).toBeUndefined()
})

test('a typed pairing code forgives case, spaces, dashes and look-alikes', () => {
  expect(normalCode(' abcd-efgO ')).toBe('ABCDEFG0')
  expect(normalCode('il10')).toBe('1110')
  expect(pairHintOf('ABCDEFG0')).toBe('AB')
})

test('depth counts levels of objects and lists', () => {
  expect(isShallow({ a: [{ b: 1 }] }, 3)).toBe(true)
  expect(isShallow({ a: [{ b: 1 }] }, 2)).toBe(false)
  expect(isShallow('text', 0)).toBe(true)
})
