/** The texts that a person may type or paste to find a film. */
import { expect, it } from 'vitest'
import { readTypedQuery } from './typed-query.ts'

const title = (name: string, year: number | null, isDouban = false) => ({ kind: 'title', title: name, year, isDouban })
const id = (tmdb: string, imdb = '') => ({ kind: 'id', tmdb, imdb })

it.each([
  ['The Harbour', title('The Harbour', null)],
  ['The Harbour 2016', title('The Harbour', 2016)],
  ['The Harbour (2016)', title('The Harbour', 2016)],
  ['港湾 2016', title('港湾', 2016)],
  ['港湾(2016年)', title('港湾', 2016)],
  ['1984', title('1984', null)],
  ['2001 太空漫游', title('2001 太空漫游', null)],
  ['tmdb 603', id('603')],
  ['tmdb:603', id('603')],
  ['{tmdb-603}', id('603')],
  ['tv/1399', id('tv/1399')],
  ['tt0133093', id('', 'tt0133093')],
  ['https://www.themoviedb.org/movie/603-the-matrix?language=zh-CN', id('movie/603')],
  ['https://www.themoviedb.org/tv/1399', id('tv/1399')],
  ['https://m.imdb.com/title/tt0133093/?ref_=x', id('', 'tt0133093')],
  ['《河上谣》(1998) ★★★★ 豆瓣电影 https://movie.douban.com/subject/1291843/', title('河上谣', 1998, true)],
  ['河上谣 (豆瓣) https://movie.douban.com/subject/1291843/?dt_dapp=1', title('河上谣', null, true)],
  ['https://movie.douban.com/subject/1291843/', { kind: 'douban_bare' }],
  ['movie.douban.com/subject/1291843', { kind: 'douban_bare' }],
])('%s', (query, parsed) => {
  expect(readTypedQuery(query)).toEqual(parsed)
})
