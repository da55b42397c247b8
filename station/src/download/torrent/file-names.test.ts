/** Names that servers and torrents give are names that people see. */
import { expect, it } from 'vitest'
import { fileNameOf } from '../http/server-name.ts'
import { topName } from './file-names.ts'

it('P35: a download is not hidden by the name that its server or torrent gives it', () => {
  expect([fileNameOf('.gone.mkv'), fileNameOf('/a/..x'), fileNameOf('film.aria2')]).toEqual(['_gone.mkv', '_x', 'film_aria2'])
  expect([topName('.gone'), topName('film.mkv.aria2'), topName('a/b')]).toEqual(['_gone', 'film.mkv_aria2', 'a_b'])
})

it('a name in which nothing is seen is none', () => {
  for (const name of ['\u200b', '\u3000', '\u2800\ufeff', '\u{16fe4}'])
    expect([fileNameOf(name), topName(name)]).toEqual(['', '_'])
  expect([fileNameOf('\u200b.mkv'), topName('\u3000a')]).toEqual(['\u200b.mkv', '\u3000a'])
})
