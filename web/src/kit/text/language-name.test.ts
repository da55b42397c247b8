import { expect, test, vi } from 'vitest'
import { languageName, ownLanguageName } from './language-name.ts'
import { soundLayout } from './sound-layout.ts'

test('a language is named in the language of the app, also by the code that Matroska writes; a title stays as it is', () => {
  const codes = ['zh', 'zh-Hant', 'chi', 'ger', 'fr', 'pt-BR', 'es-419', '', 'x_y', 'Director', 'fr-x', 'zxx']
  expect(codes.map((code) => languageName(code, 'en'))).toEqual([
    'Chinese',
    'Traditional Chinese',
    'Chinese',
    'German',
    'French',
    'Brazilian Portuguese',
    'Latin American Spanish',
    '',
    'x_y',
    'Director',
    'fr-x',
    'No linguistic content',
  ])
  expect(['chi', 'ger'].map((code) => languageName(code, 'zh'))).toEqual(['中文', '德语'])
})

test('a language is named in itself', () => {
  expect(['zh-Hans', 'zh-Hant', 'zh', 'yue', 'chi', 'fr', 'fre', 'pt-BR', '', 'x_y'].map(ownLanguageName)).toEqual([
    '简体中文',
    '繁體中文',
    '中文',
    '粵語',
    '中文',
    'Français',
    'Français',
    'Português (Brasil)',
    '',
    'x_y',
  ])
})

test('an old browser, which has no names of languages, shows the code', () => {
  vi.stubGlobal('Intl', {})
  expect([languageName('fr', 'en'), ownLanguageName('fr')]).toEqual(['fr', 'fr'])
})

test('four and five channels have none for low frequencies', () => {
  expect([3, 4, 5, 6, 7, 8, 10].map(soundLayout)).toEqual(['3.0', '4.0', '5.0', '5.1', '6.1', '7.1', '10.0'])
})
