/** Names that no header, zip or list may break: those of older code pages on the disk, and those with letters and signs beyond Latin-1. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileList } from '@homeport/contract/files.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { encodeText } from '../../../testing/encode-text.ts'
import { openFilesBox, type FilesBox } from '../testing/files.ts'

let box: FilesBox

beforeEach(async () => {
  box = await openFilesBox()
  mkdirSync(join(box.films, 'Old'))
})
afterEach(async () => {
  expect(await box.stop()).toEqual([])
})

function putRaw(name: string, encoding: string): void {
  writeFileSync(Buffer.concat([Buffer.from(`${box.films}/Old/`), encodeText(name, encoding)]), name)
}
async function listed(): Promise<string[]> {
  const { data } = await box.act('file_list', { path: box.at('Old'), limit: 200 })
  return fileList.output.parse(data).entries.map(({ name }) => name)
}
const sorted = (names: readonly string[]) => [...names].toSorted()

it.each([
  ['shift_jis', ['となりのトトロ.mkv', '千と千尋の神隠し.mkv', '川辺の最後の夏.srt']],
  ['big5', ['臥虎藏龍.mkv', '少年的你.mkv', '河邊的最後一個夏天.srt']],
  ['euc-kr', ['기생충.mkv', '안녕하세요.mkv', '시간 도둑.srt']],
  ['gb18030', ['白蛇：缘起.mkv', '流浪地球.mkv', '庆余年 第01集.mp4']],
  ['windows-1250', ['Poslední léto u řeky.mkv', 'Kde je můj otec.mkv']],
  ['windows-1251', ['Ночной дозор.avi', 'Последнее лето.avi']],
  ['windows-1252', ['Amélie.mkv', 'Léon à Paris.mkv', 'Sarà per un’altra volta.mkv']],
  ['windows-1253', ['Το τελευταίο καλοκαίρι.mkv', 'Καλημέρα.mkv']],
  ['windows-1254', ['Şimdi gidiyoruz.mkv', 'Zaman hırsızı.mkv']],
])('names in %s are read, and each is found again by its name', async (encoding, names) => {
  for (const name of names) putRaw(name, encoding)
  box.put('Old', 'plain.mkv')
  box.put('Old', '流浪.txt')
  expect(sorted(await listed())).toEqual(sorted([...names, 'plain.mkv', '流浪.txt']))
  const zip = Buffer.from(await (await fetch(await box.ticketOf(box.at('Old')))).arrayBuffer())
  for (const [at, name] of names.entries()) {
    expect(zip.includes(Buffer.from(`Old/${name}`))).toBe(true)
    expect(await (await fetch(await box.ticketOf(box.at('Old', name)))).text()).toBe(name)
    expect(await box.act('file_rename', { path: box.at('Old', name), name: `${at}.mkv` })).toMatchObject({ code: Code.ok })
    expect(readFileSync(join(box.films, 'Old', `${at}.mkv`), 'utf8')).toBe(name)
  }
})

it('of a long folder in one encoding all names are read in it', async () => {
  const names = Array.from({ length: 1_200 }, (_, at) => `기생충 ${at}.mkv`)
  for (const name of names) putRaw(name, 'euc-kr')
  const { data } = await box.act('file_list', { path: box.at('Old'), limit: 200 })
  const page = fileList.output.parse(data)
  expect([page.total, page.entries.every(({ name }) => name.startsWith('기생충 '))]).toEqual([1_200, true])
  expect(await (await fetch(await box.ticketOf(box.at('Old', '기생충 1199.mkv')))).text()).toBe('기생충 1199.mkv')
})

// RFC 8187; NodeBB and others end the page where a header has such a name.
it('a file of any name is handed out under it', async () => {
  const names = [
    '対応.mkv',
    '引“号”.mkv',
    '100%.mkv',
    'a"b\'(c)*;d.mkv',
    '100%41 Ã.mkv',
    'שלום.mkv',
    '👨‍👩‍👧‍👦.mkv',
    'Ame\u0301lie.mkv',
  ]
  for (const name of names) {
    box.put('Old', name)
    const response = await fetch(await box.ticketOf(box.at('Old', name)))
    const [, given = ''] =
      /^attachment; filename\*=UTF-8''([\w.!#$&+^`|~%-]+)$/.exec(response.headers.get('content-disposition') ?? '') ?? []
    expect([decodeURIComponent(given), await response.text()]).toEqual([name, name])
  }
  expect(readdirSync(join(box.films, 'Old'))).toHaveLength(names.length)
})
