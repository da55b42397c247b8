/** Subtitle files beside a film: names as they are on disks, folders for subtitles, and links that lead out of the library. */
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clear, testFolder } from '../../testing/downloads.ts'
import { encodeText } from '../../../../testing/encode-text.ts'
import { findSubtitlesBeside } from './subtitles-beside.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(testFolder())
})
afterEach(() => clear(folder))

const cue = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`
const english = cue('Where are we?')
function put(name: string, content: string | Uint8Array = english): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content)
}
const isInside = async (path: string) => {
  try {
    return realpathSync(path).startsWith(folder)
  } catch {
    return false
  }
}
const find = async (film: string) => {
  const results = await findSubtitlesBeside(join(folder, film), isInside)
  return results.map(({ id, language, title, isForced, trouble }) =>
    [id, language, title, isForced ? 'forced' : '', trouble].join('|'),
  )
}

test.each([
  ['Film.srt', 'Film.srt||||'],
  ['Film.zh.srt', 'Film.zh.srt|zh|||'],
  ['Film.chs&eng.ass', 'Film.chs&eng.ass|zh-Hans|chs&eng||'],
  ['Film.简体.ass', 'Film.简体.ass|zh-Hans|||'],
  ['Film.繁體.srt', 'Film.繁體.srt|zh-Hant|||'],
  ['Film.zh-TW.default.vtt', 'Film.zh-TW.default.vtt|zh-Hant|||'],
  ['Film.pt-BR.srt', 'Film.pt-BR.srt|pt-BR|||'],
  ['Film.de_AT.forced.srt', 'Film.de_AT.forced.srt|de-AT||forced|'],
  ['Film.es-419.Director.srt', 'Film.es-419.Director.srt|es-419|Director||'],
  ['Film.sr-Latn.sdh.srt', 'Film.sr-Latn.sdh.srt|sr-Latn|SDH||'],
  ['Film.cc.pt-BR.srt', 'Film.cc.pt-BR.srt|pt-BR|CC||'],
  ['Film.pob.hi.srt', 'Film.pob.hi.srt|pt-BR|HI||'],
  ['Film.Chinese (Simplified).forced.srt', 'Film.Chinese (Simplified).forced.srt|zh-Hans||forced|'],
  ['Film.nb-NO.srt', 'Film.nb-NO.srt|nb|||'],
  ['Film.en-de.srt', 'Film.en-de.srt|en|en-de||'],
  ['Film.en.forced.srt', 'Film.en.forced.srt|en||forced|'],
  ['Film.eng.sdh.srt', 'Film.eng.sdh.srt|en|SDH||'],
  ['Film.en.hi.srt', 'Film.en.hi.srt|en|HI||'],
  ['Film.hi.eng.srt', 'Film.hi.eng.srt|en|HI||'],
  ['Film.pl.hi.srt', 'Film.pl.hi.srt|pl|HI||'],
  ['Film.zh-TW.hi.srt', 'Film.zh-TW.hi.srt|zh-Hant|HI||'],
  ['Film.German.HI.forced.srt', 'Film.German.HI.forced.srt|de|HI|forced|'],
  ['Film.hi.srt', 'Film.hi.srt|hi|||'],
  ['Film.hi.forced.srt', 'Film.hi.forced.srt|hi||forced|'],
  ['Film.hin.hi.srt', 'Film.hin.hi.srt|hi|HI||'],
  ['Film.en.cc.srt', 'Film.en.cc.srt|en|CC||'],
  ['Film.foreign.en.srt', 'Film.foreign.en.srt|en||forced|'],
  // In the words of sites and programs of each language.
  ['Film.fr.forcé.srt', 'Film.fr.forcé.srt|fr||forced|'],
  ['Film.French (Forcés).srt', 'Film.French (Forcés).srt|fr||forced|'],
  ['Film.es.forzado.srt', 'Film.es.forzado.srt|es||forced|'],
  ['Film.pt-BR.Forçada.srt', 'Film.pt-BR.Forçada.srt|pt-BR||forced|'],
  ['Film.ita.forzati.srt', 'Film.ita.forzati.srt|it||forced|'],
  ['Film.Deutsch.erzwungen.srt', 'Film.Deutsch.erzwungen.srt|de||forced|'],
  ['Film.pl.wymuszone.srt', 'Film.pl.wymuszone.srt|pl||forced|'],
  ['Film.ru.форсированные.srt', 'Film.ru.форсированные.srt|ru||forced|'],
  ['Film.简体.强制字幕.srt', 'Film.简体.强制字幕.srt|zh-Hans||forced|'],
  ['Film.ko.강제.srt', 'Film.ko.강제.srt|ko||forced|'],
  ['Film.ru.для глухих.srt', 'Film.ru.для глухих.srt|ru|для глухих||'],
  ['Film.en.The Force.srt', 'Film.en.The Force.srt|en|The Force||'],
  ['Film.fr.forces.srt', 'Film.fr.forces.srt|fr|forces||'],
  ['Film.en.Director.srt', 'Film.en.Director.srt|en|Director||'],
  ['Film [CHT].ssa', 'Film [CHT].ssa|zh-Hant|||'],
  ['film.EN.SRT', 'film.EN.SRT|en|||'],
  ['Film.en.sup', 'Film.en.sup|en|||picture'],
  ['Film.en.sub', 'Film.en.sub|en|||'],
  ['Subs/2_English.srt', 'Subs/2_English.srt|en|||'],
  ['字幕/简体中文.srt', '字幕/简体中文.srt|zh-Hans|||'],
  ['Subs/Film/3_Deutsch.srt', 'Subs/Film/3_Deutsch.srt|de|||'],
])('%s', async (name, expected) => {
  put('Film.mkv', 'film')
  put(name)
  expect(await find('Film.mkv')).toEqual([expected])
})

test('the text tells the script where the name says only Chinese, and the language where it says nothing', async () => {
  put('Film.mkv', 'film')
  put('Film.zh.srt', encodeText(cue('我們走吧，這裡沒有什麼'), 'big5'))
  put('Film.srt', encodeText(cue('我们走吧，这里没有什么'), 'gb18030'))
  expect(await find('Film.mkv')).toEqual(['Film.srt|zh-Hans|||', 'Film.zh.srt|zh-Hant|||'])
})

test('idx and sub are one subtitle of pictures', async () => {
  put('Film.mkv', 'film')
  put('Film.idx', '# VobSub index file, v7\nid: de, index: 0\n')
  put('Film.sub', 'pictures')
  expect(await find('Film.mkv')).toEqual(['Film.idx|de|||picture'])
})

test('a subtitle belongs to the film with the longest name, each part has its own, and other films none', async () => {
  for (const name of ['Film.mkv', 'Film.2.mkv', 'Filmed.mkv', 'Other CD1.avi', 'Other CD2.avi']) put(name, 'film')
  for (const name of [
    'Film.en.srt',
    'Film.2.en.srt',
    'Filmed.en.srt',
    'Other CD1.srt',
    'Other CD2.srt',
    'Subs/English.srt',
    'notes.txt',
  ])
    put(name)
  expect(await find('Film.mkv')).toEqual(['Film.en.srt|en|||'])
  expect(await find('Film.2.mkv')).toEqual(['Film.2.en.srt|en|||'])
  expect(await find('Other CD2.avi')).toEqual(['Other CD2.srt||||'])
})

test('texts of pictures and tenths of seconds are subtitles under any name that they bear, other texts are none', async () => {
  put('Film.mkv', 'film')
  put('Film.de.sub', '{25}{50}Hallo')
  put('Film.mpl', '[10][20]Hi')
  put('Film.pl.txt', '[10][20]Dzień dobry')
  put('Film.smi', '<SAMI><BODY><SYNC Start=10>안녕하세요 여러분')
  put('Film.txt', 'Read me [10][20]')
  expect(await find('Film.mkv')).toEqual(['Film.de.sub|de|||', 'Film.mpl||||', 'Film.pl.txt|pl|||', 'Film.smi|ko|||'])
})

test('SubViewer, TMPlayer, YouTube’s and SubRip’s texts are told by what they hold', async () => {
  put('Film.mkv', 'film')
  put('Film.de.sub', '[INFORMATION]\n[TITLE]a\n[SUBTITLE]\n00:00:01.00,00:00:02.00\nHallo\n')
  put('Film.en.sbv', '0:00:01.000,0:00:02.000\nHello\n')
  put('Film.fr.txt', '1\n00:00:01,000 --> 00:00:02,000\nBonjour\n')
  put('Film.pl.txt', '00:00:01:Dzień dobry\n00:00:03:Tak\n')
  put('Film.txt', '12:30:00: a note of the day --> see below\nno more')
  put('Film.ja.sub', 'pictures')
  expect(await find('Film.mkv')).toEqual([
    'Film.de.sub|de|||',
    'Film.en.sbv|en|||',
    'Film.fr.txt|fr|||',
    'Film.ja.sub|ja|||unreadable',
    'Film.pl.txt|pl|||',
  ])
})

test('an empty and a huge file are listed and cannot be read', async () => {
  put('Film.mkv', 'film')
  put('Film.en.srt', '')
  put('Film.fr.srt', 'x'.repeat(5 * 1024 * 1024 + 1))
  expect(await find('Film.mkv')).toEqual(['Film.en.srt|en|||unreadable', 'Film.fr.srt|fr|||unreadable'])
})

test('a link that leads out of the library, and a folder with the name of a subtitle, are not opened', async () => {
  put('lib/Film.mkv', 'film')
  put('secret.srt', 'secret')
  mkdirSync(join(folder, 'lib', 'Film.de.srt'))
  symlinkSync(join(folder, 'secret.srt'), join(folder, 'lib', 'Film.en.srt'))
  const within = async (path: string) => realpathSync(path).startsWith(join(folder, 'lib'))
  expect(await findSubtitlesBeside(join(folder, 'lib', 'Film.mkv'), within)).toEqual([])
})

test('a film in a folder that is gone has none', async () => {
  expect(await find('gone/Film.mkv')).toEqual([])
})
