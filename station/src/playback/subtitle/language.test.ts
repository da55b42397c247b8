/** Languages of tracks: tags of files, names of files and titles, and the writing of the text. */
import { describe, expect, test } from 'vitest'
import { languageOfTag, languageOfText, languagesInWords } from './language.ts'

describe('a tag', () => {
  test.each([
    ['chi', 'zh'],
    ['zho', 'zh'],
    ['zh', 'zh'],
    ['zh-CN', 'zh-Hans'],
    ['zh_TW', 'zh-Hant'],
    ['zh-Hant-HK', 'zh-Hant'],
    ['zh-Hans-CN', 'zh-Hans'],
    ['chs', 'zh-Hans'],
    ['cht', 'zh-Hant'],
    ['eng', 'en'],
    ['en', 'en'],
    ['ger', 'de'],
    ['fre', 'fr'],
    ['jpn', 'ja'],
    ['yue', 'yue'],
    ['pt-BR', 'pt-BR'],
    ['und', ''],
    ['', ''],
    ['qqq', ''],
    ['<script>', ''],
  ])('%s is %s', (tag, language) => expect(languageOfTag(tag)).toBe(language))
})

describe('a name', () => {
  test.each([
    ['.zh', ['zh']],
    ['.zh-CN', ['zh-Hans']],
    ['.zh_TW.forced', ['zh-Hant']],
    ['.chs&eng', ['zh-Hans', 'en']],
    ['.简体', ['zh-Hans']],
    ['.简体中文', ['zh-Hans']],
    ['.繁體', ['zh-Hant']],
    ['.简体&英文', ['zh-Hans', 'en']],
    ['.简英双语', ['zh-Hans', 'en']],
    ['.中英双字', ['zh', 'en']],
    ['[CHT]', ['zh-Hant']],
    ['.sc', ['zh-Hans']],
    ['.tc', ['zh-Hant']],
    ['.gb', ['zh-Hans']],
    ['.big5', ['zh-Hant']],
    ['.GB.jp', ['zh-Hans', 'ja']],
    ['2_English', ['en']],
    ['English (SDH)', ['en']],
    ['Français', ['fr']],
    ['Deutsch', ['de']],
    ['日本語', ['ja']],
    ['日语', ['ja']],
    ['.spa', ['es']],
    ['.pt-BR', ['pt-BR']],
    ['.pt_br', ['pt-BR']],
    ['.zh-TW', ['zh-Hant']],
    ['.es-419', ['es-419']],
    ['.es-AR', ['es-AR']],
    ['.de-AT', ['de-AT']],
    ['.sr-Latn', ['sr-Latn']],
    ['.sr-cyrl', ['sr-Cyrl']],
    ['.nl-BE', ['nl-BE']],
    // Two languages, and a word that is no region.
    ['.en-de', ['en', 'de']],
    ['.zh-en', ['zh', 'en']],
    ['.en-xx', ['en']],
    ['.en-de-AT', ['en', 'de']],
    ['.forced', []],
    ['', []],
    ['Director’s commentary', []],
  ])('%s: %j', (words, languages) => expect(languagesInWords(words)).toEqual(languages))
})

describe('a text', () => {
  test.each([
    ['我们走吧，这里没有什么', 'zh', 'zh-Hans'],
    ['我們走吧，這裡沒有什麼', 'zh', 'zh-Hant'],
    ['我們走吧，這裡沒有什麼', '', 'zh-Hant'],
    ['我們走吧', 'en', 'en'],
    ['ここはどこですか、東京です', '', 'ja'],
    ['여기가 어디예요', '', 'ko'],
    ['Where are we?', '', ''],
    ['人口', 'zh', 'zh'],
  ])('%s, known as "%s": %s', (text, known, language) => expect(languageOfText(text, known)).toBe(language))
})
