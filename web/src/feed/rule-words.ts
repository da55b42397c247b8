/** A rule in words, as its rows show it. */
import type { FeedRule } from '@homeport/contract/feed/feed-rule.ts'
import { sizeOf } from '../kit/text/format.ts'
import type { feedText } from './text.ts'

type Words = (typeof feedText)['en']

export function ruleWords(rule: FeedRule, words: Words) {
  return {
    titles: titlesOf(rule, words),
    episodes: rule.season_from === 0 && rule.episode_from === 0 ? words.all : words.from(rule.season_from, rule.episode_from),
    quality: rule.quality_from === '' ? words.any : words.qualityFrom(rule.quality_from),
    size: sizesOf(rule, words),
    language: rule.languages.length === 0 ? words.any : words.or(rule.languages.map((one) => words.languages[one])),
    category: rule.category === '' ? words.noCategory : rule.category,
  }
}

function titlesOf({ titles, not_words }: FeedRule, { any }: Words): string {
  const named = titles.length === 0 ? any : titles.join(', ')
  return not_words === '' ? named : `${named} − ${not_words}`
}

function sizesOf({ size_from, size_to }: FeedRule, { any, atLeast, atMost, between }: Words): string {
  if (size_from > 0 && size_to > 0) return between(sizeOf(size_from), sizeOf(size_to))
  if (size_to > 0) return atMost(sizeOf(size_to))
  return size_from > 0 ? atLeast(sizeOf(size_from)) : any
}
