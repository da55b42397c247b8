import { describe, expect, test } from 'vitest'
import { fileNameOf, nameOfAnswer, nameOfPath } from './server-name.ts'
import { nameOfDisposition } from './content-disposition.ts'

const raw = (text: string) => Buffer.from(text).toString('latin1')

// RFC 6266, 8187, 2231, 2047, and what Chromium's and Firefox's own tests take.
describe('the name of a Content-Disposition header', () => {
  test.each([
    ['attachment; filename="a.bin"', 'a.bin'],
    ['attachment; filename=a.bin', 'a.bin'],
    ['filename=a b.bin', 'a b.bin'],
    ['attachment; FileName = "a.bin" ; size=3', 'a.bin'],
    ['attachment; filename="("; filename*="UTF-8\'\'(%D1%82.txt"', '(т.txt'],
    ["attachment; filename=old.bin; filename*=utf-8'en'%E6%B5%81.bin", '流.bin'],
    ["attachment; filename*=UTF-8''; filename=a.bin", 'a.bin'],
    ["attachment; filename*=gb2312''%C1%F7%C0%CB.bin", '流浪.bin'],
    ["attachment; filename*=iso-8859-1''Am%E9lie.mkv", 'Amélie.mkv'],
    ["attachment; filename*=nowhere''%E6%B5%81.bin", '流.bin'],
    ['attachment; filename*=%E6%B5%81.bin', '流.bin'],
    ['attachment; filename="a\\"b.bin"', 'a"b.bin'],
    ['attachment; filename="report "final".pdf"', 'report final.pdf'],
    ['attachment; filename="=?UTF-8?B?5rWB5rWqLmJpbg==?="', '流浪.bin'],
    ['attachment; filename="=?utf-8?Q?=E6=B5=81_a.bin?="', '流 a.bin'],
    ['attachment; filename==?GBK?B?wffAyw==?= =?GBK?Q?.bin?=', '流浪.bin'],
    ['attachment; filename*0*=UTF-8\'\'%E6%B5; filename*1*=%81; filename*2=".bin"', '流.bin'],
    [`attachment; filename="${raw('流浪.bin')}"`, '流浪.bin'],
    ['attachment; filename="Am\xe9lie.mkv"', 'Amélie.mkv'],
    ['attachment; filename="\xc1\xf7\xc0\xcb\xb5\xd8\xc7\xf2.mkv"', '流浪地球.mkv'],
    ['attachment; filename="%E6%B5%81%20a.bin"', '流 a.bin'],
    ['attachment; filename="100% a.bin"', '100% a.bin'],
    ['attachment; name="filename=x.bin"; filename="y.bin"', 'y.bin'],
    ['attachment; filename="a;b.bin"', 'a;b.bin'],
    ['attachment; filename="open', 'open'],
    // Two headers, which Node joins with a comma: the first counts, as in Firefox.
    ['attachment; filename=a.bin, attachment; filename=b.bin', 'a.bin'],
    ['attachment; filename="a.bin", attachment; filename="b.bin"', 'a.bin'],
    ["attachment; filename*=UTF-8''a.bin, inline", 'a.bin'],
    ['attachment; filename="a, inline.bin"', 'a, inline.bin'],
    // A letter that is cut by the border of two words.
    ['attachment; filename="=?UTF-8?B?5rU=?= =?UTF-8?B?gQ==?=.bin"', '流.bin'],
    ['attachment; filename="=?GBK?Q?=C1?= =?gbk?Q?=F7?=.bin"', '流.bin'],
    ['attachment', ''],
    ['inline; filename=""', ''],
  ])('%s', (header, name) => {
    expect(nameOfDisposition(header)).toBe(name)
  })

  test('no sign that turns the direction comes onto the disk', () => {
    expect(fileNameOf('\u202egpj.exe')).toBe('gpj.exe')
    expect(fileNameOf('a\u2066b\u2069.mkv')).toBe('ab.mkv')
  })

  test('P43: however long it is, it is read once', () => {
    const blanks = ' '.repeat(200_000)
    expect(fileNameOf(`a${blanks}.mkv`)).toBe(`a${' '.repeat(250)}.mkv`)
    expect(nameOfDisposition(`attachment;${blanks}filename=a.mkv`)).toBe('a.mkv')
  })

  test.each([
    ['/a/%C1%F7%C0%CB.mkv', '流浪.mkv'],
    ['/%E6%B5%81%E6%B5%AA.mkv', '流浪.mkv'],
    ['/Am%E9lie.mkv', 'Amélie.mkv'],
    ['/100%25%zz.mkv', '100%%zz.mkv'],
    ['/film.mkv;jsessionid=AB12', 'film.mkv'],
    ['/a;b.mkv', 'a;b.mkv'],
    ['/a/', ''],
  ])('an address that ends with %s', (path, name) => {
    expect(nameOfPath(path)).toBe(name)
  })
})

// Chromium, net/base/filename_util: without a suffix a name gets that of its type; the name of a program that was asked for a file is none of that file.
describe('the suffix of a name is that of its type', () => {
  test.each<[string, string, string, string]>([
    ['/watch?v=7', 'video/mp4', '', 'watch.mp4'],
    ['/流浪', 'Video/X-Matroska; charset=binary', '', '流浪.mkv'],
    ['/dl.php?id=7', 'video/x-matroska', '', 'dl.mkv'],
    ['/dl.php', 'text/html', '', 'dl.php'],
    ['/', 'video/webm', '', 'index.webm'],
    ['/', '', '', 'index.html'],
    ['/Film.2019.1080p', 'video/mp4', '', 'Film.2019.1080p.mp4'],
    ['/x', 'video/mp4', 'attachment; filename="Film"', 'Film.mp4'],
    ['/x?y', 'video/mp4', 'attachment; filename="a.php"', 'a.php'],
    ['/film.mkv?token=1', 'video/mp4', '', 'film.mkv'],
    ['/film.avi', 'application/octet-stream', '', 'film.avi'],
    ['/film', 'application/octet-stream', '', 'film'],
    ['/README', 'text/plain', '', 'README'],
    ['/a.7z', 'application/zip', '', 'a.7z'],
    [`/${'x'.repeat(255)}`, 'video/mp4', '', `${'x'.repeat(251)}.mp4`],
  ])('%s, %s, %s', (path, ...[type, disposition, name]) => {
    const headers = { 'content-type': type, 'content-disposition': disposition }
    expect(nameOfAnswer(headers, new URL(path, 'http://example.com'))).toBe(name)
  })
})
