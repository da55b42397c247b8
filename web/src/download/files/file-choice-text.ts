/** Texts of the tree in which the files of a torrent are chosen. */
import { both } from '../../kit/lang.ts'

export const fileChoiceText = both({
  en: {
    searchFiles: 'Search files',
    noFileMatches: 'No files match',
    videosOnly: 'Videos only',
    selectFolder: (name: string) => `Select all in ${name}`,
    selectMatches: 'Select all matches',
    chooseMore: 'Choose files',
    saveChoice: (size: string) => `Save selection · ${size}`,
    tooManyParts: 'This selection is too scattered. Select whole folders instead.',
  },
  zh: {
    searchFiles: '搜索文件',
    noFileMatches: '没有符合的文件',
    videosOnly: '只选视频',
    selectFolder: (name) => `全选「${name}」`,
    selectMatches: '全选搜索结果',
    chooseMore: '选择文件',
    saveChoice: (size) => `保存选择 · ${size}`,
    tooManyParts: '选择过于零散，请按文件夹选择。',
  },
})
