/** Texts of the search in the films. */
import { both } from '../kit/lang.ts'

export const searchText = both({
  en: {
    title: 'Search the library',
    field: 'Title, person or file',
    which: 'What to search',
    tabs: { films: 'Films', series: 'Series', files: 'Files', people: 'People' },
    noneOf: { films: 'No films found', series: 'No series found', files: 'No files found', people: 'No people found' },
    all: (n: number) => `All ${n.toLocaleString('en')}`,
    showing: 'Showing',
    exactly: (q: string) => `Search “${q}” instead`,
    watched: 'Watched',
    leftAt: (at: string) => `Left at ${at}`,
    films: (n: number) => (n === 1 ? '1 film' : `${n.toLocaleString('en')} films`),
    none: (q: string) => `Nothing found for “${q}”`,
    noneText: 'Try fewer letters, pinyin, or a person’s name.',
    again: 'New search',
    genres: 'Genres',
  },
  zh: {
    title: '搜索影库',
    field: '片名、演员或文件名',
    which: '搜索范围',
    tabs: { films: '影片', series: '剧集', files: '文件', people: '人物' },
    noneOf: { films: '没有找到影片', series: '没有找到剧集', files: '没有找到文件', people: '没有找到人物' },
    all: (n) => `全部 ${n.toLocaleString('en')}`,
    showing: '已显示',
    exactly: (q) => `仍搜索“${q}”`,
    watched: '已看',
    leftAt: (at) => `看到 ${at}`,
    films: (n) => `${n.toLocaleString('en')} 部影片`,
    none: (q) => `没有找到“${q}”`,
    noneText: '少输几个字，或试试拼音、演员名。',
    again: '重新搜索',
    genres: '类型',
  },
})
