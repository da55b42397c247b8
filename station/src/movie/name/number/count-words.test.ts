/** Seasons and episodes counted in words, as television of many countries and those who record it write them. */
import { expect, it } from 'vitest'
import { readPath } from '../read-path.ts'

it.each([
  ['Hafen - Staffel 4, Folge 2.mp4', 'Hafen', 4, 2],
  ['Hafen 7. Staffel 3. Folge.avi', 'Hafen', 7, 3],
  ['Le Port 3e saison épisode 4.mkv', 'Le Port', 3, 4],
  ['El Puerto T3xE12.avi', 'El Puerto', 3, 12],
  ['El Puerto T19 Cap. 340 [HDTV].avi', 'El Puerto', 19, 340],
  ['O Porto 2ª Temporada Ep 04 Dual Audio.mkv', 'O Porto', 2, 4],
  ['Il porto 1a stagione ep. 12.avi', 'Il porto', 1, 12],
  ['Il porto - Stagione 3 - Episodi 1-2.mkv', 'Il porto', 3, [1, 2]],
  ['Liman 2. Sezon 15. Bölüm HD.mp4', 'Liman', 2, 15],
  ['Liman - 3.Sezon 8.Bölüm.avi', 'Liman', 3, 8],
  ['Порт 8 сезон 6 серия.mkv', 'Порт', 8, 6],
  ['Порт.Сезон 2.Серия 03.2020.WEB-DLRip.avi', 'Порт', 2, 3],
  ['Порт 05 сезон 12 (252) серия.avi', 'Порт', 5, 12],
  ['Portul sezonul 3 episodul 5.mp4', 'Portul', 3, 5],
  ['Satama kausi 5 jakso 3.mp4', 'Satama', 5, 3],
  ['Přístav! (2019) 1. série 05. díl CZ.mp4', 'Přístav!', 1, 5],
  ['항구 시즌2 12화.mp4', '항구', 2, 12],
  ['港の人 第6シリーズ 第3話.ts', '港の人', 6, 3],
  ['港の人 第2期 第05話.mp4', '港の人', 2, 5],
  ['Harbour_Series_9_-_6._The_Boat_b06r0p5k_original.mp4', 'Harbour', 9, 6],
  ['Harbour - Book 1 Chapter 5 - The Boat.mkv', 'Harbour', 1, 5],
  ['Harbour.Book.3.Fire.E21.mkv', 'Harbour', 3, 21],
  ['The Harbour s2 - 05.avi', 'The Harbour', 2, 5],
])('a season and an episode are read in the words of the country: %s', (path, ...expected) => {
  const facts = readPath(path)
  expect([facts.kind, facts.title, facts.season, facts.episode]).toEqual(['episode', ...expected])
})

it.each([
  ['Liman 1. Bölüm.mp4', 'Liman', 1],
  ['Liman.71.Bolum.Final.720p.mkv', 'Liman', 71],
  ['Przystań odc. 345.avi', 'Przystań', 345],
  ['El Puerto Cap. 12.avi', 'El Puerto', 12],
  ['Kikötő 5000. rész.avi', 'Kikötő', 5000],
  ['Λιμάνι Επεισόδιο 12.mp4', 'Λιμάνι', 12],
  ['항구 제1화.mp4', '항구', 1],
  ['港の人(12)「灯台」.ts', '港の人', 12],
  ['港のどうでしょう 第12夜.avi', '港のどうでしょう', 12],
  ['Порт 1984 (1-5 серии).avi', 'Порт', [1, 5]],
])('an episode alone: %s', (path, title, episode) => {
  const facts = readPath(path)
  expect([facts.kind, facts.title, facts.season, facts.episode]).toEqual(['episode', title, undefined, episode])
})

it.each([
  // Dots for spaces: the number before the word is the title's.
  ['Blue.Harbour.2.Season.1.Episode.5.mkv', 'Blue Harbour 2', 1, 5],
  ['Sezona (2018).mkv', 'Sezona', undefined, undefined],
  // It has two episodes, and is none.
  ['Порт (1975) [2 серии].mkv', 'Порт', undefined, undefined],
])('what only looks like a count: %s', (path, ...expected) => {
  const facts = readPath(path)
  expect([facts.title, facts.season, facts.episode]).toEqual(expected)
})
