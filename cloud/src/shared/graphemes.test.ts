/** Cuts between graphemes, in excerpts, found pieces and notices. */
import { expect, test } from 'vitest'
import { graphemes } from '../../../testing/graphemes.ts'
import { messageNotice } from '../message/notice.query.ts'
import { excerptOfPost, excerptOfReply } from '../forum/post/plain-text.ts'
import { snippet } from './search/highlight.ts'

test.each(graphemes)('%s at the end of an excerpt is whole or not there', (letter) => {
  for (let before = 100; before <= 120; before += 1) {
    const text = `${'a'.repeat(before)}${letter}${'b'.repeat(40)}`
    for (const cut of [excerptOfPost, excerptOfReply]) {
      const excerpt = cut(text)
      expect([...excerpt].length).toBeLessThanOrEqual(120)
      expect(excerpt.replace(letter, '')).toMatch(/^a{90,}b*…$/)
    }
  }
})

test.each(graphemes)('%s where a post is read no further is whole or not there', (letter) => {
  for (let before = 1_960; before <= 2_000; before += 1)
    expect(excerptOfPost(`${' '.repeat(before)}${letter}${letter}b`).replaceAll(letter, '')).toMatch(/^b?$/)
})

test.each(graphemes)('%s at either end of a found piece is whole or not there', (letter) => {
  for (let at = 0; at < 12; at += 1) {
    const text = `${'z'.repeat(at)}${letter.repeat(60)} harbour ${'y'.repeat(at)}${letter.repeat(120)}`
    expect(snippet(text, ['harbour']).replaceAll(letter, '')).toMatch(/^…?z* harbour y*…$/)
  }
})

test('a letter of more marks than an excerpt holds is cut', () => {
  expect(excerptOfPost(`a${'\u0301'.repeat(500)}`)).toMatch(/^a\u0301+…$/)
})

test.each(graphemes)('a notice ends before or after %s', (letter) => {
  for (let before = 0; before <= 400; before += 1) {
    const from = { user_id: 'u', username: 'ann', nickname: '' }
    const { text } = messageNotice(from, { to: 'b', id: 'm', text: `${'a'.repeat(before)}${letter}${'b'.repeat(400)}` })
    expect(text.replace(letter, '')).toMatch(/^a*b*…$/)
  }
})
